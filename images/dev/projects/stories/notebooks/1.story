@@ Edda | Where the data come from
=== docs/data.md
# Where the data come from

| column | what |
|---|---|
| `year`, `day` | day of the year, from 0 |
| `tenths` | mean temperature of the day in tenths of a degree |
| `kwh` | heat of the day; empty when the meter said nothing |

The city sends a file for each building twice a year. We keep them as they are.

Labels are made by hand: somebody looks at the curve of a building and asks the caretaker what happened on the odd days.
@@ call meters | 2025-1 library physics canteen
@@ Alma | Meters of three buildings, and their labels
@@ Edda | Read and clean
=== heat/__init__.py
"""Heat of buildings."""
=== heat/clean.py
"""Reads raw files and leaves out what cannot be used. Raw files are never written."""

import csv
import dataclasses
import pathlib


@dataclasses.dataclass(frozen=True)
class Day:
    day: int
    tenths: int
    kwh: int


def read(path):
    """(days, how many had no value)."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    days = [Day(int(row["day"]), int(row["tenths"]), int(row["kwh"])) for row in rows if row["kwh"]]
    return days, len(rows) - len(days)


def labels(path):
    """{day: reason}; none when nobody has looked yet."""
    path = pathlib.Path(path)
    if not path.exists():
        return {}
    with open(path, encoding="utf-8", newline="") as file:
        return {int(row["day"]): row["reason"] for row in csv.DictReader(file)}


def without(days, odd):
    return [day for day in days if day.day not in odd]
=== tests/__init__.py
=== tests/test_clean.py
import pathlib

import pytest

from heat.clean import Day, labels, read, without

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"
RAW = sorted((DATA / "raw").glob("*.csv"))


def test_empty_values_are_left_out(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("year,day,tenths,kwh\n2025,0,-20,900\n2025,1,-15,\n", encoding="utf-8")
    assert read(path) == ([Day(0, -20, 900)], 1)


@pytest.mark.parametrize("path", RAW, ids=lambda path: path.stem)
def test_raw_files(path):
    days, missing = read(path)
    assert len(days) > 150 and missing < 15
    assert [day.day for day in days] == sorted({day.day for day in days})


@pytest.mark.parametrize("path", RAW, ids=lambda path: path.stem)
def test_labels_are_of_days_that_are_there(path):
    days, missing = read(path)
    odd = labels(DATA / "labels" / path.name)
    assert len(without(days, odd)) >= len(days) - len(odd)
    assert all(reason for reason in odd.values())
@@ Yusuf | Degree days and a line through them
=== heat/model.py
"""kWh of a day = base + slope * degree days."""

import dataclasses

LIMIT = 150


def degree_days(tenths):
    """How much colder than 15 degrees, in degrees."""
    return max(LIMIT - tenths, 0) / 10


@dataclasses.dataclass(frozen=True)
class Line:
    base: float
    slope: float

    def kwh(self, tenths):
        return self.base + self.slope * degree_days(tenths)


def fit(days, ridge=0.0):
    """The line with the least squares; `ridge` pulls the slope towards nothing. ValueError with fewer than three days."""
    if len(days) < 3:
        raise ValueError(f"{len(days)} days are too few")
    xs, ys = [degree_days(day.tenths) for day in days], [day.kwh for day in days]
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    above = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys))
    below = sum((x - mean_x) ** 2 for x in xs) + ridge
    slope = above / below if below else 0.0
    return Line(mean_y - slope * mean_x, slope)
=== tests/test_model.py
import pytest

from heat.clean import Day
from heat.model import Line, degree_days, fit


def test_degree_days():
    assert [degree_days(tenths) for tenths in (-50, 100, 150, 240)] == [20.0, 5.0, 0.0, 0.0]


def test_an_exact_line_is_found():
    line = fit([Day(day, tenths, int(Line(800, 30).kwh(tenths))) for day, tenths in enumerate((-50, 0, 50, 100, 200))])
    assert (line.base, line.slope) == (pytest.approx(800), pytest.approx(30))


def test_too_few():
    with pytest.raises(ValueError):
        fit([Day(0, 0, 5)])


def test_ridge_pulls():
    days = [Day(day, tenths, 800 - 3 * tenths) for day, tenths in enumerate((-50, 0, 50))]
    assert abs(fit(days, 1000).slope) < abs(fit(days).slope)
@@ call notebook | 01-first-look :: A first look :: from heat.clean import read;;days, missing = read("data/raw/library-2025-1.csv");;len(days), missing // # Cold days use more heat. // cold = [day.kwh for day in days if day.tenths < 0];;warm = [day.kwh for day in days if day.tenths > 120];;assert sum(cold) / len(cold) > sum(warm) / len(warm)
@@ Yusuf | Notebook: a first look
@@ Yusuf | Notebooks are run by a test
=== tests/test_notebooks.py
"""Runs the cells of each notebook from top to bottom; no outputs are kept in the repository."""

import json
import os
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(path, monkeypatch):
    monkeypatch.chdir(ROOT)
    names = {"__name__": "__main__"}
    book = json.loads(path.read_text(encoding="utf-8"))
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            exec(compile("".join(cell["source"]), str(path), "exec"), names)
    assert os.getcwd() == str(ROOT)
@@ release minor | Clean data and a line
@@ call meters | 2025-1 halls dormitory workshop
@@ Ivo | Three more buildings
@@ Alma | Find odd days
=== heat/odd.py
"""Days that use far more or less than the line says."""

import statistics

from heat.model import fit


def odd_days(days, times=3.0, ridge=0.1):
    """[(day, how many times the usual error)] of days that are off, worst first. The line is fitted twice: the second time without the worst."""
    line = fit(days, ridge)
    for _ in range(2):
        errors = {day.day: day.kwh - line.kwh(day.tenths) for day in days}
        usual = statistics.median(abs(error) for error in errors.values()) or 1.0
        line = fit([day for day in days if abs(errors[day.day]) <= 5 * usual], ridge)
    errors = {day.day: day.kwh - line.kwh(day.tenths) for day in days}
    usual = 1.4826 * statistics.median(abs(error) for error in errors.values()) or 1.0
    found = [(day, error / usual) for day, error in errors.items() if abs(error) > times * usual]
    return sorted(found, key=lambda each: -abs(each[1]))


def score(found, known):
    """(precision, recall) of found days against the labels."""
    found, known = set(found), set(known)
    both = len(found & known)
    return (both / len(found) if found else 1.0, both / len(known) if known else 1.0)
=== tests/test_odd.py
import pytest

from heat.clean import Day, labels, read
from heat.odd import odd_days, score
from tests.test_clean import DATA, RAW


def test_one_odd_day():
    days = [Day(day, -50 + 2 * day, 1000 - 5 * day + (day % 7)) for day in range(60)]
    days[30] = Day(30, 10, 4000)
    assert [day for day, _ in odd_days(days)] == [30]


def test_score():
    assert score([1, 2], [2, 3, 4, 5]) == (0.5, 0.25)
    assert score([], []) == (1.0, 1.0)


@pytest.mark.parametrize("path", RAW, ids=lambda path: path.stem)
def test_labels_are_found(path):
    known = labels(DATA / "labels" / path.name)
    days, _ = read(path)
    there = {day.day for day in days} & set(known)
    found = [day for day, _ in odd_days(days, times=5)]
    assert score(found, there)[1] == 1.0
@@ call notebook | 02-odd-days :: Which days are odd :: from heat.clean import labels, read;;from heat.odd import odd_days, score // # The dormitory has windows that stay open. // days, _ = read("data/raw/dormitory-2025-1.csv");;known = labels("data/labels/dormitory-2025-1.csv") // found = [day for day, times in odd_days(days, times=5)];;precision, recall = score(found, known);;assert recall > 0.5 or not known
@@ Alma | Notebook: odd days
@@ Edda | The pipeline keeps results under a digest of what went in
=== heat/settings.py
"""config/ENVIRONMENT.toml."""

import os
import pathlib
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent


def settings(place=None):
    name = place or os.environ.get("HEAT_ENV", "development")
    return tomllib.loads((ROOT / "config" / f"{name}.toml").read_text(encoding="utf-8"))
=== heat/steps.py
"""Steps whose results are kept: the same input is not computed twice."""

import hashlib
import json
import pathlib


def digest(*parts):
    total = hashlib.sha256()
    for part in parts:
        raw = part.read_bytes() if isinstance(part, pathlib.Path) else json.dumps(part, sort_keys=True).encode()
        total.update(len(raw).to_bytes(8, "big") + raw)
    return total.hexdigest()[:16]


class Steps:
    def __init__(self, out):
        self.out, self.computed = pathlib.Path(out), 0

    def do(self, name, inputs, act):
        """The result of `act()`, or the one kept for the same inputs."""
        path = self.out / "steps" / f"{name}-{digest(*inputs)}.json"
        if path.exists():
            return json.loads(path.read_text(encoding="utf-8"))
        result = act()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_suffix(".part").write_text(json.dumps(result), encoding="utf-8")
        path.with_suffix(".part").replace(path)
        self.computed += 1
        return result
=== heat/pipeline.py
"""python3 -m heat.pipeline OUT: lines and odd days of all buildings."""

import json
import pathlib
import sys

from heat.clean import labels, read, without
from heat.model import fit
from heat.odd import odd_days
from heat.settings import ROOT, settings
from heat.steps import Steps


def building(raw, label, config):
    days, missing = read(raw)
    line = fit(without(days, labels(label))[-config["model"]["days"] :], config["model"]["ridge"])
    odd = [day for day, _ in odd_days(days, config["odd"]["times"], config["model"]["ridge"])]
    return {"base": round(line.base, 1), "slope": round(line.slope, 2), "odd": odd, "missing": missing}


def run(out, data, config):
    """Writes out/buildings.json; gives (buildings, how many were computed anew)."""
    steps, found = Steps(out), {}
    for raw in sorted((data / "raw").glob("*.csv")):
        label = data / "labels" / raw.name
        inputs = [raw, *([label] if label.exists() else []), config["model"], config["odd"]]
        found[raw.stem] = steps.do(raw.stem, inputs, lambda raw=raw, label=label: building(raw, label, config))
    pathlib.Path(out).mkdir(parents=True, exist_ok=True)
    (pathlib.Path(out) / "buildings.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return len(found), steps.computed


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    print("%d buildings, %d computed" % run(sys.argv[1], ROOT / "data", settings()))
=== tests/test_pipeline.py
import json
import shutil

import pytest

from heat.pipeline import run
from heat.settings import settings
from tests.test_clean import DATA, RAW


@pytest.fixture
def data(tmp_path):
    shutil.copytree(DATA, tmp_path / "data")
    return tmp_path / "data"


def test_only_what_changed_is_computed(tmp_path, data):
    config, out = settings("development"), tmp_path / "out"
    assert run(out, data, config) == (len(RAW), len(RAW))
    assert run(out, data, config) == (len(RAW), 0)
    with open(data / "labels" / RAW[0].name, "a", encoding="utf-8") as file:
        file.write("7,window open,Alma\n")
    assert run(out, data, config) == (len(RAW), 1)


def test_raw_data_stay_as_they_are(tmp_path, data):
    before = {path.name: path.read_bytes() for path in (data / "raw").iterdir()}
    run(tmp_path / "out", data, settings("production"))
    assert {path.name: path.read_bytes() for path in (data / "raw").iterdir()} == before


def test_cold_costs_heat_everywhere(tmp_path, data):
    run(tmp_path / "out", data, settings("production"))
    assert all(building["slope"] > 0 for building in json.loads((tmp_path / "out/buildings.json").read_text(encoding="utf-8")).values())
@@ release minor | Odd days; The pipeline
@@ call meters | 2025-2 library physics canteen halls dormitory workshop
@@ Ivo | The second half of the year
