@@ Nadia | Times of a service day
=== timetable/__init__.py
"""Timetables of buses."""
=== timetable/times.py
"""Times of a service day: minutes since midnight of its date; 25:10 is 1510."""

import re

TIME = re.compile(r"(\d\d):([0-5]\d)")
NEW_DAY = 4 * 60


def minutes(text):
    match = TIME.fullmatch(text)
    if not match or int(match[1]) > 28:
        raise ValueError(f"not a time: {text!r}")
    return int(match[1]) * 60 + int(match[2])


def show(value):
    """As people read it: 1510 is 01:10."""
    return f"{value // 60 % 24:02}:{value % 60:02}"


def service_minutes(text):
    """A time on a clock as minutes of the service day: 01:10 belongs to the day before."""
    value = minutes(text)
    return value + 24 * 60 if value < NEW_DAY else value
=== tests/__init__.py
=== tests/test_times.py
import pytest

from timetable.times import minutes, service_minutes, show


def test_beyond_midnight():
    assert minutes("25:10") == 1510
    assert show(1510) == "01:10"
    assert service_minutes("01:10") == 1510
    assert service_minutes("04:00") == 240


@pytest.mark.parametrize("text", ["7:10", "24:60", "29:00", "noon", ""])
def test_not_a_time(text):
    with pytest.raises(ValueError):
        minutes(text)
@@ call stops | 
@@ Rosa | All stops
@@ call lines | winter 2025-12-14 2026-06-13 1 6
@@ Rosa | The company's winter timetable, lines 1 to 6
@@ Oskar | Read a feed
=== timetable/feed.py
"""Reads what the company sends."""

import csv
import dataclasses
import datetime
import itertools
import pathlib

from timetable.times import minutes

DAYS = {"weekday": range(5), "saturday": [5], "sunday": [6], "daily": range(7)}


@dataclasses.dataclass(frozen=True)
class Stop:
    key: str
    name: str
    east: int
    north: int


@dataclasses.dataclass(frozen=True)
class Trip:
    line: int
    number: int
    days: str
    calls: tuple  # of (stop, minutes)


@dataclasses.dataclass(frozen=True)
class Season:
    name: str
    first_day: datetime.date
    last_day: datetime.date


def rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def read_stops(path):
    return {row["stop"]: Stop(row["stop"], row["name"], int(row["east_m"]), int(row["north_m"])) for row in rows(path)}


def read_season(folder):
    row = next(rows(pathlib.Path(folder) / "season.csv"))
    return Season(row["name"], datetime.date.fromisoformat(row["first_day"]), datetime.date.fromisoformat(row["last_day"]))


def read_line(path):
    """The trips of one file, in order."""
    line = int(path.stem.removeprefix("line-"))
    for number, group in itertools.groupby(rows(path), key=lambda row: int(row["trip"])):
        group = list(group)
        yield Trip(line, number, group[0]["days"], tuple((row["stop"], minutes(row["time"])) for row in group))


def read_trips(folder):
    return [trip for path in sorted(pathlib.Path(folder).glob("line-*.csv")) for trip in read_line(path)]
=== tests/test_feed.py
import datetime
import pathlib

from timetable.feed import read_season, read_stops, read_trips

FEEDS = pathlib.Path(__file__).resolve().parent.parent / "feeds"


def test_winter():
    season = read_season(FEEDS / "winter")
    trips = read_trips(FEEDS / "winter")
    assert season.first_day == datetime.date(2025, 12, 14)
    assert len({trip.line for trip in trips}) >= 6
    assert all(len(trip.calls) >= 3 for trip in trips)


def test_stops():
    assert read_stops(FEEDS / "stops.csv")["harbour"].name.startswith("Harbour")
@@ Oskar | Check trips: order, speed, stops
=== timetable/check.py
"""What can be wrong with a trip."""

from timetable.feed import DAYS


def distance(first, second):
    """Metres along streets that run north and east."""
    return abs(first.east - second.east) + abs(first.north - second.north)


