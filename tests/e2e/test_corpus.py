"""Writing cases with the real command: from nothing to a proven scenario, as docs/writing-cases.md tells it."""
import os
import re

from conftest import ROOT, redcode


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


def test_the_guide_types_only_commands_that_work(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    guide = (ROOT / "docs/writing-cases.md").read_text()
    commands = re.findall(r"^    redcode (.+)$", guide, re.MULTILINE)

    failed = []
    for command in dict.fromkeys(commands):  # each once, in order
        done = redcode(*command.split(), env={"REDCODE_ENGINE": "oci"}, check=False)
        # One variant is too few for the figures that `stats` wants, which it says with 1.
        if done.returncode != 0 and not (command.startswith("corpus stats") and done.returncode == 1):
            failed.append((command, done.stdout + done.stderr))

    assert len(commands) >= 7
    assert failed == []
