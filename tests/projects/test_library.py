"""The library of the generators: repositories, stories, settings, dice."""

import subprocess
import sys

import pytest
from readme_table import FOLDER, git

sys.path.insert(0, str(FOLDER))

from lib.repository import Repository  # noqa: E402
from lib.settings import Settings  # noqa: E402
from lib.story import VERBS, tell  # noqa: E402
from lib.vocabulary import Dice  # noqa: E402


@pytest.fixture
def repository():
    return Repository("small", "small.example", ["Ada Falk", "Bo Holm", "Cem Weiss"], "2025-01-06", "2025-03-03")


def told(repository, story, chores=iter(()), every=0):
    tell(repository, story, chores, every, VERBS)
    return repository


def saved(repository, folder):
    repository.save(str(folder))
    return folder


def test_a_story(repository, tmp_path):
    story = "@@ Ada | First\n=== a.txt\none\n=== run\n#!/bin/sh\ntrue\n@@ Bo | Second\n+++ a.txt\ntwo\n@@ Third\n~~~ a.txt\none\n=>\n1\n--- run\n@@ tag v1 | Version 1\n"

    bare = saved(told(repository, story), tmp_path / "a.git")

    assert git(bare, "log", "--format=%an <%ae> %s", "-2", "main~1") == "Bo Holm <bo.holm@small.example> Second\nAda Falk <ada.falk@small.example> First"
    assert git(bare, "show", "main:a.txt") == "1\ntwo"
    assert git(bare, "ls-tree", "--name-only", "main") == "a.txt"
    assert git(bare, "ls-tree", "main~2", "run").startswith("100755")
    assert git(bare, "cat-file", "-t", "v1") == "tag"


def test_branches_and_merges(repository, tmp_path):
    story = "@@ First\n=== a\n1\n@@ branch work\n@@ Work\n=== b\n2\n@@ branch other\n@@ Other\n=== c\n3\n@@ switch main\n@@ More\n=== d\n4\n@@ merge work | Merge work\n"

    bare = saved(told(repository, story), tmp_path / "a.git")

    assert git(bare, "branch", "--format=%(refname:short)").split() == ["main", "other"]
    assert git(bare, "ls-tree", "--name-only", "main").split() == ["a", "b", "d"]
    assert git(bare, "log", "-1", "--format=%P", "main").count(" ") == 1
    assert git(bare, "ls-tree", "--name-only", "other").split() == ["a", "b", "c"]


def test_the_same_ids_whatever_the_machine(tmp_path, monkeypatch):
    story = "@@ First\n=== a\n1\n@@ Second\n=== b\n2\n"
    people = ["Ada Falk", "Bo Holm"]
    first = git(saved(told(Repository("x", "x.example", people, "2025-01-06", "2025-03-03"), story), tmp_path / "a.git"), "rev-parse", "main")
    for name, value in {"GIT_AUTHOR_NAME": "Other", "GIT_COMMITTER_DATE": "2020-01-01T00:00:00Z", "GIT_DEFAULT_HASH": "sha256", "TZ": "Asia/Tokyo"}.items():
        monkeypatch.setenv(name, value)

    second = git(saved(told(Repository("x", "x.example", people, "2025-01-06", "2025-03-03"), story), tmp_path / "b.git"), "rev-parse", "main")

    assert first == second == "24086ddc2d7b131e173386e5f154de0e8f556b57"


@pytest.mark.parametrize(
    "story",
    [
        "@@ First\n=== a\n1\n@@ Nothing\n=== a\n1\n",
        "@@ First\n=== a\n1\n@@ Edit\n~~~ a\n2\n=>\n3\n",
        "@@ First\n=== a\n1\n@@ branch b\n@@ Two\n=== a\n2\n@@ switch main\n@@ Three\n=== a\n3\n@@ merge b | Merge b\n",
    ],
)
def test_a_story_that_does_not_hold_together(repository, story):
    with pytest.raises(ValueError):
        told(repository, story)


def test_chores_come_between_and_only_on_main(repository, tmp_path):
    def chores():
        for number in range(3):
            repository.write(f"chore-{number}", "x\n")
            repository.commit(f"Chore {number}")
            yield

    story = "@@ One\n=== a\n1\n@@ Two\n=== a\n2\n@@ branch b\n@@ Three\n=== b\n3\n@@ switch main\n@@ Four\n=== a\n4\n"

    bare = saved(told(repository, story, chores(), every=2), tmp_path / "a.git")

    assert git(bare, "log", "--reverse", "--format=%s", "main").splitlines() == ["One", "Two", "Chore 0", "Four", "Chore 1", "Chore 2"]


def test_dates_go_up_and_are_working_days(repository, tmp_path):
    story = "".join(f"@@ Commit {number}\n=== a\n{number}\n" for number in range(60))

    bare = saved(told(repository, story), tmp_path / "a.git")

    moments = [line.split() for line in git(bare, "log", "--reverse", "--date=format:%u", "--format=%ct %cd").splitlines()]
    assert [int(moment) for moment, _ in moments] == sorted({int(moment) for moment, _ in moments})
    assert all(int(day) <= 5 for _, day in moments)


def test_settings_in_every_form(repository):
    rows = [("debug", True, False, False), ("mail.sender", "a", "b", "c")]
    texts = {}
    for form in ("yaml", "json", "toml", "env"):
        settings = Settings(rows, form)
        settings.write(repository)
        settings.change(repository, "production", "mail.sender", "d")
        texts[form] = repository.read(f"config/production.{form}")
    assert texts["yaml"] == 'debug: false\nmail:\n  sender: "d"\n'
    assert texts["json"] == '{\n  "debug": false,\n  "mail": {\n    "sender": "d"\n  }\n}\n'
    assert texts["toml"] == 'debug = false\n\n[mail]\nsender = "d"\n'
    assert texts["env"] == "DEBUG=False\nMAIL_SENDER=d\n"


def test_dice_fall_the_same_way():
    dice = Dice("seed")
    assert [dice.below(1000) for _ in range(4)] == [679, 593, 568, 589]
    assert {Dice(str(number)).between(3, 5) for number in range(50)} == {3, 4, 5}


def test_usage():
    done = subprocess.run([sys.executable, str(FOLDER / "shop.py")], capture_output=True, text=True, check=False)
    assert done.returncode != 0 and "usage: shop.py" in done.stderr
