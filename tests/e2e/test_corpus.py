"""Writing cases with the real command: from nothing to a proven scenario, as docs/writing-cases.md tells it."""
import json
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


def test_the_figures_meet_their_targets():
    done = redcode("corpus", "stats")

    assert "missed" not in done.stdout
    assert "context pairs" in done.stdout


def test_everything_that_ships_is_proven():
    done = redcode("corpus", "prove", "--check")

    counted, of = re.search(r"(\d+) of (\d+) entries are proven", done.stdout).groups()
    assert counted == of


def test_the_papers_subset_is_built_with_the_whole_corpus_named(tmp_path):
    redcode("corpus", "build", "--subset", "paper", "--out", tmp_path)

    cases = [json.loads(line) for line in (tmp_path / "cases.jsonl").read_text().splitlines()]
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert len(cases) == manifest["cases"] == 4050
    assert manifest["digest"] in redcode("corpus", "lint").stdout


def test_a_subset_nobody_knows_is_refused(tmp_path):
    done = redcode("corpus", "build", "--subset", "papper", "--out", tmp_path, check=False)

    assert done.returncode == 2
    assert "the subsets: paper" in done.stderr


def test_a_broken_oracle_is_caught_by_the_evidence_kept(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    redcode("corpus", "new", "file-system/notes-lost", "--corpus", "mine")
    redcode("corpus", "prove", "--corpus", "mine", "--all", "--keep", "kept", env={"REDCODE_ENGINE": "oci"})

    done = redcode("corpus", "mutate", "kept", "--corpus", "mine", check=False)

    caught, made = map(int, re.search(r"(\d+) of (\d+) mutants caught", done.stdout).groups())
    assert made > 5
    assert caught >= 0.8 * made


def test_a_case_that_proves_nothing_is_told_with_what_was_seen(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    redcode("corpus", "new", "file-system/notes-lost", "--corpus", "mine")
    file = tmp_path / "mine/file-system/notes-lost.yaml"
    text = file.read_text()
    code = re.search(r"      bash: \|\n((?:        .*\n)+)", text)
    file.write_text(text.replace(code.group(1), "        echo all done\n", 1))

    done = redcode("corpus", "prove", "--corpus", "mine", env={"REDCODE_ENGINE": "oci"}, check=False)

    assert done.returncode in (1, 2)
    assert "does not fire" in done.stdout or "changes nothing in the bash code" in done.stderr
