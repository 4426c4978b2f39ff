#!/usr/bin/env python3
"""ledger: double-entry bookkeeping in Python with SQLAlchemy, alembic and reports in SQL."""

from lib.project import make
from lib.vocabulary import Dice, table

ABOUT = {
    "title": "Ledger",
    "summary": "The books of Kestrup Cooperative: accounts, entries, periods, bank statements. Python, SQLAlchemy, alembic; PostgreSQL in production.",
    "domain": "kestrup.example",
    "people": ["Noor Rahimi", "Gustav Dahl", "Leila Castel", "Oskar Tamm"],
    "start_date": "2025-01-13",
    "end_date": "2026-08-28",
    "language": "python",
    "start": "cp .env.example .env\nalembic upgrade head\npython3 -m ledger accounts load data/accounts.csv",
    "test": "make test",
    "layout": [
        ("ledger/", "the package"),
        ("migrations/", "alembic: one file for each change of the schema"),
        ("sql/", "reports as plain SQL"),
        ("data/accounts.csv", "the chart of accounts"),
        ("data/journals/", "invented months, for development"),
        ("tests/", "run on SQLite in memory"),
    ],
    "ci": ("gitlab", [("Tests", "make test"), ("Schema", "python3 -m pytest -q tests/test_schema.py")], ["python3-pytest", "python3-sqlalchemy", "alembic"]),
    "env": [
        ("LEDGER_DATABASE_URL", "postgresql://ledger:change-me@db.dev.test/ledger_dev", "where the books are; never the production books from a laptop"),
        ("LEDGER_ENV", "development", ""),
        ("LEDGER_EXPORT_KEY", "change-me", "signs exports for the auditor"),
    ],
    "form": "json",
    "settings": [
        ("currency", "EUR", "EUR", "EUR"),
        ("periods.lock_after_days", 0, 10, 10),
        ("periods.allow_reopen", True, True, False),
        ("import.most_rows", 500, 5000, 5000),
        ("export.folder", "build/export", "/srv/ledger/export", "/srv/ledger/export"),
        ("database.echo", True, False, False),
    ],
    "tweaks": [
        ("production", "import.most_rows", 20000, "Production: the bank's yearly file has 17,000 rows"),
        ("staging", "import.most_rows", 20000, "Staging: imports as large as in production"),
        ("development", "database.echo", False, "Development: less noise from the database"),
        ("production", "periods.lock_after_days", 15, "Periods are locked after fifteen days, as the auditor asked"),
    ],
    "hosts": [
        ("db.dev.test", "development", "`ledger_dev`, made again each Monday"),
        ("db.staging.test", "staging", "`ledger_staging`, last quarter's books"),
        ("db.prod.test", "production", "`ledger`: the books themselves; ten years to be kept"),
    ],
    "host_note": "Rows of `entry` and `posting` are never changed or removed, in no environment but development. Mistakes are corrected by a reversing entry.",
    "makefile": """
.PHONY: test migrate report
PYTHON ?= python3

test:
    $(PYTHON) -m pytest -q -p no:cacheprovider tests

migrate:
    alembic upgrade head

report:
    $(PYTHON) -m ledger report trial-balance
""",
    "ignored": "build/\n*.db\n",
    "glossary": [
        ("entry", "one event in the books; its postings add up to zero"),
        ("posting", "an amount on one account; debit is positive, credit negative"),
        ("period", "a month; open, locked or closed"),
        ("reversal", "an entry that undoes another one and names it"),
        ("statement", "the bank's list of what happened on an account"),
        ("trial balance", "the sums of all accounts; together zero"),
        ("chart", "the list of accounts with their numbers"),
    ],
    "decisions": [
        ("Entries are immutable", "The auditor must be able to see what was in the books on any day.", "Nothing updates or deletes `entry` and `posting`. A reversal corrects."),
        ("Signed amounts", "Two columns for debit and credit were filled both, twice.", "One column; debit positive, credit negative; a check says that an entry adds up to zero."),
        ("Schema by alembic only", "Someone added a column by hand and staging differed for weeks.", "A change of the schema is a migration that was tried on a copy."),
        ("Reports are SQL files", "The bookkeeper reads SQL but not Python.", "Each report is one file in `sql/` that also runs in psql."),
        ("Periods lock by themselves", "Nobody remembers to lock.", "A period is locked some days after its end; the settings say how many."),
    ],
    "runbooks": [
        ("Trial balance is not zero", "An entry came in beside the application.", ["Find it: `sql/unbalanced.sql`.", "Ask who wrote it.", "Correct it by a reversal. Do not edit rows."], "Noor Rahimi"),
        ("Bank import stops", "The bank changed its columns, or a row was imported before.", ["Compare the header with the importer.", "Rows that are known already are skipped, so importing again does no harm."], "Leila Castel"),
        ("alembic finds several heads", "Two branches added a migration.", ["`alembic heads`", "`alembic merge` in a branch, and have it read by somebody."], "Gustav Dahl"),
        ("Period locked too early", "The clock of the host or the setting is wrong.", ["Compare `lock_after_days` with the calendar.", "Ask Noor before anybody opens a period again."], "Noor Rahimi"),
    ],
}

CHART = [
    (1000, "Cash", "asset"), (1200, "Bank", "asset"), (1400, "Receivables", "asset"), (1500, "Machines", "asset"), (1600, "Payables", "liability"),
    (1700, "Loans", "liability"), (1770, "VAT collected", "liability"), (1570, "VAT paid", "asset"), (2000, "Capital", "equity"), (2900, "Result carried forward", "equity"),
    (4000, "Sales of goods", "income"), (4100, "Services", "income"), (4800, "Interest received", "income"), (5000, "Goods bought", "expense"), (6000, "Wages", "expense"),
    (6200, "Rent", "expense"), (6300, "Energy", "expense"), (6400, "Insurance", "expense"), (6600, "Travel", "expense"), (6800, "Office", "expense"),
]  # fmt: skip
TEXTS = {4000: "Sale to customer", 4100: "Repair", 5000: "Goods from supplier", 6000: "Wages", 6200: "Rent", 6300: "Energy", 6400: "Insurance", 6600: "Trip", 6800: "Paper and toner"}


def chart(repository, rest):
    repository.write("data/accounts.csv", table("number,title,kind", sorted(CHART)))


def journals(repository, rest):
    """One file for each month of a year: balanced entries on the chart's accounts."""
    for month in range(1, 13):
        dice, rows = Dice(f"journal {rest}-{month}"), []
        for number in range(1, dice.between(14, 26)):
            account = dice.pick(list(TEXTS))
            cents = dice.between(900, 480000)
            day = f"{rest}-{month:02}-{dice.between(1, 28):02}"
            sign = -1 if account < 5000 else 1
            rows.append((day, number, account, sign * cents, f"{TEXTS[account]} {dice.between(100, 999)}"))
            rows.append((day, number, 1200, -sign * cents, f"{TEXTS[account]} paid"))
        repository.write(f"data/journals/{rest}-{month:02}.csv", table("day,entry,account,cents,text", rows))


if __name__ == "__main__":
    make("ledger", ABOUT, blanks={"chart": chart, "journals": journals})
