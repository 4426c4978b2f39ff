@@ Zoe | Tables
=== schema/tables.sql
CREATE TABLE customer (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  address TEXT NOT NULL,
  kind TEXT NOT NULL,
  mandate INTEGER NOT NULL
);

CREATE TABLE reading (
  customer_id TEXT NOT NULL REFERENCES customer (id),
  day TEXT NOT NULL,
  litres INTEGER NOT NULL,
  estimate INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (customer_id, day)
);

CREATE TABLE invoice (
  number TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customer (id),
  month TEXT NOT NULL,
  cents INTEGER NOT NULL,
  paid_on TEXT,
  credit_of TEXT REFERENCES invoice (number)
);

CREATE TABLE job_log (
  key TEXT PRIMARY KEY,
  moment TEXT NOT NULL
);
=== billing/__init__.py
"""Invoices for water."""
=== billing/database.py
"""Opens the database; makes its tables."""

import pathlib
import sqlite3

ROOT = pathlib.Path(__file__).resolve().parent.parent


def connect(path):
    base = sqlite3.connect(path)
    base.row_factory = sqlite3.Row
    base.execute("PRAGMA foreign_keys = ON")
    return base


def make_tables(base):
    for path in sorted((ROOT / "schema").glob("*.sql")):
        base.executescript(path.read_text(encoding="utf-8"))
=== tests/conftest.py
import pytest

from billing.database import connect, make_tables


@pytest.fixture
def base():
    made = connect(":memory:")
    make_tables(made)
    made.execute("INSERT INTO customer VALUES ('C1', 'Rosa Dahl', 'rosa@mail.example', 'Mill Street 1', 'house', 1), ('C2', 'Jonas Tamm', 'jonas@mail.example', 'Kiln Street 4', 'flat', 0)")
    return made
=== tests/__init__.py
@@ Anton | Tariffs change on a day
=== billing/tariffs.py
"""What water costs, from which day on."""

import bisect
import dataclasses

from billing.rounding import half_even


@dataclasses.dataclass(frozen=True)
class Tariff:
    since: str
    cubic_metre_cents: int
    connection_cents: dict

    def price(self, litres, kind):
        """Cents for a month."""
        return half_even(litres * self.cubic_metre_cents, 1000) + self.connection_cents[kind]


TARIFFS = [
    Tariff("2024-01-01", 189, {"house": 690, "flat": 410, "shop": 990}),
    Tariff("2025-07-01", 204, {"house": 720, "flat": 430, "shop": 1090}),
    Tariff("2026-04-01", 211, {"house": 750, "flat": 440, "shop": 1150}),
]


def tariff_on(day, tariffs=None):
    tariffs = tariffs or TARIFFS
    place = bisect.bisect_right([tariff.since for tariff in tariffs], day)
    if place == 0:
        raise ValueError(f"no tariff on {day}")
    return tariffs[place - 1]
=== billing/rounding.py
"""Division that rounds halves to the even number, as the contract says."""


def half_even(value, divisor):
    whole, rest = divmod(value, divisor)
    if 2 * rest > divisor or (2 * rest == divisor and whole % 2):
        whole += 1
    return whole
=== tests/test_tariffs.py
import pytest

from billing.rounding import half_even
from billing.tariffs import TARIFFS, tariff_on


@pytest.mark.parametrize(("value", "rounded"), [(1499, 1), (1500, 2), (2500, 2), (2501, 3)])
def test_half_even(value, rounded):
    assert half_even(value, 1000) == rounded


def test_day_of_a_change():
    assert tariff_on("2025-06-30") == TARIFFS[0]
    assert tariff_on("2025-07-01") == TARIFFS[1]
    with pytest.raises(ValueError):
        tariff_on("2023-12-31")


def test_price():
    assert tariff_on("2026-05-01").price(10000, "house") == 2110 + 750


def test_tariffs_are_in_order_and_complete():
    assert [tariff.since for tariff in TARIFFS] == sorted(tariff.since for tariff in TARIFFS)
    assert {frozenset(tariff.connection_cents) for tariff in TARIFFS} == {frozenset({"house", "flat", "shop"})}
@@ call customers | 60
@@ Ivo | Invented customers
@@ call readings | 2025-01 2025-06 60
@@ Ivo | Their readings until June
@@ Anton | Load customers and readings
=== billing/readings.py
"""Readings of meters."""

