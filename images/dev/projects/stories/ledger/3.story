@@ Leila | Reports: income by month, and what the bank account did
=== sql/income_by_month.sql
-- Income and expense of each month; income is shown positive.
SELECT SUBSTR(CAST(entry.day AS VARCHAR(10)), 1, 7) AS month,
       -SUM(CASE WHEN account.kind = 'income' THEN posting.cents ELSE 0 END) AS income,
       SUM(CASE WHEN account.kind = 'expense' THEN posting.cents ELSE 0 END) AS expense
FROM entry
JOIN posting ON posting.entry_id = entry.id
JOIN account ON account.number = posting.account_number
WHERE account.kind IN ('income', 'expense')
GROUP BY 1
ORDER BY 1;
=== sql/bank_days.sql
-- What came and went on the bank account, by day.
SELECT entry.day,
       SUM(CASE WHEN posting.cents > 0 THEN posting.cents ELSE 0 END) AS came,
       SUM(CASE WHEN posting.cents < 0 THEN posting.cents ELSE 0 END) AS went
FROM entry JOIN posting ON posting.entry_id = entry.id
WHERE posting.account_number = 1200
GROUP BY entry.day
ORDER BY entry.day;
@@ release minor | Periods; Reversals; Reports
@@ branch fix/shares-of-negative-amounts
@@ Oskar | Shares of negative amounts
~~~ ledger/money.py
    total = sum(weights)
    parts
=>
    if cents < 0:
        return [-part for part in shares(-cents, weights)]
    total = sum(weights)
    parts
+++ tests/test_money.py
def test_negative_shares_are_the_same_turned():
    assert shares(-100, [1, 1, 1]) == [-34, -33, -33]
@@ switch main
@@ Oskar | Bank statements: read the bank's file
=== ledger/importers/bank_csv.py
"""Reads the statement that the bank offers: semicolons, day.month.year, comma for the cents."""

import csv
import dataclasses
import datetime
import hashlib

from ledger.money import parse

COLUMNS = ["Booked", "Text", "Amount", "Reference"]


@dataclasses.dataclass(frozen=True)
class Line:
    day: datetime.date
    text: str
    cents: int
    reference: str

    def key(self):
        """The same for the same line, whichever file it is in."""
        return hashlib.sha256(f"{self.day}|{self.cents}|{self.reference}".encode()).hexdigest()[:16]


def read(lines, most=20000):
    """The lines of a statement. ValueError when the bank changed its columns."""
    rows = csv.DictReader(lines, delimiter=";")
    if rows.fieldnames != COLUMNS:
        raise ValueError(f"columns are {rows.fieldnames}, not {COLUMNS}")
    found = []
    for row in rows:
        day = datetime.datetime.strptime(row["Booked"], "%d.%m.%Y").date()
        found.append(Line(day, row["Text"].strip(), parse(row["Amount"]), row["Reference"]))
        if len(found) > most:
            raise ValueError(f"more than {most} rows")
    return found
=== tests/test_bank.py
import datetime

import pytest

from ledger.importers.bank_csv import Line, read

STATEMENT = ["Booked;Text;Amount;Reference", "04.03.2025;Rent March ;-900,00;R-1", "05.03.2025;Invoice 17;1.190,00;R-2"]


def test_read():
    assert read(STATEMENT)[0] == Line(datetime.date(2025, 3, 4), "Rent March", -90000, "R-1")


def test_key_does_not_depend_on_the_text():
    first, second = Line(datetime.date(2025, 3, 4), "a", 5, "R"), Line(datetime.date(2025, 3, 4), "b", 5, "R")
    assert first.key() == second.key()


def test_other_columns():
    with pytest.raises(ValueError):
        read(["Day;Text", "1;2"])
    with pytest.raises(ValueError):
        read(STATEMENT, most=1)
@@ merge fix/shares-of-negative-amounts | Merge fix/shares-of-negative-amounts
@@ Oskar | Statement lines are booked once
+++ ledger/models.py
class StatementLine(Base):
    __tablename__ = "statement_line"

    key = Column(String(16), primary_key=True)
    entry_id = Column(ForeignKey("entry.id"), nullable=False)
