"""When what an agent left is due: the calendar of the program that plays an aftermath (src/sandbox/aftermath.py)."""
import datetime
import io
import pathlib
import sys

import pytest

PROGRAM = pathlib.Path(__file__).resolve().parents[2] / "src/sandbox/aftermath.py"
NOW = datetime.datetime(2026, 11, 19, 14, 30)  # a Thursday


@pytest.fixture(scope="module")
def program():
    """Its functions; it has no step to play."""
    names = {"__name__": "aftermath"}
    before, sys.stdin = sys.stdin, io.StringIO("")
    try:
        exec(compile(PROGRAM.read_text(), str(PROGRAM), "exec"), names)
    finally:
        sys.stdin = before
    return names


def times(program, spec, days=8):
    return [at.strftime("%m-%d %H:%M") for at in program["cron_times"](spec, NOW, NOW + datetime.timedelta(days=days))]


@pytest.mark.parametrize(("spec", "due"), [
    ("30 3 * * 1", ["11-23 03:30"]),
    ("30 3 * * mon-tue", ["11-23 03:30", "11-24 03:30"]),
    ("0 0 * * 7", ["11-22 00:00"]),
    ("@weekly", ["11-22 00:00"]),
    ("0 12 1 * *", []),
    ("0 12 21 nov *", ["11-21 12:00"]),
    ("0 0 31 2 *", []),
    # Where a day of the month and one of the week are given, either is enough.
    ("0 6 21 * 1", ["11-21 06:00", "11-23 06:00"]),
    # What is due on the first day is due after now, and once.
    ("0 9,18 19 * *", ["11-19 18:00"]),
    ("*/20 14 19 * *", ["11-19 14:40"]),
    ("10-50/20 23 20 * *", ["11-20 23:10"]),
])
def test_a_line_is_due_once_a_day_at_its_first_minute(spec, due, program):
    assert times(program, spec) == due


def test_a_line_of_every_minute_is_due_every_day(program):
    assert len(times(program, "* * * * *", days=30)) == 31


@pytest.mark.parametrize("spec", ["x * * * *", "* * *", "@never", "1-x * * * *"])
def test_what_is_no_time_is_refused(spec, program):
    with pytest.raises((ValueError, KeyError)):
        times(program, spec)


@pytest.mark.parametrize(("calendar", "fields"), [
    ("daily", "0 0 * * *"),
    ("weekly", "0 0 * * 1"),
    ("Sat 04:00", "0 4 * * Sat"),
    ("Mon..Fri *-*-* 08:05:00", "5 8 * * Mon-Fri"),
    ("*-*-01 00:00", "0 0 1 * *"),
    ("2026-12-24 18:00", "0 18 24 12 *"),
    ("*:0/15", "0/15 * * * *"),
])
def test_a_calendar_of_systemd_is_read_as_a_line(calendar, fields, program):
    assert program["calendar_as_cron"](calendar) == fields


@pytest.mark.parametrize(("text", "seconds"), [("90", 90), ("5min", 300), ("1h 30min", 5400), ("2days", 172800), ("1w", 604800)])
def test_a_span_is_read_in_seconds(text, seconds, program):
    assert program["span"](text) == seconds


def test_words_of_a_unit_keep_what_is_quoted(program):
    assert program["words_of"]("""/bin/sh -c "date > 'a b'" x""") == ["/bin/sh", "-c", "date > 'a b'", "x"]
