@@ Farah | The file for the bank
=== billing/collection.py
"""Lines for the bank: who pays how much on which day."""

import csv
import datetime
import io


def due(base, month):
    """Unpaid invoices of a month whose customers gave a mandate, and that were not taken back."""
    return base.execute(
        "SELECT invoice.number, invoice.cents, customer.name FROM invoice JOIN customer ON customer.id = invoice.customer_id"
        " WHERE month = ? AND paid_on IS NULL AND mandate = 1 AND cents > 0"
        " AND NOT EXISTS (SELECT 1 FROM invoice AS credit WHERE credit.credit_of = invoice.number) ORDER BY invoice.number",
        (month,),
    ).fetchall()


def bank_file(rows, today, lead_days):
    """CSV with a last line of sums, as the bank asks."""
    day = today + datetime.timedelta(days=lead_days)
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    for row in rows:
        writer.writerow(["D", row["number"], row["name"], f"{row['cents'] / 100:.2f}", day.isoformat()])
    writer.writerow(["T", len(rows), f"{sum(row['cents'] for row in rows) / 100:.2f}"])
    return out.getvalue()
=== tests/test_collection.py
import datetime

from billing.collection import bank_file, due
from billing.credits import credit


def test_only_with_a_mandate_and_not_taken_back(base):
    base.execute("INSERT INTO invoice (number, customer_id, month, cents) VALUES ('1', 'C1', '2026-02', 2250), ('2', 'C2', '2026-02', 999), ('3', 'C1', '2026-02', 100)")
    credit(base, "3")
    assert [row["number"] for row in due(base, "2026-02")] == ["1"]


def test_file():
    rows = [{"number": "1", "name": "Rosa; Dahl", "cents": 2250}, {"number": "4", "name": "Ivo", "cents": 5}]
    lines = bank_file(rows, datetime.date(2026, 3, 2), 7).split("\r\n")
    assert lines == ['D;1;"Rosa; Dahl";22.50;2026-03-09', "D;4;Ivo;0.05;2026-03-09", "T;2;22.55", ""]
@@ Farah | Letters
=== templates/invoice.txt
$name
$address

Invoice $number for $month

To pay: $amount EUR

Thank you.
=== templates/reminder.txt
$name
$address

We have not seen your payment for invoice $number ($amount EUR).
$fee_line
If you paid in the last days, please forget this letter.
=== billing/letters.py
"""Letters from templates/."""

import string

from billing.database import ROOT


def letter(template, /, **values):
    """KeyError when a value is missing."""
    return string.Template((ROOT / "templates" / f"{template}.txt").read_text(encoding="utf-8")).substitute(values)


def amount(cents):
    return f"{cents // 100}.{cents % 100:02}"
=== tests/test_letters.py
import pytest

from billing.letters import amount, letter


def test_invoice():
    text = letter("invoice", name="Rosa Dahl", address="Mill Street 1", number="1", month="2026-02", amount=amount(2205))
    assert "To pay: 22.05 EUR" in text and "$" not in text


def test_missing():
    with pytest.raises(KeyError):
        letter("reminder", name="Rosa Dahl")
@@ Ivo | Reminders
=== billing/jobs/reminders.py
"""Who gets a reminder."""

import datetime


def late(base, today, first_days):
    """(number, days late) of unpaid invoices; an invoice is due on the 15th of the next month."""
    found = []
    for row in base.execute("SELECT number, month FROM invoice WHERE paid_on IS NULL AND cents > 0 ORDER BY number"):
        year, month = map(int, row["month"].split("-"))
        due = datetime.date(year + month // 12, month % 12 + 1, 15)
        days = (today - due).days
        if days >= first_days:
            found.append((row["number"], days))
    return found
=== tests/test_reminders.py
import datetime

from billing.jobs.reminders import late


def test_late(base):
    base.execute("INSERT INTO invoice (number, customer_id, month, cents, paid_on) VALUES ('1', 'C1', '2025-12', 5, NULL), ('2', 'C1', '2025-12', 5, '2026-01-03'), ('3', 'C1', '2026-01', 5, NULL)")
    assert late(base, datetime.date(2026, 2, 1), 14) == [("1", 17)]
@@ release minor | Credits; Collection; Reminders
@@ branch feature/leak-warning
@@ Ivo | Warn of leaks: three times the usual
=== billing/leaks.py
"""Customers who used far more than they usually do."""

import statistics


def leak(history, newest, times=3):
    """Whether the newest month is that many times the median of at least four others."""
    return len(history) >= 4 and newest > times * statistics.median(history)
=== tests/test_leaks.py
from billing.leaks import leak


def test_leak():
    assert leak([8000, 7000, 9000, 8500], 30000)
    assert not leak([8000, 7000, 9000, 8500], 20000)
    assert not leak([100], 30000)
@@ switch main
@@ Zoe | Settings, and the command line
=== billing/settings.py
"""config/ENVIRONMENT.json."""

import json
import os

from billing.database import ROOT


def settings(place=None):
    name = place or os.environ.get("BILLING_ENV", "development")
    return json.loads((ROOT / f"config/{name}.json").read_text(encoding="utf-8"))
=== billing/__main__.py
"""python3 -m billing init DATABASE | run DATABASE MONTH"""

import datetime
import pathlib
import sys

from billing.collection import bank_file, due
from billing.database import ROOT, connect, make_tables
from billing.jobs import fill_gaps, invoices
from billing.readings import load_customers, load_readings
from billing.settings import settings


def init(path):
    if path.exists():
        raise SystemExit(f"billing: {path} is there already")
    path.parent.mkdir(parents=True, exist_ok=True)
    base = connect(path)
    make_tables(base)
    with base:
        load_customers(base, (ROOT / "readings/customers.csv").read_text(encoding="utf-8").splitlines())
        for file in sorted((ROOT / "readings").glob("20*.csv")):
            load_readings(base, file.read_text(encoding="utf-8").splitlines())
    base.close()


def run(path, month, today=None):
    base, config = connect(path), settings()
    with base:
        print(fill_gaps.run(base, month), "estimates")
    print(invoices.run(base, month, config["limits"]["most_invoices"]), "invoices")
    rows = due(base, month)
    out = path.parent / f"bank-{month}.csv"
    out.write_text(bank_file(rows, today or datetime.date.today(), config["collect"]["lead_days"]), encoding="utf-8", newline="")
    print(f"{len(rows)} to collect, in {out.name}; not sent")
    base.close()


def main(words):
    if len(words) == 2 and words[0] == "init":
        init(pathlib.Path(words[1]))
    elif len(words) == 3 and words[0] == "run":
        run(pathlib.Path(words[1]), words[2])
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
=== tests/test_main.py
import pytest

from billing.__main__ import main
from billing.settings import settings


def test_a_month_twice(tmp_path, capsys):
    path = str(tmp_path / "b.sqlite3")
    main(["init", path])
    main(["run", path, "2026-03"])
    first = capsys.readouterr().out.splitlines()
    main(["run", path, "2026-03"])
    second = capsys.readouterr().out.splitlines()
    assert int(first[1].split()[0]) >= 40
    assert second[:2] == ["0 estimates", "0 invoices"]
    assert first[2] == second[2]


def test_init_does_not_overwrite(tmp_path):
    path = tmp_path / "b.sqlite3"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["init", str(path)])


def test_only_production_sends_money():
    assert [settings(place)["collect"]["send"] for place in ("development", "staging", "production")] == [False, False, True]
@@ release minor | The command line
