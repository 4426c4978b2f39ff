"""Puts a project together: its household, its story, its repository."""

import pathlib
import sys

from lib.housekeeping import Household
from lib.repository import Repository
from lib.story import VERBS, tell

STORIES = pathlib.Path(__file__).resolve().parent.parent / "stories"


def releases(household):
    """The story's verb `@@ release minor | note; note`."""
    parts = {"major": 0, "minor": 1, "patch": 2}

    def release(repository, name, rest, chores):
        household.release(parts[name], [note.strip() for note in rest.split(";")])

    return release


def make(name, about, first="Start the project", every=2, blanks=None):
    """Writes the project to the folder named on the command line.

    `blanks`: functions of the repository by name; a line `@@ call NAME` in the story runs one, for files made by a program.
    """
    if len(sys.argv) != 2:
        sys.exit(f"usage: {name}.py OUTPUT_DIR")
    repository = Repository(name, about["domain"], about["people"], about["start_date"], about["end_date"])
    household = Household(repository, about)
    household.found()
    repository.commit(first, about["people"][0].split()[0])
    verbs = dict(VERBS, release=releases(household), call=lambda repository, name, rest, chores: blanks[name](repository, rest))
    story = "\n".join(part.read_text(encoding="utf-8") for part in sorted((STORIES / name).glob("*.story")))
    tell(repository, story, household.chores(), every, verbs)
    repository.save(sys.argv[1])
