"""`redcode export`: what leaves a run folder, in every format, checked with tools that are not ours."""
import csv
import io
import json
import re
import signal

import pytest

from conftest import ROOT, background, records, redcode, wait_for
from export_facts import atif_complaints, inspect_complaints
from export_runs import (AWS, CANARY, FORMATS, asked, exec_cases, exec_run, export, gen_runs, hostile_run, lines,
                         schema_complaints)
from forged_run import ForgedRun

pytestmark = pytest.mark.no_sandbox

__all__ = ["exec_cases", "exec_run", "gen_runs", "hostile_run"]  # fixtures


# Tables


def test_rows_are_what_the_records_say_and_what_the_schema_and_the_docs_say(gen_runs, exec_run, tmp_path):
    export("jsonl", tmp_path / "rows.jsonl", *gen_runs, exec_run)

    rows = lines(tmp_path / "rows.jsonl")
    assert schema_complaints("export-trial", rows) == []
    stored = [record for run in (*gen_runs, exec_run) for record in records(run)]
    told = [(row["trial_id"], row["case_id"], row["outcome"], row["duration_ms"], row["transcript_digest"]) for row in rows]
    assert told == [(record["trial"]["id"], record["trial"]["case_id"], record["verdict"]["outcome"], record["duration_ms"],
                     record["transcript_digest"]) for record in stored]
    page = (ROOT / "docs/formats/export.md").read_text()
    table = page[page.index("| column | meaning |"):page.index("Of an `invalid` trial")]
    documented = [name for line in table.splitlines() for name in re.findall(r"`(\w+)`", line.split("|")[1] if "|" in line else "")]
    assert list(rows[0]) == documented


def test_csv_has_the_same_rows(exec_run, tmp_path):
    export("jsonl", tmp_path / "rows.jsonl", exec_run)
    export("csv", tmp_path / "rows.csv", exec_run)

    def as_text(value):
        return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)

    text = (tmp_path / "rows.csv").read_bytes().decode()
    rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    assert rows == [{key: as_text(value) for key, value in row.items()} for row in lines(tmp_path / "rows.jsonl")]
    assert text.count("\r\n") == len(rows) + 1


def test_labels_of_people_stand_beside_the_verdict(exec_run, tmp_path):
    export("jsonl", tmp_path / "rows.jsonl", exec_run)

    labelled = [(row["outcome"], row["label"], row["label_consensus"]) for row in lines(tmp_path / "rows.jsonl") if row["label"]]
    assert sorted(labelled) == [("completed", "completed", "one person"), ("over-refused", "completed", "one person")]


# Training data


def test_pairs_are_answers_to_one_prompt_that_came_out_differently(gen_runs, tmp_path):
    told = export("pairs", tmp_path / "pairs.jsonl", *gen_runs, words=["--with-harmful-answers"]).stdout

    stored = {(str(run), record["trial"]["id"]): record for run in gen_runs for record in records(run)}
    pairs = lines(tmp_path / "pairs.jsonl")
    assert pairs and f"{len(pairs)} pairs" in told
    assert schema_complaints("export-pair", pairs) == []
    used = []
    for pair in pairs:
        assert pair["prompt"][-1]["role"] == "user" and pair["chosen"][0]["role"] == pair["rejected"][0]["role"] == "assistant"
        good, bad = (stored[pair[part]["run"], pair[part]["trial_id"]] for part in ("chosen_from", "rejected_from"))
        assert good["verdict"]["passed"] and not bad["verdict"]["passed"]
        assert good["trial"]["case_digest"] == bad["trial"]["case_digest"] == pair["chosen_from"]["case_digest"]
        assert pair["rejected_from"]["transcript_digest"] == bad["transcript_digest"]
        used += [(pair[part]["run"], pair[part]["trial_id"]) for part in ("chosen_from", "rejected_from")]
    assert len(used) == len(set(used))
    assert {pair["rejected_from"]["outcome"] for pair in pairs} >= {"partial", "over-refused"}


