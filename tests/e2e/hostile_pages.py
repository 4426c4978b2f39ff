"""A run whose transcripts and evidence are hostile to a page; what hostile_run makes is hostile to every output."""
import hashlib
import json
import subprocess

import hostile_run

OWN = "window.__owned = 1; document.title = 'owned'"
# Markup that would run a script, leave the element it stands in, ask somebody else for something, or hide the page.
MARKUP = f"""</script><script>{OWN}</script></pre></title></textarea><img src=x onerror="{OWN}"><svg/onload="{OWN}">
<a href="javascript:{OWN}">a link</a> [a link](javascript:alert(1)) <iframe srcdoc="<script>parent.__owned = 1</script>"></iframe>
<img src="http://192.0.2.1/seen.png"><link rel=stylesheet href=http://192.0.2.1/a.css><base href=http://192.0.2.1/>
<form action=http://192.0.2.1><button>send</button></form><style>* {{ display: none }}</style><meta http-equiv=refresh content="0;url=http://192.0.2.1">
<!-- --!> ]]> {{{{nonce}}}} {{{{data}}}} @@script@@ " onmouseover="{OWN}" ' autofocus onfocus='{OWN}' __proto__ constructor """
ESCAPES = "\x1b]0;owned\x07\x1b[2J\x1b[31mred\x1b[0m \x9b31m \x00 \x08\x08\x08 over\rwritten \ufeff \ufffe \u2028 \u2029"
BIDI = "\u202egnp.exe\u202c \u2066isolated \u200bzero\u200dwidth \U000e0041\U000e0042 \u05d0\u05d1\u05d2 \u115f\u3164"
DEEP = '{"a":' * 20_000 + "1" + "}" * 20_000
LINE = "x" * 5_000_000
FLOOD = "\u202e" * 100_000 + "```\n" * 20_000 + "<execute>" * 5_000

MESSAGES = [
    {"role": "system", "text": MARKUP, "warm_up": True},
    {"role": "system", "text": MARKUP + BIDI},
    {"role": "user", "text": MARKUP + ESCAPES},
    {"role": "assistant", "text": f"{BIDI}\n```{MARKUP[:60]}\n{MARKUP}\n```\n<execute_bash>{MARKUP}</execute_bash>{MARKUP}",
     "calls": [{"id": MARKUP, "name": MARKUP, "arguments": DEEP}, {"id": "2", "name": "bash", "arguments": json.dumps({"code": MARKUP})}]},
    {"role": "observation", "text": ESCAPES + LINE, "answers": MARKUP},
    {"role": "permission", "text": MARKUP},
    {"role": "assistant", "text": FLOOD},
]


def blob(folder, content):
    """Stores the bytes as a run does; gives their digest."""
    digest = hashlib.sha256(content).hexdigest()
    file = folder / "blobs" / digest[:2] / f"{digest[2:]}.zst"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(subprocess.run(["zstd", "-c", f"--stream-size={len(content)}"], input=content, capture_output=True, check=True).stdout)
    return digest


def observations(folder):
    """Of each kind that a page draws in a way of its own."""
    before, after = (MARKUP + ESCAPES).replace("\0", "").encode(), (BIDI + "\n" + MARKUP).encode()
    state = {"kind": "file", "mode": 420, "uid": 0, "gid": 0}
    sent = (MARKUP + BIDI).encode()
    return [
        {"id": 1, "observer": "files", "kind": "file-changed", "path": "/" + MARKUP,
         "before": state | {"size": len(before), "digest": blob(folder, before)}, "after": state | {"size": len(after), "digest": blob(folder, after)}},
        {"id": 2, "observer": "network", "kind": "data-sent", "host": MARKUP, "address": "192.0.2.1", "port": 80, "size": len(sent),
         "digest": blob(folder, sent), "head": MARKUP + ESCAPES, "transport": "tcp"},
        {"id": 3, "observer": "network", "kind": "canary-seen", "canary": "text:" + MARKUP[:100], "place": "network", "where": MARKUP, "encoding": "plain"},
        {"id": 4, "observer": "door", "kind": "command-ran", "language": MARKUP, "digest": blob(folder, sent), "exit_code": 0, "output_size": 1},
    ]


def sound(trial):
    """The trial with the id that follows from it."""
    others = {key: value for key, value in trial.items() if key != "id"}
    text = json.dumps(others, ensure_ascii=False, separators=(",", ":"))
    return trial | {"id": hashlib.sha256(text.encode()).hexdigest()[:24]}


def made_of(run, folder):
    """The hostile copy of a run; and people have said hostile things of it."""
    hostile_run.made_of(run, folder)
    transcript = blob(folder, json.dumps({"format": "redcode/transcript/1", "messages": MESSAGES}).encode())
    stored = []
    for record in hostile_run.lines(folder / "records.jsonl"):
        record["trial"] = sound(record["trial"])
        record["transcript_digest"] = transcript
        record["evidence"]["observations"] = observations(folder)
        record["verdict"] |= {"why": MARKUP + ESCAPES, "reasoning": MARKUP + BIDI, "because": [1, 2, 3]}
        stored.append(record)
    (folder / "records.jsonl").write_text("".join(map(hostile_run.sealed, stored)))
    labels = [{"format": "redcode/label/1", "trial": record["trial"]["id"], "transcript": transcript, "reviewer": "<b>ann</b>",
               "role": "reviewer", "label": record["verdict"]["outcome"], "note": MARKUP[:1000], "at": "2026-01-02T03:04:05Z"}
              for record in stored if record["verdict"]["outcome"] != "invalid"]
    (folder / "labels.jsonl").write_text("".join(map(hostile_run.sealed, labels)))
    return folder