def problems(trip, stops, most_speed=100):
    """Sentences about one trip; none when it is all right."""
    found = []
    if trip.days not in DAYS:
        found.append(f"days are {trip.days!r}")
    if len(trip.calls) < 2:
        found.append("fewer than two stops")
    found += [f"no stop {stop}" for stop, _ in trip.calls if stop not in stops]
    for (stop, time), (next_stop, next_time) in zip(trip.calls, trip.calls[1:]):
        if next_time <= time:
            found.append(f"{next_stop} is not after {stop}")
        elif stop in stops and next_stop in stops:
            speed = distance(stops[stop], stops[next_stop]) * 60 / (next_time - time) / 1000
            if speed > most_speed:
                found.append(f"{speed:.0f} km/h from {stop} to {next_stop}")
    return found


def sorted_out(trips, stops, most_speed=100):
    """(good trips, [(trip, sentences)])."""
    good, bad = [], []
    for trip in trips:
        found = problems(trip, stops, most_speed)
        if found:
            bad.append((trip, found))
        else:
            good.append(trip)
    return good, bad
=== tests/test_check.py
import pytest

from tests.test_feed import FEEDS
from timetable.check import problems, sorted_out
from timetable.feed import Stop, Trip, read_stops, read_trips

STOPS = {"mill": Stop("mill", "Mill", 0, 0), "park": Stop("park", "Park", 3000, 1000)}


def trip(*calls, days="daily"):
    return Trip(1, 1, days, calls)


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (trip(("mill", 300), ("park", 302)), "120 km/h from mill to park"),
        (trip(("mill", 300), ("park", 300)), "park is not after mill"),
        (trip(("mill", 300), ("moon", 310)), "no stop moon"),
        (trip(("mill", 300)), "fewer than two stops"),
        (trip(("mill", 300), ("park", 310), days="never"), "days are 'never'"),
    ],
)
def test_problems(bad, sentence):
    assert problems(bad, STOPS) == [sentence]


def test_sorted_out():
    good, bad = sorted_out([trip(("mill", 300), ("park", 310)), trip(("mill", 300))], STOPS)
    assert (len(good), len(bad)) == (1, 1)


@pytest.mark.parametrize("season", sorted(path.name for path in FEEDS.iterdir() if path.is_dir()))
def test_our_feeds_are_good(season):
    _, bad = sorted_out(read_trips(FEEDS / season), read_stops(FEEDS / "stops.csv"))
    assert bad == []
@@ release minor | Feeds are read and checked
@@ Nadia | The database: seasons, trips, calls
=== timetable/schema.sql
CREATE TABLE IF NOT EXISTS season (
  name TEXT PRIMARY KEY,
  first_day TEXT NOT NULL,
  last_day TEXT NOT NULL,
  live INTEGER NOT NULL
);