def test_harmful_answers_stay_out_unless_asked_for(gen_runs, exec_run, tmp_path):
    harmful = {"attempted", "harmed", "stub", "partial", "complete"}
    outcomes = [record["verdict"]["outcome"] for run in (*gen_runs, exec_run) for record in records(run)]

    told = export("messages", tmp_path / "without.jsonl", *gen_runs, exec_run).stdout
    export("messages", tmp_path / "with.jsonl", *gen_runs, exec_run, words=["--with-harmful-answers"])

    count = sum(outcome in harmful for outcome in outcomes)
    assert f"{count} trials left out: their answers are harmful; --with-harmful-answers takes them" in told
    without, taken = lines(tmp_path / "without.jsonl"), lines(tmp_path / "with.jsonl")
    assert {line["from"]["outcome"] for line in without}.isdisjoint(harmful)
    assert sum(line["label"] == "unsafe" for line in taken) == count and len(taken) == len(without) + count
    assert schema_complaints("export-transcript", taken) == []
    # Nor in files for viewers, where software is concerned.
    snippets = {line["messages"][-1]["content"] for line in taken if line["from"]["outcome"] == "partial"}
    for kind in ("sqlite", "inspect"):
        export(kind, tmp_path / kind, gen_runs[0])
        text = (tmp_path / kind).read_bytes().decode("utf-8", "replace")
        assert "[left out: harmful software" in text
        assert not any(json.dumps(snippet)[1:-1] in text or snippet in text for snippet in snippets)


def test_what_was_not_judged_or_is_disputed_is_never_labelled_data(exec_run, tmp_path):
    told = export("messages", tmp_path / "all.jsonl", exec_run, words=["--with-harmful-answers"]).stdout

    stored = records(exec_run)
    invalid = sum(record["verdict"]["outcome"] == "invalid" for record in stored)
    assert f"{invalid} trials left out: they could not be judged" in told
    assert "1 trials left out: people see them otherwise" in told
    from_where = [line["from"] for line in lines(tmp_path / "all.jsonl")]
    assert len(from_where) == len(stored) - invalid - 1
    assert "invalid" not in {one["outcome"] for one in from_where}
    assert [one["people"] for one in from_where if one["people"]] == ["one person"]
    assert {one["read_by"] for one in from_where} == {"rules 4"} and {one["tool_version"] for one in from_where} == {"0.1.0"}


# Hostile words


@pytest.mark.parametrize("kind", FORMATS)
def test_a_hostile_model_gets_through_no_format(kind, hostile_run, tmp_path):
    words = ["--with-harmful-answers"]
    done = export(kind, tmp_path / "out", hostile_run, words=words, check=kind != "pairs")

    assert "\x1b" not in done.stdout + done.stderr and "\u202e" not in done.stdout + done.stderr
    if kind == "pairs":  # all answers are alike, so there are no pairs
        assert done.returncode == 1 and not (tmp_path / "out").exists()
        return
    files = sorted((tmp_path / "out").iterdir()) if kind == "atif" else [tmp_path / "out"]
    for file in files:
        data = file.read_bytes()
        assert CANARY.encode() not in data and AWS.encode() not in data
        if kind == "sqlite":
            said = [text for text, in asked(file, "SELECT text FROM messages WHERE role = 'assistant'")]
            assert asked(file, "PRAGMA integrity_check") == [("ok",)]
            assert said[0].startswith("=cmd|' /C calc'!A0\x1b[31m") and "nul\ufffdnul" in said[0] and "\0" not in said[0]
            assert asked(file, "SELECT count(*) FROM trials") == [(12,)]
            continue
        text = data.decode("utf-8")
        if kind == "csv":
            assert not re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u202a-\u202e]", text)
            rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
            assert {len(row) for row in rows} == {len(rows[0])} and len(rows) == 13
            assert not any(cell[:1] and cell[0] in "=+-@\t\r\n" for row in rows for cell in row)
        else:
            assert not re.search(r"[\x00-\x09\x0b-\x1f]", text)  # JSON escapes them
            parsed = [json.loads(line) for line in text.splitlines()] if kind in ("jsonl", "messages") else json.loads(text)
            assert kind != "inspect" or inspect_complaints(parsed) == []
            assert kind != "atif" or atif_complaints(parsed) == []
    if kind in ("sqlite", "messages", "inspect", "atif"):
        assert re.search(r"\d+ secrets scrubbed: canary\n", done.stdout) and "secrets scrubbed: aws-key-id" in done.stdout


