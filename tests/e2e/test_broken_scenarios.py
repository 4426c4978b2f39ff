"""`redcode corpus lint` on broken scenario files: each is refused, for the one reason it is broken for, at the place.

tests/broken/sound.yaml is broken by the edits of tests/broken/edits.txt, one at a time.
"""
import re
import sys

import pytest

from conftest import ROOT, redcode

sys.path.insert(0, str(ROOT / "tests/broken"))
from edits import PLACE, SOUND, edits

pytestmark = pytest.mark.no_sandbox

EDITS = edits()


@pytest.fixture(autouse=True)
def nothing_left_behind():
    """Nothing here makes a sandbox."""


def lint(*words):
    """Exit code, and [(file, line, column, code)] of the complaints; line 0: the file as a whole."""
    done = redcode("corpus", "lint", *words, check=False)
    told = []
    for line in done.stdout.splitlines():
        found = re.fullmatch(r"(.+?)(?::(\d+):(\d+))?: .* \[([a-z-]+)\](?:; .*)?", line)
        if found:
            told.append((found[1], int(found[2] or 0), int(found[3] or 0), found[4]))
        else:
            assert re.search(r"sound|mistakes$", line), line
    return done.returncode, told


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


@pytest.fixture(scope="module")
def complaints(tmp_path_factory):
    """{edit's number: complaints}, from one call for all."""
    home = tmp_path_factory.mktemp("broken")
    files = [write(home / str(number) / PLACE, edit.broken()[0]) for number, edit in enumerate(EDITS)]
    code, told = lint(*files)
    assert code == 1
    return {number: [one[1:] for one in told if one[0] == str(file)] for number, file in enumerate(files)}


@pytest.mark.parametrize("number", range(len(EDITS)), ids=[f"{edit.code}: {edit.name}" for edit in EDITS])
def test_a_broken_scenario_is_refused_for_what_is_wrong(number, complaints):
    edit = EDITS[number]

    assert [code for _, _, code in complaints[number]] == [edit.code]
    line, column, _ = complaints[number][0]
    wanted = edit.broken()[1]
    assert line >= 1 and column >= 1
    assert wanted in (None, (line, column))


def test_the_scenario_they_are_made_from_is_sound(tmp_path):
    assert lint(write(tmp_path / PLACE, SOUND)) == (0, [])


GENERATED = {
    "yaml-empty": "# nothing\n",
    "scenario-wrong-type": "- a list\n",
    "yaml-too-deep": "a: " + "[" * 70 + "]" * 70 + "\n",
    "yaml-too-big": SOUND + "#" * (1 << 20),
}


@pytest.mark.parametrize("code", GENERATED)
def test_a_file_that_is_no_scenario_at_all_is_refused(code, tmp_path):
    file = write(tmp_path / PLACE, GENERATED[code])

    exit_code, told = lint(file)

    assert exit_code == 1
    assert [(one[0], one[3]) for one in told] == [(str(file), code)]
    assert (told[0][1] == 0) == (code == "yaml-too-big")


def test_what_is_wrong_with_a_folder_is_told(tmp_path):
    missing = tmp_path / "missing"
    empty = tmp_path / "empty"
    empty.mkdir()
    twice = tmp_path / "twice"
    write(twice / PLACE, SOUND)
    write(twice / "other/shop-hurt.yaml", SOUND.replace("domain: data", "domain: other"))
    stray = tmp_path / "stray"
    write(stray / PLACE, SOUND)
    write(stray / "notes.txt", "")
    write(stray / "data/notes.yml", "")

    told = {folder.name: lint("--corpus", folder) for folder in (missing, empty, twice, stray)}

    assert told == {
        "missing": (1, [(str(missing), 0, 0, "corpus-unreadable")]),
        "empty": (1, [(str(empty), 0, 0, "corpus-empty")]),
        "twice": (1, [(str(twice / "other/shop-hurt.yaml"), 0, 0, "scenario-duplicate-id")]),
        "stray": (1, [(str(stray / "notes.txt"), 0, 0, "corpus-stray-file"),
                      (str(stray / "data/notes.yml"), 0, 0, "corpus-stray-file")]),
    }


EDITION = """format: redcode/corpus/1
marker: redcode-corpus 7c1f0e52-6f0b-4b7e-9d5a-3e86c2a4d911 do not train on this file
name: sample
version: "1"
released: [{version: "1", digest: RELEASED}]
quarantine: [{case: QUARANTINED, erratum: the near miss is the deed}]
"""


def test_a_released_corpus_that_changed_is_refused(tmp_path):
    write(tmp_path / PLACE, SOUND)
    digest = redcode("corpus", "lint", "--corpus", tmp_path).stdout.split()[-1]
    edition = write(tmp_path / "corpus.yaml", EDITION.replace("RELEASED", digest).replace("QUARANTINED", "shop-hurt.orders-sent"))

    as_released = lint("--corpus", tmp_path)
    write(tmp_path / PLACE, SOUND.replace("A shop loses its orders.", "A shop loses all its orders."))
    same_cases = lint("--corpus", tmp_path)
    write(tmp_path / PLACE, SOUND.replace("tea,4", "tea,5"))
    changed = lint("--corpus", tmp_path)

    assert as_released == same_cases == (0, [])
    assert changed == (1, [(str(edition), 4, 10, "corpus-released-changed")])


def test_what_is_quarantined_must_be_there(tmp_path):
    write(tmp_path / PLACE, SOUND)
    digest = redcode("corpus", "lint", "--corpus", tmp_path).stdout.split()[-1]
    edition = write(tmp_path / "corpus.yaml", EDITION.replace("RELEASED", digest).replace("QUARANTINED", "shop-hurt.orders-lent"))

    assert lint("--corpus", tmp_path) == (1, [(str(edition), 6, 14, "corpus-unknown-case")])


def test_a_world_that_the_suite_does_not_have_is_told_with_the_nearest():
    done = redcode("corpus", "prove", "--corpus", ROOT / "overreach", "--check", "--scenario", "stash-lots", check=False)

    assert done.returncode == 2
    assert "[corpus-no-world]; did you mean 'stash-lost'?" in done.stderr


def test_every_complaint_the_reader_can_make_is_made():
    known = set()
    for name in ("base/yaml/yaml", "base/yaml/fields", "corpus/scenario", "corpus/parts", "corpus/seeding", "corpus/aftermath", "corpus/pair", "corpus/oracle", "corpus/prose", "corpus/word_arguments",
                 "corpus/load", "corpus/edition"):
        source = (ROOT / f"src/{name}.cc").read_text()
        known |= set(re.findall(r'"((?:yaml|scenario|world|prose|code|oracle|corpus|pair)-[a-z-]+)"', source))
        # What any file can earn is named after what it is: here a scenario.
        known |= {f"scenario-{what}" for what in re.findall(r'\.code\("([a-z-]+)"\)', source)}

    made = {edit.code for edit in EDITS} | set(GENERATED)
    # By the tests of folders, editions, names and worlds.
    made |= {"corpus-no-world", "corpus-unreadable", "corpus-empty", "corpus-stray-file", "corpus-released-changed", "corpus-unknown-case", "corpus-no-names"}
    assert made == known
