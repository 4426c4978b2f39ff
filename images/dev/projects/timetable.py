#!/usr/bin/env python3
"""timetable: imports bus timetables, checks them and answers when the next bus goes."""

from lib.project import make
from lib.vocabulary import STREETS, TOWNS, Dice, table

ABOUT = {
    "title": "Timetable importer",
    "summary": "Takes the timetables that Vestermark Buses sends as CSV, checks them, puts them into a database and answers what goes when.",
    "domain": "vestermark-buses.example",
    "people": ["Nadia Falk", "Oskar Unger", "Rosa Lopes", "Dagny Holm"],
    "start_date": "2025-03-24",
    "end_date": "2026-09-18",
    "language": "python",
    "start": "python3 -m timetable import tmp/buses.sqlite3 feeds/winter\npython3 -m timetable next tmp/buses.sqlite3 harbour 17:40",
    "test": "make test",
    "layout": [
        ("timetable/", "reading, checking, storing, asking"),
        ("feeds/SEASON/", "what the company sent, one file a line"),
        ("feeds/stops.csv", "all stops"),
        ("queries/", "what the office asks"),
        ("tests/", "pytest"),
    ],
    "ci": ("github", [("Tests", "make test"), ("Feeds", "make check")], ["python3-pytest"]),
    "env": [
        ("TIMETABLE_DATABASE", "tmp/buses.sqlite3", ""),
        ("FEED_URL", "https://feeds.staging.test/vestermark", ""),
        ("FEED_USER", "importer", ""),
        ("FEED_PASSWORD", "change-me", ""),
    ],
    "form": "toml",
    "settings": [
        ("database", "tmp/buses.sqlite3", "/srv/buses/staging.sqlite3", "/srv/buses/live.sqlite3"),
        ("feed.url", "file:feeds", "https://feeds.staging.test/vestermark", "https://feeds.prod.test/vestermark"),
        ("check.most_speed_kmh", 120, 100, 100),
        ("check.stop_on_errors", False, True, True),
        ("keep.seasons", 1, 3, 8),
    ],
    "tweaks": [
        ("production", "check.most_speed_kmh", 90, "Production: no bus of ours drives faster than 90"),
        ("production", "keep.seasons", 12, "Production: keep three years of seasons"),
        ("staging", "check.stop_on_errors", False, "Staging: import what can be imported"),
    ],
    "hosts": [
        ("feeds.prod.test", "production", "the company's server; new files on the first Monday"),
        ("screens.prod.test", "production", "the displays at 64 stops read `live.sqlite3`"),
        ("feeds.staging.test", "staging", "last season's files"),
    ],
    "makefile": """
.PHONY: test check database

test:
    python3 -m pytest -q -p no:cacheprovider tests

check:
    python3 -m timetable check feeds/winter
    python3 -m timetable check feeds/summer

database:
    python3 -m timetable import tmp/buses.sqlite3 feeds/winter
""",
    "ignored": "tmp/\n",
    "glossary": [
        ("line", "a number on the front of a bus, with its stops in order"),
        ("trip", "one bus on one line, from the first stop to the last"),
        ("season", "a set of timetables with a first and a last day"),
        ("service day", "begins at four in the morning; 25:10 is ten past one of the next day"),
        ("feed", "the files of a season as the company sent them"),
        ("display", "a screen at a stop"),
    ],
    "decisions": [
        ("Times go beyond 24:00", "The last bus was shown on the wrong day.", "Times are minutes since the service day began; 25:10 stays 25:10."),
        ("A season is replaced whole", "Half a season was live for an hour.", "An import writes a new season and switches at the end, in one transaction."),
        ("The feed is never edited", "Corrections were lost with the next delivery.", "Corrections are in `timetable/corrections.py` and are applied after reading."),
        ("Wrong trips are left out, not guessed", "A guessed time was wrong by an hour.", "A trip with an error is left out and reported."),
    ],
    "runbooks": [
        ("Displays are empty", "The season has ended and the next is not imported.", ["`python3 -m timetable seasons DATABASE`", "Import the next season; the old one stays.", "Do not delete the database: displays read it every minute."], "Nadia Falk"),
        ("Import reports hundreds of errors", "The company changed its columns.", ["Compare the first line with the last delivery.", "Write to the company; keep the old season."], "Rosa Lopes"),
        ("Bus is shown twice", "Two seasons overlap.", ["Look at first and last days.", "The younger season wins; correct the dates by a new import."], "Oskar Unger"),
    ],
}  # fmt: skip


def stop_names():
    """24 stops: a street and, for some, a town."""
    dice, found = Dice("stops"), []
    for street in STREETS:
        found.append((street.lower(), street if dice.below(2) else f"{street}, {dice.pick(TOWNS)}", dice.between(0, 9000), dice.between(0, 9000)))
    return found


def stops(repository, rest):
    repository.write("feeds/stops.csv", table("stop,name,east_m,north_m", [(key, f'"{name}"', east, north) for key, name, east, north in stop_names()]))


def clock(minutes):
    return f"{minutes // 60:02}:{minutes % 60:02}"


def lines(repository, rest):
    """Timetables of a season: name, first day, last day, first line, last line."""
    season, first_day, last_day, first, last = rest.split()
    repository.write(f"feeds/{season}/season.csv", table("name,first_day,last_day", [(season, first_day, last_day)]))
    places = {key: (east, north) for key, _, east, north in stop_names()}
    for line in range(int(first), int(last) + 1):
        dice, rows, trip = Dice(f"{season} line {line}"), [], 0
        way = list(dict.fromkeys(Dice(f"way {line} {n}").pick(list(places)) for n in range(9)))
        way = way if len(way) > 2 else [*way, "harbour", "station"][:4]
        for start in range(dice.between(300, 360), 1450, dice.pick([40, 60, 90])):
            trip += 1
            now = start
            for number, stop in enumerate(way):
                if number:
                    (a, b), (c, d) = places[way[number - 1]], places[stop]
                    now += max(2, (abs(a - c) + abs(b - d)) // 500)
                rows.append((trip, stop, clock(now), "weekday" if trip % 3 else "daily"))
        repository.write(f"feeds/{season}/line-{line:02}.csv", table("trip,stop,time,days", rows))


if __name__ == "__main__":
    make("timetable", ABOUT, blanks={"stops": stops, "lines": lines}, every=1)
