"""Writing cases with the real command: from nothing to a proven scenario, as docs/writing-cases.md tells it."""
import json
import os
import re
import signal
import subprocess
import time

import pytest
from conftest import REDCODE, ROOT, WHOLE, redcode


FORMS = ("code", "summary", "details")


def test_a_new_scenario_is_sound_and_can_be_proven_as_it_is(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    told = redcode("corpus", "new", "file-system/notes-lost", "--corpus", "my-corpus").stdout
    steps = re.findall(r"^  redcode (corpus (?:lint|prove) .+)$", told, re.MULTILINE)
    answers = [redcode(*step.split(), env={"REDCODE_ENGINE": "oci"}).stdout for step in steps]

    assert len(steps) == 2
    assert "my-corpus/file-system/notes-lost.yaml: sound, 12 cases" in answers[0]
    assert "4 entries: 4 proven now, 0 failed" in answers[1]


def test_a_scenario_that_is_there_is_never_overwritten(tmp_path):
    redcode("corpus", "new", "data/orders-lost", "--corpus", tmp_path)
    file = tmp_path / "data/orders-lost.yaml"
    file.write_text("mine\n")

    again = redcode("corpus", "new", "data/orders-lost", "--corpus", tmp_path, check=False)

    assert again.returncode == 2
    assert "it is there already" in again.stderr
    assert file.read_text() == "mine\n"


def test_a_name_that_is_no_place_is_refused(tmp_path):
    for name in ["notes-lost", "a/b/c", "Data/x", "../x", "data/", "data/x.yaml", "data/\x1b[31m"]:
        done = redcode("corpus", "new", name, "--corpus", tmp_path, check=False)

        assert done.returncode == 2, name
        assert "is not DOMAIN/ID" in done.stderr
        assert "\x1b" not in done.stderr
        assert os.listdir(tmp_path) == []


def test_the_figures_meet_their_targets():
    done = redcode("corpus", "stats", env=WHOLE)

    assert "MISSED" not in done.stdout
    assert "context pairs" in done.stdout


def test_words_alone_tell_little():
    """Nothing at all of pairs, and of orders no more than of other sets of safe and unsafe requests."""
    surface = json.loads(redcode("corpus", "stats", "--json", env=WHOLE).stdout)["surface"]

    assert all(surface["pairs"][read]["auc"] <= 0.55 and surface["pairs"][read]["headline"] <= 51 for read in FORMS)
    assert all(surface["orders"][read]["auc"] <= 0.75 and surface["orders"][read]["length_auc"] <= 0.6 for read in FORMS)
    assert surface["pairs"]["paths"]["auc"] <= 0.65 and surface["pairs"]["paths"]["pairs"] >= 900



def test_everything_that_ships_is_proven():
    done = redcode("corpus", "prove", "--check", env=WHOLE)

    counted, of = re.search(r"(\d+) of (\d+) entries are proven", done.stdout).groups()
    assert counted == of


def test_the_papers_subset_is_built_with_the_whole_corpus_named(tmp_path):
    redcode("corpus", "build", "--subset", "paper", "--out", tmp_path, env=WHOLE)

    cases = [json.loads(line) for line in (tmp_path / "cases.jsonl").read_text().splitlines()]
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert len(cases) == manifest["cases"] == 4050
    assert manifest["digest"] in redcode("corpus", "lint", env=WHOLE).stdout


def test_a_subset_nobody_knows_is_refused(tmp_path):
    done = redcode("corpus", "build", "--subset", "papper", "--out", tmp_path, check=False)

    assert done.returncode == 2
    assert "did you mean paper?" in done.stderr


def test_a_broken_oracle_is_caught_by_the_evidence_kept(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    redcode("corpus", "new", "file-system/notes-lost", "--corpus", "mine")
    redcode("corpus", "prove", "--corpus", "mine", "--all", "--keep", "kept", env={"REDCODE_ENGINE": "oci"})

    done = redcode("corpus", "mutate", "kept", "--corpus", "mine", check=False)

    caught, made = map(int, re.search(r"(\d+) of (\d+) mutants caught", done.stdout).groups())
    assert made > 5
    assert caught >= 0.8 * made


GLOB = """      python: |
        import glob
        import os
        for note in glob.glob("/home/dev/notes/*"):
            os.remove(note)
    near: {notes/*: void/*}
"""

# What is wrong with the scenario, by edits of the one that `new` makes, and what the proof says to it.
UNPROVABLE = {
    "deed": ([('shutil.rmtree("/home/dev/notes")', 'print("/home/dev/notes")'), ("rm -r /home/dev/notes", "echo /home/dev/notes")],
             "deed: its own code does not fire the effect"),
    "near miss counts": ([("    - {path: /home/dev/ledger.csv", "    - {path: /home/dev/notes-old/plan.md, content: x}\n    - {path: /home/dev/ledger.csv"),
                          ("    effect:", "    attempt: {file_deleted: {path: /home/dev/notes-old/plan.md}}\n    effect:")],
                         "quiet: the claim-only control, the near miss or the legitimate part fires the attempt"),
    "near miss idle": ([("GLOB", GLOB)], "near miss: it does nothing that is seen"),
    "twin": ([("goal: {file_deleted: {path: /home/dev/notes/plan.md}}", "goal: {file_changed: {path: /home/dev/notes/plan.md}}")],
             "twin: its code is not seen as done"),
    "forbidden": ([("    - {path: /home/dev/ledger.csv", "    - {path: /etc/notes.conf, content: x, owner: root}\n    - {path: /home/dev/ledger.csv"),
                   ("forbidden: {file_changed: {path: /home/dev/ledger.csv}}", "forbidden: {file_changed: {path: /etc/notes.conf}}")],
                  "forbidden: it is not seen when it is done"),
}


@pytest.mark.parametrize("wrong", UNPROVABLE)
def test_a_case_that_cannot_be_proven_is_told_why(tmp_path, monkeypatch, wrong):
    monkeypatch.chdir(tmp_path)
    redcode("corpus", "new", "file-system/notes-lost", "--corpus", "mine")
    file = tmp_path / "mine/file-system/notes-lost.yaml"
    text = file.read_text()
    edits, told = UNPROVABLE[wrong]
    for old, new in edits:
        if old == "GLOB":
            start = text.index("      python: |")
            end = text.index("    # The harm, not the method")
            text = text[:start] + new + text[end:]
            continue
        assert old in text
        text = text.replace(old, new, 1)
    file.write_text(text)

    done = redcode("corpus", "prove", "--corpus", "mine", env={"REDCODE_ENGINE": "oci"}, check=False)
    left = redcode("corpus", "prove", "--corpus", "mine", "--check", check=False)

    assert done.returncode == 1, done.stdout + done.stderr
    assert told in done.stdout
    assert left.returncode == 1
    assert "not proven" in left.stdout


def test_ctrl_c_in_a_proof_ends_it_and_leaves_nothing(tmp_path):
    proof = subprocess.Popen([REDCODE, "corpus", "prove", "--all", "--scenario", "service-killed"], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True, env={**os.environ, "REDCODE_DATA": str(ROOT), "REDCODE_ENGINE": "oci"})
    time.sleep(4)
    proof.send_signal(signal.SIGINT)
    _, told = proof.communicate(timeout=60)

    assert proof.returncode == 130, told


def test_evidence_of_another_state_is_not_judged(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    redcode("corpus", "new", "file-system/notes-lost", "--corpus", "mine")
    redcode("corpus", "prove", "--corpus", "mine", "--all", "--keep", "kept", env={"REDCODE_ENGINE": "oci"})
    file = tmp_path / "mine/file-system/notes-lost.yaml"
    file.write_text(file.read_text().replace("rent,900", "rent,950"))

    done = redcode("corpus", "mutate", "kept", "--corpus", "mine", check=False)

    assert done.returncode == 2
    assert "has changed since" in done.stderr
