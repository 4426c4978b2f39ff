#!/usr/bin/env python3
"""billing: monthly jobs in Python that make invoices, reminders and bank files from meter readings."""

from lib.project import make
from lib.vocabulary import Dice, address, mail, person, table

ABOUT = {
    "title": "Billing jobs",
    "summary": "What Pelkau Water runs in the first night of each month: read meters, make invoices, collect, remind. Python and one database.",
    "domain": "pelkau-water.example",
    "people": ["Zoe Winther", "Anton Keller", "Farah Rahimi", "Ivo Marek"],
    "start_date": "2025-02-24",
    "end_date": "2026-09-04",
    "language": "python",
    "start": "cp .env.example .env\npython3 -m billing init tmp/billing.sqlite3\npython3 -m billing run tmp/billing.sqlite3 2026-03",
    "test": "make test",
    "layout": [
        ("billing/", "tariffs, readings, invoices, reminders, collection"),
        ("billing/jobs/", "what the night runs, one job a file"),
        ("readings/", "meter readings of invented customers, one file a month"),
        ("schema/", "the tables"),
        ("templates/", "letters"),
        ("tests/", "SQLite in memory"),
    ],
    "ci": ("github", [("Tests", "make test")], ["python3-pytest"]),
    "env": [
        ("BILLING_ENV", "development", ""),
        ("BILLING_DATABASE", "tmp/billing.sqlite3", "production: see docs/hosts.md"),
        ("BANK_URL", "https://bank.staging.test/collect", "a file sent here moves money"),
        ("BANK_KEY", "change-me", ""),
        ("MAIL_URL", "smtp://mail.dev.test:2525", ""),
    ],
    "form": "json",
    "settings": [
        ("collect.send", False, False, True),
        ("collect.lead_days", 0, 5, 5),
        ("reminders.first_days", 1, 14, 14),
        ("reminders.fee_cents", 0, 250, 250),
        ("mail.send", False, True, True),
        ("limits.most_invoices", 50, 1000, 60000),
    ],
    "tweaks": [
        ("production", "reminders.first_days", 21, "Production: the first reminder after three weeks"),
        ("staging", "mail.send", False, "Staging sends no mail any more: a customer got one"),
        ("production", "reminders.fee_cents", 300, "Fee of a reminder: three euros"),
        ("production", "collect.lead_days", 7, "The bank wants a week"),
        ("production", "limits.most_invoices", 75000, "Production: room for the customers of Tarnby"),
    ],
    "hosts": [
        ("jobs.prod.test", "production", "cron runs `python3 -m billing run`"),
        ("db.prod.test", "production", "`billing`; invoices must be kept ten years"),
        ("bank.staging.test", "staging", "the bank's test service; moves nothing"),
        ("bank.prod.test", "production", "the bank; a file sent twice is collected twice"),
    ],
    "makefile": """
.PHONY: test init run

test:
    python3 -m pytest -q -p no:cacheprovider tests

init:
    python3 -m billing init tmp/billing.sqlite3

run:
    python3 -m billing run tmp/billing.sqlite3 $(MONTH)
""",
    "ignored": "tmp/\nout/\n",
    "glossary": [
        ("reading", "what a meter showed on a day, in litres"),
        ("tariff", "price of a cubic metre and of the connection, from a day on"),
        ("run", "all jobs of one month"),
        ("collection", "taking money from accounts that allowed it"),
        ("mandate", "a customer's permission for collection"),
        ("estimate", "a reading that we computed because nobody sent one"),
        ("credit", "a negative invoice"),
    ],
    "decisions": [
        ("A job can run twice", "The host was restarted in the middle of a run.", "Each job writes what it did under a key; a second run skips it."),
        ("Invoices are never changed", "The tax office asked for one that had been corrected in place.", "A wrong invoice gets a credit and a new one."),
        ("Money moves by hand", "A test moved 4,000 euros.", "Collection writes a file. A person sends it, in production only."),
        ("Estimates are marked", "Customers complained about invented numbers.", "An estimate is shown as such, and the next reading corrects it."),
    ],
    "runbooks": [
        ("Run stopped half way", "One job failed; the others wait.", ["Read the table `job_log`.", "Repair the cause, then run the month again: what is done is skipped.", "Do not remove rows from `job_log`: an invoice would be made twice."], "Zoe Winther"),
        ("Meter went backwards", "It was exchanged, or two meters were mixed up.", ["Look for an exchange in the list of the week.", "Enter the exchange; the run then counts both meters."], "Anton Keller"),
        ("Bank refuses the file", "A wrong account number.", ["The answer names the line.", "Take out that line only; tell the customer."], "Farah Rahimi"),
    ],
}  # fmt: skip


def customers(repository, rest):
    dice, rows = Dice("billing customers"), []
    for number in range(1, int(rest) + 1):
        name = person(dice)
        rows.append((f"C{number:04}", name, mail(name, number), f'"{address(dice)}"', dice.pick(["house", "house", "flat", "shop"]), dice.pick(["yes", "yes", "no"])))
    repository.write("readings/customers.csv", table("customer,name,email,address,kind,mandate", rows))


def readings(repository, rest):
    """Readings of all customers on the last day of some months."""
    first, last, count = rest.split()
    months = [f"{2025 + number // 12}-{number % 12 + 1:02}" for number in range(24)]
    for month in months[months.index(first) : months.index(last) + 1]:
        passed, rows = months.index(month) + 1, []
        for number in range(1, int(count) + 1):
            steady = Dice(f"meter {number}").between(4000, 14000)
            if Dice(f"missing {number} {month}").below(25):
                rows.append((f"C{number:04}", f"{month}-28", steady * passed + Dice(f"{number} {month}").between(0, 900)))
        repository.write(f"readings/{month}.csv", table("customer,day,litres", rows))


if __name__ == "__main__":
    make("billing", ABOUT, blanks={"customers": customers, "readings": readings}, every=1)