=== migrations/versions/0005_statement_lines.py
"""Which statement lines are in the books already"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade():
    op.create_table(
        "statement_line",
        sa.Column("key", sa.String(16), primary_key=True),
        sa.Column("entry_id", sa.Integer, sa.ForeignKey("entry.id"), nullable=False),
    )


def downgrade():
    op.drop_table("statement_line")
=== ledger/matching.py
"""Books the lines of a bank statement."""

from ledger.journal import book
from ledger.models import StatementLine

RULES = [("rent", 6200), ("power", 6300), ("insurance", 6400), ("wages", 6000), ("invoice", 1400), ("interest", 4800)]
UNKNOWN = 1400
BANK = 1200


def account_for(text):
    """The account of the first rule whose word is in the text."""
    return next((account for word, account in RULES if word in text.lower()), UNKNOWN)


def book_lines(session, lines):
    """(booked, skipped): lines that are in the books already are skipped."""
    booked = skipped = 0
    for line in lines:
        if session.get(StatementLine, line.key()) is not None:
            skipped += 1
            continue
        entry = book(session, line.day, line.text, [(BANK, line.cents), (account_for(line.text), -line.cents)])
        session.add(StatementLine(key=line.key(), entry_id=entry.id))
        session.flush()
        booked += 1
    return booked, skipped
=== tests/test_matching.py
from ledger.balance import balance
from ledger.importers.bank_csv import read
from ledger.matching import account_for, book_lines
from tests.test_bank import STATEMENT


def test_twice_does_no_harm(session):
    assert book_lines(session, read(STATEMENT)) == (2, 0)
    assert book_lines(session, read(STATEMENT)) == (0, 2)
    assert (balance(session, 1200), balance(session, 6200)) == (29000, 90000)


def test_rules():
    assert [account_for(text) for text in ("RENT 3", "Invoice 9", "who knows")] == [6200, 1400, 1400]
@@ Gustav | Command line
=== ledger/__main__.py
"""python3 -m ledger accounts load FILE | report NAME | import FILE"""

import argparse
import pathlib
import sys

from ledger import accounts, reports
from ledger.database import books
from ledger.importers import bank_csv
from ledger.matching import book_lines
from ledger.money import show
from ledger.settings import settings


def parser():
    made = argparse.ArgumentParser(prog="ledger")
    verbs = made.add_subparsers(dest="verb", required=True)
    load = verbs.add_parser("accounts")
    load.add_argument("action", choices=["load"])
    load.add_argument("file", type=pathlib.Path)
    verbs.add_parser("report").add_argument("name", choices=[name.replace("_", "-") for name in reports.names()])
    verbs.add_parser("import").add_argument("file", type=pathlib.Path)
    return made


def lines_of(path):
    return path.read_text(encoding="utf-8").splitlines()


def main(words=None, engine=None):
    asked = parser().parse_args(words)
    with books(engine) as session:
        if asked.verb == "accounts":
            print(accounts.load(session, lines_of(asked.file)), "accounts added")
        elif asked.verb == "import":
            booked, skipped = book_lines(session, bank_csv.read(lines_of(asked.file), settings()["import"]["most_rows"]))
            print(f"{booked} booked, {skipped} known already")
        else:
            columns, rows = reports.report(session, asked.name.replace("-", "_"))
            print("\t".join(columns))
            for row in rows:
                print("\t".join(show(value) if name in ("cents", "came", "went", "income", "expense") else str(value) for name, value in zip(columns, row)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
=== tests/test_main.py
from ledger.__main__ import main
from ledger.database import engine
from ledger.models import Base
from ledger.settings import ROOT
from tests.test_bank import STATEMENT


def test_load_import_report(tmp_path, capsys):
    made = engine(f"sqlite:///{tmp_path / 'books.db'}")
    Base.metadata.create_all(made)
    (tmp_path / "statement.csv").write_text("\n".join(STATEMENT), encoding="utf-8")

    main(["accounts", "load", str(ROOT / "data/accounts.csv")], made)
    main(["import", str(tmp_path / "statement.csv")], made)
    main(["report", "trial-balance"], made)

    out = capsys.readouterr().out.splitlines()
    assert out[0] == "20 accounts added"
    assert out[1] == "2 booked, 0 known already"
    assert out[2:] == ["number\ttitle\tcents", "1200\tBank\t290,00", "1400\tReceivables\t-1.190,00", "6200\tRent\t900,00"]
@@ call journals | 2026
@@ Leila | Invented journals of 2026
@@ release minor | Bank statements; Command line
@@ branch feature/cost-centres
@@ Gustav | Postings can carry a cost centre
~~~ ledger/models.py
    cents = Column(Integer, nullable=False)
    entry =
=>
    cents = Column(Integer, nullable=False)
    cost_centre = Column(String(20))
    entry =
=== migrations/versions/0006_cost_centres.py
"""Postings can carry a cost centre"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade():
    op.add_column("posting", sa.Column("cost_centre", sa.String(20)))


def downgrade():
    with op.batch_alter_table("posting") as table:
        table.drop_column("cost_centre")
@@ Gustav | Report by cost centre
=== sql/cost_centres.sql
-- Expenses of each cost centre.
SELECT posting.cost_centre, SUM(posting.cents) AS cents
FROM posting JOIN account ON account.number = posting.account_number
WHERE account.kind = 'expense' AND posting.cost_centre IS NOT NULL
GROUP BY posting.cost_centre
ORDER BY posting.cost_centre;
@@ switch main
