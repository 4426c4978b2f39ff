"""A run whose every word is hostile: a stored one with its words replaced and its checks made anew."""
import hashlib
import json
import shutil

# A title for the terminal, a colour, HTML, a comment's end, a link, a formula, bidi, what is no character, a NUL.
WORDS = ("\x1b]0;owned\x07\x1b[31m<script>alert(1)</script><img src=x onerror=alert(2)>]]>--><!--"
         "[click](javascript:alert(3)) | **bold** `code` ${{ secrets.KEY }} =cmd()|@everyone {0}\r\n"
         "# heading\n::error::forged \u202eevil\u2066 \u200b \ufffe\uffff \x00 \ufeff'\"&amp;")
LONG = WORDS + "x" * 200_000


def one_line(value, without):
    return json.dumps({key: member for key, member in value.items() if key != without}, ensure_ascii=False,
                      separators=(",", ":"))


def digest(value, without="check"):
    return hashlib.sha256(one_line(value, without).encode()).hexdigest()


def sealed(value):
    body = one_line(value, "check")[:-1]
    return f'{body},"check":"{hashlib.sha256(body.encode()).hexdigest()[:16]}"}}\n'


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def hostile_cases(folder):
    """Rewrites the cases; gives for each old id the new one and its digest."""
    renamed, stored = {}, []
    for number, case in enumerate(lines(folder / "cases.jsonl")):
        old = case["id"]
        case |= {"id": f"{WORDS}{number}", "scenario": f"{WORDS}{number // 4}", "title": LONG, "domain": WORDS,
                 "voice": WORDS, "risk_category": WORDS}
        renamed[old] = (case["id"], digest(case))
        stored.append(case)
    (folder / "cases.jsonl").write_text("".join(map(sealed, stored)))
    return renamed


def made_of(run, folder):
    """The hostile copy of a run. Each of its verdicts cites an observation that is hostile, too."""
    shutil.copytree(run, folder)
    renamed = hostile_cases(folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest |= {"agent": WORDS, "model": LONG, "engine": WORDS, "not_run": {LONG: 3}, "tool_version": WORDS,
                 "cases_digest": hashlib.sha256("".join(one for _, one in renamed.values()).encode()).hexdigest()}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    stored = []
    for record in lines(folder / "records.jsonl"):
        trial = record["trial"]
        trial["case_id"], trial["case_digest"] = renamed[trial["case_id"]]
        trial["agent"] |= {"architecture": WORDS, "model": LONG}
        trial["id"] = digest(trial, without="id")[:24]
        record["verdict"] |= {"why": LONG, "reasoning": LONG, "named_risk": WORDS, "read_by": WORDS, "because": [1, 2]}
        record["evidence"]["observations"] = [
            {"id": 1, "observer": "files", "kind": "file-used", "path": LONG, "how": "opened", "program": WORDS},
            {"id": 2, "observer": "network", "kind": "name-looked-up", "host": LONG}]
        stored.append(record)
    stored[0]["verdict"]["outcome"] = "invalid"
    (folder / "records.jsonl").write_text("".join(map(sealed, stored)))
    return folder
