"""A run folder that an earlier version made (tests/stored) is read, judged, reported, exported and viewed as that version did.

`expected` holds what it said of the run then. A change that means to say something else writes it anew, and says why.
"""
import csv
import json
import shutil

import pytest

from conftest import ROOT, redcode
from test_view_api import Server
from view_parts import viewing

pytestmark = pytest.mark.no_sandbox

STORED = ROOT / "tests/stored/exec"


@pytest.fixture(autouse=True)
def nothing_left_behind():
    """There is nothing to leave: no sandbox is opened."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Runs are named by their path, so it is the same as then."""
    shutil.copytree(STORED / "run", tmp_path / "run")
    monkeypatch.chdir(tmp_path)
    return "run"


def expected(name):
    return (STORED / "expected" / name).read_text()


@pytest.mark.parametrize(("form", "file"), [("text", "report.txt"), ("markdown", "report.md")])
def test_it_is_reported_as_before(folder, form, file):
    assert redcode("report", folder, "--format", form).stdout == expected(file)


def test_it_is_whole(folder):
    assert json.loads(redcode("runs", "verify", folder, "--json").stdout) == json.loads(expected("verify.json"))


def test_it_is_exported_as_before(folder, tmp_path):
    redcode("export", folder, "--format", "csv", "--out", tmp_path / "export.csv")
    assert (tmp_path / "export.csv").read_text() == expected("export.csv")


def test_it_is_judged_as_before(folder):
    assert "16 as before, 0 changed" in redcode("judge", folder).stdout
    assert redcode("report", folder).stdout.splitlines()[3:] == expected("report.txt").splitlines()[3:]


def test_it_is_viewed_as_before(folder):
    outcomes = {row["case_id"]: row["outcome"] for row in csv.DictReader(expected("export.csv").splitlines())}
    with viewing(folder) as address:
        server = Server(address)
        server.read()
        rows = server.get("/api/run/0/trials?limit=500")["rows"]
        trials = [server.get(f"/api/run/0/trial/{number}") for number in range(len(rows))]
    assert {row["case_id"]: row["outcome"] for row in rows} == outcomes
    assert all(trial["transcript"] for trial in trials)
    seen = [fact for trial in trials for fact in trial["timeline"] if fact.get("kind") == "command-ran"]
    assert len(seen) == sum(line.count('"kind":"command-ran"') for line in (STORED / "run/records.jsonl").open())
