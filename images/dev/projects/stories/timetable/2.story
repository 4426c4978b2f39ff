@@ Oskar | Command line
=== timetable/settings.py
"""config/ENVIRONMENT.toml."""

import os
import pathlib
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent


def settings(place=None):
    name = place or os.environ.get("TIMETABLE_ENV", "development")
    return tomllib.loads((ROOT / "config" / f"{name}.toml").read_text(encoding="utf-8"))
=== timetable/__main__.py
"""timetable check FEED | import DATABASE FEED | next DATABASE STOP HH:MM [DAY] | seasons DATABASE"""

import datetime
import pathlib
import sys

from timetable.ask import next_calls
from timetable.check import sorted_out
from timetable.feed import read_season, read_stops, read_trips
from timetable.settings import settings
from timetable.store import connect, put
from timetable.times import service_minutes


def checked(feed):
    """(season, stops, good trips); prints what is wrong."""
    stops = read_stops(feed.parent / "stops.csv")
    good, bad = sorted_out(read_trips(feed), stops, settings()["check"]["most_speed_kmh"])
    for trip, found in bad:
        print(f"line {trip.line}, trip {trip.number}: {'; '.join(found)}")
    print(f"{len(good)} trips, {len(bad)} left out")
    if bad and settings()["check"]["stop_on_errors"]:
        raise SystemExit(1)
    return read_season(feed), stops, good


def main(words):
    if words[:1] == ["check"] and len(words) == 2:
        checked(pathlib.Path(words[1]))
    elif words[:1] == ["import"] and len(words) == 3:
        pathlib.Path(words[1]).parent.mkdir(parents=True, exist_ok=True)
        put(connect(words[1]), *checked(pathlib.Path(words[2])))
    elif words[:1] == ["next"] and len(words) in (4, 5):
        day = datetime.date.fromisoformat(words[4]) if len(words) == 5 else datetime.date.today()
        for time, line, last in next_calls(connect(words[1]), words[2], day, service_minutes(words[3])):
            print(f"{time}  {line:>3}  {last}")
    elif words[:1] == ["seasons"] and len(words) == 2:
        for row in connect(words[1]).execute("SELECT name, first_day, last_day FROM season ORDER BY first_day"):
            print(*row)
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
=== tests/test_main.py
from tests.test_feed import FEEDS
from timetable.__main__ import main
from timetable.settings import settings


def test_import_and_ask(tmp_path, capsys):
    path = str(tmp_path / "b" / "buses.sqlite3")
    for season in ("winter", "summer"):
        assert main(["import", path, str(FEEDS / season)]) == 0
    assert main(["seasons", path]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "summer 2026-06-14 2026-12-12"


def test_usage():
    assert main([]) == 2
    assert main(["fly", "x"]) == 2


def test_production_is_strict():
    assert settings("production")["check"]["stop_on_errors"] is True
@@ release minor | The database; Next buses; The summer timetable
@@ branch feature/saturday-timetables
@@ Dagny | Holidays are Sundays
=== timetable/holidays.py
"""Days on which buses go as on Sundays."""

import datetime

FIXED = {(1, 1), (5, 1), (12, 24), (12, 25), (12, 26), (12, 31)}


def easter(year):
    """The Sunday of Easter in the Gregorian calendar."""
    a, b, c = year % 19, year // 100, year % 100
    d = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    e = (32 + 2 * (b % 4) + 2 * (c // 4) - d - c % 4) % 7
    f = d + e - 7 * ((a + 11 * d + 22 * e) // 451) + 114
    return datetime.date(year, f // 31, f % 31 + 1)


def weekday(day):
    """6 for holidays, else what the calendar says."""
    moving = {easter(day.year) + datetime.timedelta(days=days) for days in (-2, 0, 1, 39, 50)}
    return 6 if (day.month, day.day) in FIXED or day in moving else day.weekday()
=== tests/test_holidays.py
import datetime

from timetable.holidays import easter, weekday


def test_easter():
    assert [easter(year) for year in (2024, 2025, 2026)] == [datetime.date(2024, 3, 31), datetime.date(2025, 4, 20), datetime.date(2026, 4, 5)]


def test_holidays():
    assert weekday(datetime.date(2026, 4, 6)) == 6
    assert weekday(datetime.date(2026, 4, 7)) == 1
@@ switch main
@@ Dagny | Corrections that are applied after reading
=== timetable/corrections.py
"""What we know better than the feed. Applied after reading; the feed stays as it was sent."""

import dataclasses

# (season, line, trip, stop, minutes to add)
SHIFTS = [("winter", 4, 2, "mill", 1)]
LEFT_OUT = {("winter", 6, 1): "goes for schools only"}


def corrected(season, trips, shifts=None, left_out=None):
    """The trips with our corrections."""
    shifts = SHIFTS if shifts is None else shifts
    left_out = LEFT_OUT if left_out is None else left_out
    found = []
    for trip in trips:
        if (season, trip.line, trip.number) in left_out:
            continue
        add = {stop: more for where, line, number, stop, more in shifts if (where, line, number) == (season, trip.line, trip.number)}
        found.append(dataclasses.replace(trip, calls=tuple((stop, time + add.get(stop, 0)) for stop, time in trip.calls)))
    return found
=== tests/test_corrections.py
from tests.test_store import TRIPS
from timetable.corrections import corrected


def test_shift_and_leave_out():
    found = corrected("winter", TRIPS, shifts=[("winter", 3, 1, "park", 2)], left_out={("winter", 3, 2): "never came"})
    assert [trip.calls for trip in found] == [(("mill", 480), ("park", 492), ("quarry", 505))]
    assert corrected("summer", TRIPS, shifts=[("winter", 3, 1, "park", 2)], left_out={}) == TRIPS
@@ Rosa | What the office asks
=== queries/busiest_stops.sql
-- Stops with the most calls in a season.
SELECT stop.name, COUNT(*) AS calls
FROM call JOIN stop ON stop.key = call.stop
WHERE call.season = :season
GROUP BY stop.name
ORDER BY calls DESC, stop.name
LIMIT 10
=== queries/first_and_last.sql
-- First and last bus of each line.
SELECT line, MIN(minutes) AS first, MAX(minutes) AS last
FROM call
WHERE season = :season AND place = 0
GROUP BY line
ORDER BY line
=== tests/test_queries.py
import pathlib

import pytest

from tests.test_store import base  # noqa: F401

QUERIES = pathlib.Path(__file__).resolve().parent.parent / "queries"


@pytest.mark.parametrize(("name", "first"), [("busiest_stops", ("Mill", 2)), ("first_and_last", (3, 480, 1500))])
def test_first_row(base, name, first):  # noqa: F811
    assert base.execute((QUERIES / f"{name}.sql").read_text(encoding="utf-8"), {"season": "winter"}).fetchone() == first
@@ call lines | autumn 2026-09-06 2026-12-12 1 3
@@ Rosa | Building site at the station: other times on lines 1 to 3
@@ release minor | Corrections; Questions of the office
@@ Dagny | How a delivery is taken in
=== docs/delivery.md
# How a delivery is taken in

1. The company writes: the files are on `feeds.prod.test`.
2. Copy them into `feeds/SEASON/`, unchanged, and commit.
3. `python3 -m timetable check feeds/SEASON`; send the list of errors to the company.
4. Import on staging; look at three stops.
5. Import in production in the evening. The season before stays in the database.
