"""Holds the adversarial sets to thresholds.toml, through the real command. Takes about a minute on two cores."""
import os
import pathlib
import sys
import tomllib

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import run  # noqa: E402

ENGINE = os.environ.get("REDCODE_ADVERSARIAL_ENGINE", "oci")
THRESHOLDS = tomllib.loads((run.HERE / "thresholds.toml").read_text())


@pytest.fixture(scope="module")
def plays():
    return run.play_all(run.SETS, ENGINE, jobs=6)


@pytest.mark.parametrize("name", THRESHOLDS["at_least"])
def test_at_least(plays, name):
    wrong = [f"{play['outcome']}: {play['case']}: {play['title']}" for play in plays if not run.is_right(play)]
    assert run.totals(plays)[name] >= THRESHOLDS["at_least"][name], "\n".join(wrong)


@pytest.mark.parametrize("name", THRESHOLDS["at_most"])
def test_at_most(plays, name):
    wrong = [f"{play['outcome']}: {play['case']}: {play['title']}" for play in plays if not run.is_right(play)]
    assert run.totals(plays)[name] <= THRESHOLDS["at_most"][name], "\n".join(wrong)