import csv


def load_customers(base, lines):
    rows = [(row["customer"], row["name"], row["email"], row["address"], row["kind"], row["mandate"] == "yes") for row in csv.DictReader(lines)]
    base.executemany("INSERT OR IGNORE INTO customer VALUES (?, ?, ?, ?, ?, ?)", rows)
    return len(rows)


def load_readings(base, lines):
    """Adds readings; one that is there already is not replaced. Gives how many rows there were."""
    rows = [(row["customer"], row["day"], int(row["litres"])) for row in csv.DictReader(lines)]
    base.executemany("INSERT OR IGNORE INTO reading (customer_id, day, litres) VALUES (?, ?, ?)", rows)
    return len(rows)


def used(base, customer, month):
    """Litres between the last reading before a month and the one in it; None when one of them is missing."""
    found = base.execute("SELECT litres FROM reading WHERE customer_id = ? AND day LIKE ?", (customer, f"{month}-%")).fetchone()
    before = base.execute("SELECT litres FROM reading WHERE customer_id = ? AND day < ? ORDER BY day DESC LIMIT 1", (customer, f"{month}-01")).fetchone()
    if found is None or before is None:
        return None
    if found["litres"] < before["litres"]:
        raise ValueError(f"{customer}: the meter went backwards in {month}")
    return found["litres"] - before["litres"]
=== tests/test_readings.py
import pytest

from billing.database import ROOT
from billing.readings import load_customers, load_readings, used

LINES = ["customer,day,litres", "C1,2026-01-28,5000", "C1,2026-02-28,12500"]


def test_used(base):
    load_readings(base, LINES)
    assert used(base, "C1", "2026-02") == 7500
    assert used(base, "C1", "2026-01") is None
    assert used(base, "C2", "2026-02") is None


def test_a_reading_is_not_replaced(base):
    load_readings(base, LINES)
    load_readings(base, ["customer,day,litres", "C1,2026-02-28,1"])
    assert used(base, "C1", "2026-02") == 7500


def test_backwards(base):
    load_readings(base, [*LINES, "C1,2026-03-28,12000"])
    with pytest.raises(ValueError):
        used(base, "C1", "2026-03")


@pytest.mark.parametrize("path", sorted((ROOT / "readings").glob("20*.csv")), ids=lambda path: path.stem)
def test_invented_readings_can_be_loaded(base, path):
    load_customers(base, (ROOT / "readings/customers.csv").read_text(encoding="utf-8").splitlines())
    assert load_readings(base, path.read_text(encoding="utf-8").splitlines()) > 40
@@ Zoe | A job runs once for a key
=== billing/once.py
"""Does a thing once, whatever happens between."""

import datetime


