#!/usr/bin/env python3
"""notebooks: a data pipeline with notebooks: meters of buildings, hand-made labels, a small model; plain Python."""

import json

from lib.project import make
from lib.vocabulary import Dice, table

ABOUT = {
    "title": "Heat of buildings",
    "summary": "How much heat the buildings of Grauheim University use, which days are odd, and what next week will need. Notebooks and a pipeline in plain Python.",
    "domain": "grauheim-uni.example",
    "people": ["Edda Bergman", "Yusuf Nakata", "Alma Petit", "Ivo Zeller"],
    "start_date": "2025-02-17",
    "end_date": "2026-07-24",
    "language": "python",
    "start": "make pipeline\npython3 -m heat.report out/buildings.json",
    "test": "make test",
    "layout": [
        ("data/raw/", "meters, one file a building and half-year; as they came, never changed"),
        ("data/labels/", "odd days, marked by hand; weeks of work, nowhere else"),
        ("heat/", "the steps as functions"),
        ("notebooks/", "what was tried; each can be run from top to bottom"),
        ("out/", "results; made by `make pipeline`, not in the repository"),
        ("docs/data.md", "where the data come from"),
    ],
    "ci": ("gitlab", [("Tests", "make test"), ("Pipeline", "make pipeline")], ["python3-pytest"]),
    "env": [
        ("HEAT_STORE", "data", "production: the share of the institute"),
        ("METER_API", "http://meters.staging.test:8080", "each call is paid for"),
        ("METER_API_KEY", "change-me", "paid by the institute; not for trying things"),
    ],
    "form": "toml",
    "settings": [
        ("store", "data", "/srv/heat/staging", "/srv/heat/live"),
        ("model.days", 60, 180, 365),
        ("model.ridge", 0.1, 0.1, 0.1),
        ("odd.times", 3.0, 3.0, 3.5),
        ("meters.most_calls", 0, 50, 500),
    ],
    "tweaks": [
        ("production", "odd.times", 4.0, "Production: fewer false alarms"),
        ("production", "meters.most_calls", 300, "Production: the budget is 300 calls a day"),
        ("staging", "model.days", 365, "Staging: a whole year, as in production"),
        ("staging", "odd.times", 4.0, "Staging: odd days as in production"),
    ],
    "hosts": [
        ("share.prod.test", "production", "`/srv/heat/live`: raw data and labels; labels are backed up once a month"),
        ("meters.prod.test", "production", "the city's interface; 0.02 euros a call"),
        ("meters.staging.test", "staging", "repeats the calls of last year"),
    ],
    "makefile": """
.PHONY: test pipeline clean

test:
    python3 -m pytest -q -p no:cacheprovider tests

pipeline:
    python3 -m heat.pipeline out

clean:
    rm -rf out
""",
    "ignored": "out/\ntmp/\n.ipynb_checkpoints/\n",
    "glossary": [
        ("raw", "as the city sent it; read only"),
        ("label", "a day that a person looked at and called odd, with a reason"),
        ("degree day", "how much colder than 15 degrees a day was"),
        ("base load", "what a building uses in summer"),
        ("step", "a function of the pipeline; its result is kept under a digest of what went in"),
        ("forecast", "heat for the next seven days"),
    ],
    "decisions": [
        ("Raw data are never changed", "Two people cleaned the same file differently.", "Cleaning is a step; its result is in `out/`."),
        ("Labels are text in the repository", "They were in a spreadsheet that was overwritten.", "One CSV a building in `data/labels/`, reviewed like code."),
        ("Plain Python", "The student who set up the environment has left.", "The model is a regression with two unknowns; it needs no library."),
        ("Notebooks run in CI", "Half of them did not run any more.", "A test runs the cells of each notebook in order."),
    ],
    "runbooks": [
        ("Forecast is far off", "A meter was exchanged, or the holidays.", ["Plot raw data of the building.", "Add a label with the reason.", "Run the pipeline again."], "Edda Bergman"),
        ("Budget of calls is spent", "A loop asked for each hour.", ["Stop the job.", "Use the files in `data/raw/`; they have everything until yesterday."], "Alma Petit"),
        ("Share is full", "Results were written beside the raw data.", ["Remove results: they can be made again.", "Raw data and labels stay."], "Ivo Zeller"),
    ],
}  # fmt: skip

BUILDINGS = {"library": (900, 41), "physics": (1400, 66), "canteen": (500, 28), "halls": (700, 39), "dormitory": (650, 52), "workshop": (300, 35), "archive": (220, 12), "gym": (410, 31)}


def temperature(day):
    """Tenths of a degree on a day of the year, cold in winter."""
    from_winter = min(day, 365 - day)
    return from_winter * 22 // 18 - 20 + Dice(f"weather {day}").between(-35, 35)


def meters(repository, rest):
    """Daily readings of some buildings: half (2025-1 or 2025-2), then names; and their odd days."""
    half, *names = rest.split()
    year, part = half.split("-")
    days = range(0, 181) if part == "1" else range(181, 365)
    for name in names:
        base, slope = BUILDINGS[name]
        dice, rows, odd = Dice(f"{name} {half}"), [], []
        for day in days:
            month, date = 1 + day * 12 // 366, 1 + (day - (day * 12 // 366) * 366 // 12) % 28
            tenths = temperature(day)
            kwh = base + slope * max(150 - tenths, 0) // 10 + dice.between(-base // 12, base // 12)
            if dice.below(60) == 0:
                kwh *= 5
                odd.append((day, dice.pick(["window open", "meter stuck", "valve broken", "event in the evening"])))
            rows.append((year, day, tenths, "" if dice.below(70) == 0 else kwh))
        repository.write(f"data/raw/{name}-{half}.csv", table("year,day,tenths,kwh", rows))
        repository.write(f"data/labels/{name}-{half}.csv", table("day,reason,who", [(day, why, dice.pick(["Alma", "Ivo"])) for day, why in odd]))


def notebook(repository, rest):
    """A notebook: file name, title, and cells divided by //; a cell that begins with # is text."""
    name, title, cells = (part.strip() for part in rest.split("::"))
    made = [{"cell_type": "markdown", "metadata": {}, "source": [f"# {title}"]}]
    for cell in cells.split("//"):
        lines = cell.strip().replace(";;", "\n").splitlines(keepends=True)
        kind = "markdown" if lines[0].startswith("# ") else "code"
        lines = [lines[0].removeprefix("# "), *lines[1:]] if kind == "markdown" else lines
        made.append({"cell_type": kind, "metadata": {}, "source": lines} | ({"execution_count": None, "outputs": []} if kind == "code" else {}))
    text = json.dumps({"cells": made, "metadata": {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}, "nbformat": 4, "nbformat_minor": 4}, indent=1)
    repository.write(f"notebooks/{name}.ipynb", text + "\n")


if __name__ == "__main__":
    make("notebooks", ABOUT, blanks={"meters": meters, "notebook": notebook}, every=1)
