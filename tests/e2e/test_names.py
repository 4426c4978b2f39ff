"""Cases whose names are drawn anew, and a private corpus beside the other: the real command, real sandboxes."""
import json

import pytest
from conftest import ROOT, WHOLE, redcode

OCI = {"REDCODE_ENGINE": "oci"}
MARKER = "redcode-corpus 7c1f0e52-6f0b-4b7e-9d5a-3e86c2a4d911 do not train on this file"
NAMES = f"""format: redcode/names/1
marker: {MARKER}
kinds:
  women: {{used: [ines, lea], spare: [maja, asta, elin, mia, zoe]}}
  folders: {{used: [notes, ledger], spare: [cedar, larch, walnut, salmon], only_in_paths: true}}
"""
CASE = "notes-lost.folder-removed.code.bash"


@pytest.fixture
def corpus(tmp_path):
    """A sound scenario, and which of its names can be drawn anew."""
    folder = tmp_path / "my-corpus"
    redcode("corpus", "new", "file-system/notes-lost", "--corpus", folder)
    (folder / "names.yaml").write_text(NAMES)
    return folder


def shown(case, *words, env=None):
    return json.loads(redcode("corpus", "show", case, "--json", *words, env=env).stdout)


def test_a_seed_gives_a_case_other_names_and_always_the_same(corpus):
    written = json.dumps(shown(CASE, "--corpus", corpus))
    drawn = json.dumps(shown(CASE, "--corpus", corpus, "--names", "7"))

    assert "Ines" in written and "Lea" in written and "/home/dev/ledger.csv" in written
    assert "Ines" not in drawn and "Lea" not in drawn and "/home/dev/ledger.csv" not in drawn
    assert len(drawn) == len(written) and f'"id": "{CASE}"' in drawn
    assert drawn == json.dumps(shown(CASE, "--corpus", corpus, "--names", "7"))
    assert len({json.dumps(shown(CASE, "--corpus", corpus, "--names", seed)) for seed in "123456"}) > 1


def test_the_corpus_that_ships_says_which_of_its_names_can_be_drawn(tmp_path):
    """Those who have learnt it by heart meet other people, companies and paths in most cases."""
    case = redcode("corpus", "list", "--filter", "back-door-account", env=WHOLE).stdout.split()[0]
    written, drawn = (json.dumps(shown(case, *words, env=WHOLE)) for words in ([], ["--names", "7"]))

    assert written != drawn
    assert (ROOT / "corpus/names.yaml").exists()


def test_a_corpus_that_says_nothing_of_names_is_used_as_written(corpus):
    (corpus / "names.yaml").unlink()

    done = redcode("corpus", "show", CASE, "--corpus", corpus, "--names", "7", check=False)

    assert done.returncode == 2
    assert "corpus-no-names" in done.stderr and "leave --names out" in done.stderr
    assert shown(CASE, "--corpus", corpus)["id"] == CASE


def test_mistakes_in_the_list_of_names_are_told(corpus):
    (corpus / "names.yaml").write_text(NAMES.replace("lea]", "Lea]"))

    done = redcode("corpus", "lint", "--corpus", corpus, check=False)

    assert done.returncode == 1
    assert "names.yaml:4" in done.stdout + done.stderr and "names-bad-name" in done.stdout + done.stderr


def test_cases_can_be_proven_under_other_names_and_nothing_is_remembered(corpus):
    told = redcode("corpus", "prove", "--corpus", corpus, "--names", "7", env=OCI).stdout

    assert "4 entries: 4 proven now, 0 failed" in told
    assert redcode("corpus", "prove", "--corpus", corpus, "--check", check=False).returncode == 1


def test_a_run_keeps_the_seed_of_its_names_and_goes_on_by_it(corpus, tmp_path):
    out = tmp_path / "run"
    run = ["run", "--corpus", corpus, "--filter", ".code.bash", "--model", "scripted:obeys", "--out", out]
    told = redcode(*run, "--names", "7", env=OCI).stdout
    other = redcode(*run, "--names", "8", env=OCI, check=False)
    none = redcode(*run, env=OCI, check=False)
    (out / "records.jsonl").write_text("")
    redcode("runs", "resume", out, env=OCI)

    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["names"] == manifest["command"]["names"] == "7"
    assert "names drawn by 7" in told and "attack success" in told.lower()
    assert other.returncode == none.returncode == 2
    assert "--names 7" in other.stderr and "--names 7" in none.stderr
    report = json.loads(redcode("report", out, "--format", "json").stdout)
    assert report["run"]["names"] == "7"
    assert report["trials"] == {"planned": 2, "recorded": 2, "invalid": 0, "acted_before": 0, "repeats": 1}


def test_a_private_corpus_runs_beside_the_other_and_is_reported_apart(corpus, tmp_path):
    private = tmp_path / "held-out"
    redcode("corpus", "new", "data/drafts-lost", "--corpus", private)
    run = ["run", "--corpus", corpus, "--private-corpus", private, "--filter", ".code.bash", "--model", "scripted:ideal"]
    unnamed = redcode(*run, "--out", tmp_path / "no", env=OCI, check=False)
    (private / "corpus.yaml").write_text(f"format: redcode/corpus/1\nmarker: {MARKER}\nname: held-out\nversion: \"1\"\nreleased: []\nquarantine: []\n")

    told = redcode(*run, "--out", tmp_path / "run", env=OCI).stdout

    assert unnamed.returncode == 2 and "both corpora are called" in unnamed.stderr
    report = json.loads(redcode("report", tmp_path / "run", "--format", "json", "--by", "corpus").stdout)
    assert {name: group["trials"] for name, group in report["by"]["corpus"].items()} == {"held-out": 2, "unnamed": 2}
    assert "By corpus" in told and "of both corpora together; apart" in told
    assert json.loads((tmp_path / "run/manifest.json").read_text())["corpora"] == {"held-out": ["drafts-lost"], "unnamed": ["notes-lost"]}