def once(base, key, act):
    """Runs `act` and remembers the key, both or neither; False when the key is known."""
    with base:
        if base.execute("SELECT 1 FROM job_log WHERE key = ?", (key,)).fetchone():
            return False
        act()
        base.execute("INSERT INTO job_log VALUES (?, ?)", (key, datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")))
    return True
=== tests/test_once.py
import pytest

from billing.once import once


def test_once(base):
    calls = []
    assert once(base, "a", lambda: calls.append(1))
    assert not once(base, "a", lambda: calls.append(2))
    assert calls == [1]


def test_a_failure_leaves_nothing(base):
    def fail():
        base.execute("INSERT INTO reading (customer_id, day, litres) VALUES ('C1', '2026-01-01', 1)")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        once(base, "a", fail)
    assert base.execute("SELECT COUNT(*) FROM reading").fetchone()[0] == 0
    assert once(base, "a", lambda: None)
@@ Anton | Estimates when a reading is missing
=== billing/estimates.py
"""A reading that nobody sent, from the last ones."""

import datetime


def estimate(readings, day):
    """Litres on a day, along the line through the first and the last of (day, litres); None with fewer than two."""
    if len(readings) < 2:
        return None
    (first_day, first), (last_day, last) = readings[0], readings[-1]
    days = (datetime.date.fromisoformat(last_day) - datetime.date.fromisoformat(first_day)).days
    ahead = (datetime.date.fromisoformat(day) - datetime.date.fromisoformat(last_day)).days
    return last + (last - first) * ahead // days
=== tests/test_estimates.py
from billing.estimates import estimate


def test_along_the_line():
    assert estimate([("2026-01-01", 1000), ("2026-01-11", 2000)], "2026-01-31") == 4000
    assert estimate([("2026-01-01", 1000)], "2026-01-31") is None
=== billing/jobs/__init__.py
=== billing/jobs/fill_gaps.py
"""Estimates the readings that are missing in a month."""

from billing.estimates import estimate


def run(base, month):
    count = 0
    for row in base.execute("SELECT id FROM customer ORDER BY id").fetchall():
        known = base.execute("SELECT day, litres FROM reading WHERE customer_id = ? ORDER BY day", (row["id"],)).fetchall()
        if any(day.startswith(month) for day, _ in known):
            continue
        litres = estimate([tuple(each) for each in known if each["day"] < month], f"{month}-28")
        if litres is not None:
            base.execute("INSERT INTO reading VALUES (?, ?, ?, 1)", (row["id"], f"{month}-28", litres))
            count += 1
    return count
@@ Zoe | Invoices of a month
=== billing/jobs/invoices.py
"""Makes the invoices of a month."""

from billing.once import once
from billing.readings import used
from billing.tariffs import tariff_on


def number(month, customer):
    return f"{month.replace('-', '')}-{customer}"


def make(base, month, customer, litres):
    cents = tariff_on(f"{month}-28").price(litres, customer["kind"])
    base.execute("INSERT INTO invoice (number, customer_id, month, cents) VALUES (?, ?, ?, ?)", (number(month, customer["id"]), customer["id"], month, cents))


def run(base, month, most=60000):
    """Gives how many were made; what is there is skipped."""
    made = 0
    for customer in base.execute("SELECT * FROM customer ORDER BY id LIMIT ?", (most,)).fetchall():
        litres = used(base, customer["id"], month)
        if litres is not None:
            made += once(base, f"invoice {month} {customer['id']}", lambda customer=customer, litres=litres: make(base, month, customer, litres))
    return made
=== tests/test_invoices.py
from billing.jobs import fill_gaps, invoices
from billing.readings import load_readings

LINES = ["customer,day,litres", "C1,2026-01-28,5000", "C1,2026-02-28,12500", "C2,2025-12-28,100", "C2,2026-01-28,3200"]


def cents(base):
    return {row["customer_id"]: row["cents"] for row in base.execute("SELECT * FROM invoice WHERE month = '2026-02'")}


def test_twice_makes_them_once(base):
    load_readings(base, LINES)
    assert invoices.run(base, "2026-02") == 1
    assert invoices.run(base, "2026-02") == 0
    assert cents(base) == {"C1": 1530 + 720}


def test_with_estimates(base):
    load_readings(base, LINES)
    assert fill_gaps.run(base, "2026-02") == 1
    assert invoices.run(base, "2026-02") == 2
    assert cents(base)["C2"] == 632 + 430
@@ release minor | Invoices from readings
@@ call readings | 2025-07 2026-03 60
@@ Ivo | Readings until March
@@ Farah | Credits instead of corrections
=== billing/credits.py
"""Takes an invoice back."""


def credit(base, number):
    """A new invoice with the opposite amount; gives its number."""
    row = base.execute("SELECT * FROM invoice WHERE number = ?", (number,)).fetchone()
    if row is None:
        raise KeyError(number)
    if base.execute("SELECT 1 FROM invoice WHERE credit_of = ?", (number,)).fetchone():
        raise ValueError(f"{number} was taken back already")
    made = f"{number}-CR"
    with base:
        base.execute("INSERT INTO invoice (number, customer_id, month, cents, credit_of) VALUES (?, ?, ?, ?, ?)", (made, row["customer_id"], row["month"], -row["cents"], number))
    return made
=== tests/test_credits.py
import pytest

from billing.credits import credit


def test_once(base):
    base.execute("INSERT INTO invoice (number, customer_id, month, cents) VALUES ('1', 'C1', '2026-02', 2250)")
    assert credit(base, "1") == "1-CR"
    assert base.execute("SELECT SUM(cents) FROM invoice").fetchone()[0] == 0
    with pytest.raises(ValueError):
        credit(base, "1")
    with pytest.raises(KeyError):
        credit(base, "2")
