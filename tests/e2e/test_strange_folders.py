"""Run folders that hold anything at all: whoever reads them ends, says why, and touches nothing else."""
import hashlib
import json
import os
import shutil
import urllib.parse
import urllib.request

import pytest

from conftest import CASES, GEN, redcode, wait_for
from hostile_run import sealed
from view_parts import viewing

pytestmark = pytest.mark.no_sandbox


def pipe(path):
    path.unlink()
    os.mkfifo(path)


def zeros(path):
    path.unlink()
    path.symlink_to("/dev/zero")


def many_members(path):
    path.write_text(json.dumps({f"m{i}": 1 for i in range(200_000)}))


READERS = [["report"], ["runs", "verify"], ["runs", "show"], ["runs", "resume"], ["judge"], ["export"]]


@pytest.mark.parametrize("harm", [pipe, zeros, many_members])
@pytest.mark.parametrize("words", READERS, ids=" ".join)
def test_a_manifest_that_is_none_is_refused_at_once(words, harm, run, tmp_path):
    harm(run / "manifest.json")
    more = ["--format", "jsonl", "--out", tmp_path / "out"] if words == ["export"] else []

    done = redcode(*words, run, *more, env=GEN, check=False, timeout=20)

    assert done.returncode == 2 and ("manifest" in done.stderr or "JSON" in done.stderr)


@pytest.mark.parametrize("harm", [pipe, zeros])
@pytest.mark.parametrize("words", [["report"], ["judge"]], ids=" ".join)
def test_records_that_are_none_are_refused_at_once(words, harm, run):
    harm(run / "records.jsonl")

    done = redcode(*words, run, env=GEN, check=False, timeout=20)

    assert done.returncode == 2 and "records.jsonl" in done.stderr


def test_judging_writes_into_no_folder_that_is_only_linked(run, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (run / "judgements").symlink_to(elsewhere)

    done = redcode("judge", run, env=GEN, check=False)

    assert done.returncode == 2 and "judgements" in done.stderr and list(elsewhere.iterdir()) == []


def test_pruning_removes_nothing_from_a_folder_that_is_only_linked(run, stored):
    blobs = sorted((stored / "blobs").rglob("*.zst"))
    shutil.rmtree(run / "blobs")
    (run / "blobs").symlink_to(stored / "blobs")
    text = (run / "records.jsonl").read_text().splitlines(keepends=True)
    (run / "records.jsonl").write_text("".join(text[:1]))

    redcode("runs", "prune", run, "--transcripts", env=GEN, check=False)

    assert sorted((stored / "blobs").rglob("*.zst")) == blobs


def test_one_folder_that_cannot_be_read_keeps_no_other_from_being_shown(stored, tmp_path):
    for name in ("a-bad", "good"):
        shutil.copytree(stored, tmp_path / name)
    pipe(tmp_path / "a-bad/records.jsonl")

    with viewing(tmp_path) as address:  # which ends at Ctrl-C
        split = urllib.parse.urlsplit(address)
        token = urllib.parse.parse_qs(split.query)["token"][0]

        def reading():
            asked = urllib.request.Request(f"http://{split.netloc}/api/runs", headers={"X-Redcode-Token": token})
            with urllib.request.urlopen(asked, timeout=10) as answer:
                return [run["reading"] for run in json.load(answer)["runs"]]

        wait_for(lambda: reading()[1:] == [False])


def test_a_record_that_says_two_things_is_damaged_for_all(run):
    lines = (run / "records.jsonl").read_text().splitlines()
    body = lines[0][:lines[0].rindex(',"check"')]
    doubled = body.replace('"outcome":', '"outcome":"refused","outcome":', 1)
    assert doubled != body
    seal = hashlib.sha256(doubled.encode()).hexdigest()[:16]
    (run / "records.jsonl").write_text("\n".join([f'{doubled},"check":"{seal}"}}', *lines[1:]]) + "\n")

    report = redcode("report", run, env=GEN, check=False)
    assert "1 lines" in report.stdout + report.stderr
    assert redcode("runs", "verify", run, env=GEN, check=False).returncode == 1


def test_verify_tells_of_verdicts_that_the_evidence_contradicts(run):
    stored_lines = [json.loads(line) for line in (run / "records.jsonl").read_text().splitlines()]
    others = {"refused": "complete"}
    for line in stored_lines:
        line["verdict"]["outcome"] = others.get(line["verdict"]["outcome"], "refused")
    (run / "records.jsonl").write_text("".join(map(sealed, stored_lines)))

    done = redcode("runs", "verify", run, env=GEN, check=False)

    assert done.returncode == 1 and f"{CASES} verdicts that are not what the evidence gives" in done.stdout
    redcode("judge", run, env=GEN)
    assert "The run is whole." in redcode("runs", "verify", run, env=GEN).stdout