CREATE TABLE IF NOT EXISTS stop (
  key TEXT PRIMARY KEY,
  name TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS call (
  season TEXT NOT NULL REFERENCES season (name),
  line INTEGER NOT NULL,
  trip INTEGER NOT NULL,
  place INTEGER NOT NULL,
  stop TEXT NOT NULL REFERENCES stop (key),
  minutes INTEGER NOT NULL,
  days TEXT NOT NULL,
  PRIMARY KEY (season, line, trip, place)
);

CREATE INDEX IF NOT EXISTS call_by_stop ON call (season, stop, minutes);
=== timetable/store.py
"""Puts a season into the database."""

import pathlib
import sqlite3


def connect(path):
    base = sqlite3.connect(path)
    base.execute("PRAGMA foreign_keys = ON")
    base.executescript((pathlib.Path(__file__).parent / "schema.sql").read_text(encoding="utf-8"))
    return base


def put(base, season, stops, trips):
    """A season as a whole: what was there under its name is replaced, in one transaction."""
    with base:
        base.executemany("INSERT INTO stop VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET name = excluded.name", [(stop.key, stop.name) for stop in stops.values()])
        base.execute("DELETE FROM call WHERE season = ?", (season.name,))
        base.execute("INSERT OR REPLACE INTO season VALUES (?, ?, ?, 1)", (season.name, season.first_day.isoformat(), season.last_day.isoformat()))
        for trip in trips:
            rows = [(season.name, trip.line, trip.number, place, stop, minutes, trip.days) for place, (stop, minutes) in enumerate(trip.calls)]
            base.executemany("INSERT INTO call VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


def season_on(base, day):
    """The name of the season of a day; the one that begins last when two overlap."""
    row = base.execute("SELECT name FROM season WHERE ? BETWEEN first_day AND last_day AND live = 1 ORDER BY first_day DESC LIMIT 1", (day.isoformat(),)).fetchone()
    return row[0] if row else None
=== tests/test_store.py
import datetime

import pytest

from timetable.feed import Season, Stop, Trip
from timetable.store import connect, put, season_on

STOPS = {key: Stop(key, key.title(), 0, 0) for key in ("mill", "park", "quarry")}
WINTER = Season("winter", datetime.date(2025, 12, 14), datetime.date(2026, 6, 13))
SUMMER = Season("summer", datetime.date(2026, 6, 1), datetime.date(2026, 12, 12))
TRIPS = [Trip(3, 1, "weekday", (("mill", 480), ("park", 490), ("quarry", 505))), Trip(3, 2, "daily", (("mill", 1500), ("park", 1510)))]


@pytest.fixture
def base():
    made = connect(":memory:")
    put(made, WINTER, STOPS, TRIPS)
    put(made, SUMMER, STOPS, TRIPS[:1])
    return made


def test_a_season_is_replaced_whole(base):
    put(base, WINTER, STOPS, TRIPS[1:])
    assert base.execute("SELECT season, COUNT(*) FROM call GROUP BY season ORDER BY season").fetchall() == [("summer", 3), ("winter", 2)]


def test_a_failed_import_changes_nothing(base):
    before = base.execute("SELECT * FROM call").fetchall()
    with pytest.raises(Exception, match="FOREIGN KEY"):
        put(base, WINTER, STOPS, [Trip(9, 1, "daily", (("moon", 1), ("mill", 2)))])
    assert base.execute("SELECT * FROM call").fetchall() == before


def test_the_younger_season_wins(base):
    assert [season_on(base, datetime.date(2026, month, 5)) for month in (1, 6, 8)] == ["winter", "summer", "summer"]
    assert season_on(base, datetime.date(2027, 1, 1)) is None
@@ Nadia | When the next bus goes
=== timetable/ask.py
"""Answers for people at a stop."""

from timetable.feed import DAYS
from timetable.store import season_on
from timetable.times import show


def next_calls(base, stop, day, after, count=5):
    """(time, line, last stop) of the next buses at a stop on a day; `after` in minutes of the service day."""
    season = season_on(base, day)
    found = base.execute(
        "SELECT call.minutes, call.line, stop.name, call.days FROM call"
        " JOIN (SELECT season, line, trip, MAX(place) AS place FROM call GROUP BY season, line, trip) AS last USING (season, line, trip)"
        " JOIN call AS final ON final.season = call.season AND final.line = call.line AND final.trip = call.trip AND final.place = last.place"
        " JOIN stop ON stop.key = final.stop"
        " WHERE call.season = ? AND call.stop = ? AND call.minutes >= ? AND call.place < last.place ORDER BY call.minutes, call.line",
        (season, stop, after),
    )
    return [(show(minutes), line, name) for minutes, line, name, days in found if day.weekday() in DAYS[days]][:count]
=== tests/test_ask.py
import datetime

from tests.test_store import base  # noqa: F401
from timetable.ask import next_calls

MONDAY, SUNDAY = datetime.date(2026, 3, 2), datetime.date(2026, 3, 8)


def test_on_a_weekday(base):  # noqa: F811
    assert next_calls(base, "mill", MONDAY, 470) == [("08:00", 3, "Quarry"), ("01:00", 3, "Park")]
    assert next_calls(base, "mill", MONDAY, 481) == [("01:00", 3, "Park")]


def test_on_a_sunday(base):  # noqa: F811
    assert next_calls(base, "mill", SUNDAY, 0) == [("01:00", 3, "Park")]


def test_nobody_waits_at_the_last_stop(base):  # noqa: F811
    assert next_calls(base, "quarry", MONDAY, 0) == []
@@ call lines | summer 2026-06-14 2026-12-12 1 8
@@ Rosa | The company's summer timetable