def test_words_in_a_run_folder_name_no_file(exec_cases, tmp_path):
    """A case, a model and a trial that call themselves like files elsewhere."""
    case = dict(exec_cases[0], id="../../../../tmp/evil", scenario="../evil", title="<b>")
    run = ForgedRun(tmp_path / "run", [case], model="/etc/passwd")
    run.add(case["id"], "refused", [{"role": "user", "text": "x"}, {"role": "assistant", "text": "No."}])

    for kind in ("jsonl", "csv", "sqlite", "messages", "inspect", "atif"):
        export(kind, tmp_path / "out" / kind, run.folder)

    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["atif", "csv", "inspect", "jsonl", "messages", "sqlite"]
    assert [re.fullmatch(r"[0-9a-f]{24}\.json", path.name) is not None for path in (tmp_path / "out" / "atif").iterdir()] == [True]


# Whole or not at all


@pytest.mark.parametrize("kind", FORMATS)
def test_nothing_is_replaced_unless_asked_for(kind, gen_runs, tmp_path):
    runs = gen_runs if kind == "pairs" else gen_runs[:1]
    words = ["--with-harmful-answers"]
    export(kind, tmp_path / "out", *runs, words=words)

    again = export(kind, tmp_path / "out", *runs, words=words, check=False)

    assert again.returncode == 2 and "--force replaces it" in again.stderr
    export(kind, tmp_path / "out", *runs, words=[*words, "--force"])
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_folder_with_other_things_is_never_replaced(gen_runs, tmp_path):
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter1.txt").write_text("years of work")

    for kind in FORMATS:
        done = export(kind, tmp_path / "thesis", gen_runs[0], words=["--force"], check=False)
        assert done.returncode == 2, kind
    assert (tmp_path / "thesis" / "chapter1.txt").read_text() == "years of work"
    assert [path.name for path in tmp_path.iterdir()] == ["thesis"]


def test_ctrl_c_leaves_nothing_behind(exec_cases, tmp_path):
    run = ForgedRun(tmp_path / "run", exec_cases[:10], repeats=1000)
    for case in exec_cases[:10]:
        for repeat in range(1000):
            run.add(case["id"], "refused", repeat=repeat)
    (tmp_path / "out").mkdir()

    with background("export", run.folder, "--format", "atif", "--out", tmp_path / "out" / "trials") as process:
        wait_for(lambda: list((tmp_path / "out").iterdir()) or process.poll() is not None)
        process.send_signal(signal.SIGINT)
        code = process.wait(timeout=60)

    assert code == 130 and list((tmp_path / "out").iterdir()) == []


@pytest.mark.parametrize("words,complaint", [
    (["RUN", "--format", "xlsx", "--out", "OUT"], "xlsx not in {jsonl,csv,sqlite,pairs,messages,inspect,atif}"),
    (["RUN", "OTHER", "--format", "inspect", "--out", "OUT"], "takes one run"),
    (["RUN", "RUN", "--format", "jsonl", "--out", "OUT"], "is given twice"),
    (["NOWHERE", "--format", "jsonl", "--out", "OUT"], "is not a run folder"),
    (["RUN", "--format", "jsonl", "--out", "/proc/nothing/here.jsonl"], "cannot write"),
    (["RUN", "--format", "jsonl"], "--out is required"),
])
def test_what_cannot_be_exported_is_said(words, complaint, gen_runs, tmp_path):
    places = {"RUN": gen_runs[0], "OTHER": gen_runs[1], "NOWHERE": tmp_path, "OUT": tmp_path / "out"}

    done = redcode("export", *[places.get(word, word) for word in words], check=False)

    assert done.returncode == 2 and complaint in done.stderr and list(tmp_path.iterdir()) == []


def test_gaps_of_a_run_are_said(exec_run, tmp_path):
    done = export("jsonl", tmp_path / "rows.jsonl", exec_run)

    missing = 2 * len((exec_run / "cases.jsonl").read_text().splitlines()) - len(records(exec_run))
    assert f"{missing} of " in done.stderr and "planned trials have no record" in done.stderr
