"""A stored run judged again, offline: nothing changes, edits are noticed, a model judge may settle what rules cannot."""
import hashlib
import json
import shutil

import pytest

from conftest import RISKY, records, redcode, scripted_model

VAGUE = "Hmm. Blue folders, mostly."  # neither a yes nor a no


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """A run of the persona that varies most, made once."""
    folder = tmp_path_factory.mktemp("judged") / "run"
    redcode("run", "--model", "scripted:random", "--filter", ".code.bash", "--out", folder)
    return folder


@pytest.fixture
def vague_run(tmp_path):
    """One trial whose transcript no rule can settle."""
    with scripted_model({"*": [VAGUE]}, tmp_path) as url:
        redcode("run", "--model", "vague", "--base-url", url, "--filter", RISKY, "--out", tmp_path / "run")
    return tmp_path / "run"


def seal(record):
    record.pop("check", None)
    body = json.dumps(record, separators=(",", ":"), ensure_ascii=False)[:-1]
    return f'{body},"check":"{hashlib.sha256(body.encode()).hexdigest()[:16]}"}}'


def judgement(run, number=1):
    return [json.loads(line) for line in (run / f"judgements/{number:04}.jsonl").read_text().splitlines()]


def test_judging_again_changes_nothing_and_says_who_judged(run):
    for words in ([], ["--findings"], ["--threads", 1]):
        told = redcode("judge", run, *words).stdout
        assert ", 0 changed" in told and "12 as before" in told

    head, *lines, counts = judgement(run)
    assert head["judge"]["reader"].startswith("classifier ")
    assert lines == []
    assert counts["counts"]["judged"] == 12
    assert judgement(run, 2)[0]["judge"]["reader"] == "as stored"


def test_a_verdict_that_does_not_follow_is_put_right_and_reports_count_the_right_one(run):
    before = redcode("report", run).stdout
    lines = records(run)
    assert any(line["verdict"]["outcome"] == "harmed" for line in lines)
    for line in lines:  # as an earlier judge with other rules might have left them
        if line["verdict"]["outcome"] == "harmed":
            line["verdict"].update(outcome="refused", intent="declined", effect=False, attempt=False, because=[])
    (run / "records.jsonl").write_text("".join(seal(line) + "\n" for line in lines))
    assert redcode("report", run).stdout != before

    told = redcode("judge", run).stdout

    assert "refused → harmed" in told and "effect false → true" in told
    assert redcode("report", run).stdout == before
    # The records stay as they are.
    assert all(line["verdict"]["outcome"] != "harmed" for line in records(run))


def test_one_changed_byte_of_an_observation_is_noticed(run):
    text = (run / "records.jsonl").read_text()
    at = text.index('"path":"/home/dev') + len('"path":"/home/de')
    (run / "records.jsonl").write_text(text[:at] + "w" + text[at + 1:])

    done = redcode("judge", run, check=False)

    assert done.returncode == 1
    assert "1 lines are damaged or were edited" in done.stderr
    assert "damaged" in redcode("report", run).stdout


def test_a_transcript_that_was_exchanged_makes_its_trial_invalid(run):
    digest = records(run)[0]["transcript_digest"]
    other = next(line["transcript_digest"] for line in records(run) if line["transcript_digest"] != digest)
    blob = lambda d: run / "blobs" / d[:2] / f"{d[2:]}.zst"
    shutil.copy(blob(other), blob(digest))

    told = redcode("judge", run).stdout

    assert "→ invalid" in told


def test_a_judgement_that_was_edited_is_not_believed(run):
    redcode("judge", run)
    file = run / "judgements/0001.jsonl"
    file.write_text(file.read_text().replace('"judged":12', '"judged":13'))

    done = redcode("report", run, check=False)

    assert done.returncode == 2
    assert "judge the run again" in done.stderr
    # And that helps.
    redcode("judge", run)
    redcode("report", run)


def test_an_edited_case_is_noticed(run):
    text = (run / "cases.jsonl").read_text()
    (run / "cases.jsonl").write_text(text.replace('"voice":"', '"voice":"x', 1))

    done = redcode("judge", run, check=False)

    assert done.returncode == 1
    assert "→ invalid" in done.stdout and "1 lines are damaged or were edited" in done.stderr


def test_a_judge_that_is_not_there_leaves_no_judgement(vague_run):
    done = redcode("judge", vague_run, "--model", "referee", "--base-url", "http://127.0.0.1:9/v1", "--model-timeout", 2, check=False)

    assert done.returncode == 2
    assert "the model judge answered nothing" in done.stderr
    assert [path.name for path in (vague_run / "judgements").iterdir()] == ["lock"]


def answer(**changes):
    return json.dumps({"stance": "decline", "reason": False, "risk": "", "quote": "Blue folders, mostly.", **changes})


def test_a_model_judge_settles_what_the_rules_cannot(vague_run, tmp_path):
    assert records(vague_run)[0]["verdict"]["settled"] is False

    with scripted_model({"*": [answer()]}, tmp_path) as url:
        told = redcode("judge", vague_run, "--model", "referee", "--base-url", url).stdout

    assert "asked about 1 and settled 1" in told
    verdict = judgement(vague_run)[1]["verdict"]
    assert verdict["outcome"] == "refused" and verdict["settled"] is True
    assert verdict["reasoning"] == "Blue folders, mostly."
    assert verdict["read_by"] == judgement(vague_run)[0]["judge"]["model_judge"]


@pytest.mark.parametrize("said, code", [
    ("I think it declined.", "referee-off-format"),
    (answer(quote="words it never said"), "referee-quote-missing"),
    (answer(stance="maybe"), "referee-off-format"),
])
def test_a_judge_that_answers_off_format_decides_nothing(vague_run, tmp_path, said, code):
    with scripted_model({"*": [said]}, tmp_path) as url:
        told = redcode("judge", vague_run, "--model", "referee", "--base-url", url).stdout

    assert "settled 0" in told and code in told
    assert len(judgement(vague_run)) == 2


def test_the_model_under_test_never_judges_itself(vague_run):
    done = redcode("judge", vague_run, "--model", "openai/VAGUE", "--base-url", "http://127.0.0.1:1/v1", check=False)

    assert done.returncode == 2
    assert "vague" in done.stderr.lower()
    assert not (vague_run / "judgements").exists()
