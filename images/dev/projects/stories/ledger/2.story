@@ Noor | Entries and postings
+++ ledger/models.py
class Entry(Base):
    __tablename__ = "entry"

    id = Column(Integer, primary_key=True)
    day = Column(Date, nullable=False)
    text = Column(String(200), nullable=False)
    postings = relationship("Posting", back_populates="entry", order_by="Posting.id")


class Posting(Base):
    __tablename__ = "posting"
    __table_args__ = (CheckConstraint("cents <> 0", name="posting_not_zero"),)

    id = Column(Integer, primary_key=True)
    entry_id = Column(ForeignKey("entry.id"), nullable=False)
    account_number = Column(ForeignKey("account.number"), nullable=False)
    cents = Column(Integer, nullable=False)
    entry = relationship("Entry", back_populates="postings")
=== migrations/versions/0002_entries.py
"""Entries and postings"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade():
    op.create_table(
        "entry",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("day", sa.Date, nullable=False),
        sa.Column("text", sa.String(200), nullable=False),
    )
    op.create_table(
        "posting",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("entry_id", sa.Integer, sa.ForeignKey("entry.id"), nullable=False),
        sa.Column("account_number", sa.Integer, sa.ForeignKey("account.number"), nullable=False),
        sa.Column("cents", sa.Integer, nullable=False),
        sa.CheckConstraint("cents <> 0", name="posting_not_zero"),
    )


def downgrade():
    op.drop_table("posting")
    op.drop_table("entry")
=== ledger/journal.py
"""Writes into the books."""

from ledger.models import Account, Entry, Posting


class Refused(ValueError):
    """The books do not take this."""


def book(session, day, text, postings):
    """A new entry of (account, cents); they must add up to zero."""
    if len(postings) < 2 or sum(cents for _, cents in postings) != 0:
        raise Refused(f"{text}: the postings do not add up to zero")
    for number, _ in postings:
        if session.get(Account, number) is None:
            raise Refused(f"{text}: there is no account {number}")
    entry = Entry(day=day, text=text, postings=[Posting(account_number=number, cents=cents) for number, cents in postings])
    session.add(entry)
    session.flush()
    return entry
=== tests/test_journal.py
import datetime

import pytest

from ledger.journal import Refused, book

DAY = datetime.date(2025, 3, 4)


def test_balanced(session):
    entry = book(session, DAY, "Rent", [(6200, 90000), (1200, -90000)])
    assert [posting.cents for posting in entry.postings] == [90000, -90000]


@pytest.mark.parametrize("postings", [[], [(6200, 5)], [(6200, 5), (1200, -4)], [(6200, 5), (77, -5)]])
def test_refused(session, postings):
    with pytest.raises(Refused):
        book(session, DAY, "Rent", postings)
@@ Noor | Balances
=== ledger/balance.py
"""What is on the accounts."""

from sqlalchemy import func, select

from ledger.models import Entry, Posting


def balance(session, account, until=None):
    """Cents on an account, at the end of a day."""
    query = select(func.coalesce(func.sum(Posting.cents), 0)).join(Entry).where(Posting.account_number == account)
    if until is not None:
        query = query.where(Entry.day <= until)
    return session.execute(query).scalar_one()


def trial_balance(session):
    """{account: cents} of every account that moved."""
    query = select(Posting.account_number, func.sum(Posting.cents)).group_by(Posting.account_number).order_by(Posting.account_number)
    return dict(session.execute(query).all())
=== tests/test_balance.py
import datetime

from ledger.balance import balance, trial_balance
from ledger.journal import book


def test_until_a_day(session):
    book(session, datetime.date(2025, 3, 1), "Sale", [(1200, 11900), (4000, -10000), (1770, -1900)])
    book(session, datetime.date(2025, 4, 1), "Rent", [(6200, 9000), (1200, -9000)])

    assert balance(session, 1200) == 2900
    assert balance(session, 1200, datetime.date(2025, 3, 31)) == 11900
    assert sum(trial_balance(session).values()) == 0
    assert list(trial_balance(session)) == [1200, 1770, 4000, 6200]
@@ release minor | Accounts, entries, balances

@@ call journals | 2025
@@ Leila | Invented journals of 2025 for development
=== ledger/importers/__init__.py
=== ledger/importers/journal_csv.py
"""Reads our own journal files."""

import csv
import datetime
import itertools

from ledger.journal import book


def read(session, lines):
    """Books each entry of the file; gives how many."""
    rows = sorted(csv.DictReader(lines), key=lambda row: int(row["entry"]))
    count = 0
    for _, group in itertools.groupby(rows, key=lambda row: row["entry"]):
        group = list(group)
        book(session, datetime.date.fromisoformat(group[0]["day"]), group[0]["text"], [(int(row["account"]), int(row["cents"])) for row in group])
        count += 1
    return count
=== tests/test_journals.py
import pytest

from ledger.balance import trial_balance
from ledger.importers.journal_csv import read
from ledger.settings import ROOT


@pytest.mark.parametrize("path", sorted((ROOT / "data/journals").glob("*.csv")), ids=lambda path: path.stem)
def test_each_month_balances(session, path):
    assert read(session, path.read_text(encoding="utf-8").splitlines()) > 5
    assert sum(trial_balance(session).values()) == 0
@@ Gustav | Reversals
+++ ledger/journal.py
def reverse(session, entry, day, reason):
    """Undoes an entry by another one; an entry is reversed once."""
    if session.query(Entry).filter_by(reverses_id=entry.id).first() is not None:
        raise Refused(f"entry {entry.id} is reversed already")
    made = book(session, day, f"Reversal of {entry.id}: {reason}", [(posting.account_number, -posting.cents) for posting in entry.postings])
    made.reverses_id = entry.id
    session.flush()
    return made
~~~ ledger/models.py
    text = Column(String(200), nullable=False)
    postings =
=>
    text = Column(String(200), nullable=False)
    reverses_id = Column(ForeignKey("entry.id", name="entry_reverses"))
    postings =
=== migrations/versions/0003_reversals.py
"""An entry can name the one that it reverses"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade():
    with op.batch_alter_table("entry") as table:
        table.add_column(sa.Column("reverses_id", sa.Integer))
        table.create_foreign_key("entry_reverses", "entry", ["reverses_id"], ["id"])


def downgrade():
    with op.batch_alter_table("entry") as table:
        table.drop_constraint("entry_reverses", type_="foreignkey")
        table.drop_column("reverses_id")
=== tests/test_reversals.py
import datetime

import pytest

from ledger.balance import balance
from ledger.journal import Refused, book, reverse


def test_once(session):
    entry = book(session, datetime.date(2025, 3, 4), "Rent", [(6200, 90000), (1200, -90000)])
    reverse(session, entry, datetime.date(2025, 3, 9), "paid twice")

    assert balance(session, 6200) == 0
    with pytest.raises(Refused):
        reverse(session, entry, datetime.date(2025, 3, 9), "again")
@@ Noor | Periods: open, locked, closed
+++ ledger/models.py
class Period(Base):
    __tablename__ = "period"

    name = Column(String(7), primary_key=True)
    state = Column(String(6), nullable=False)
=== migrations/versions/0004_periods.py
"""Periods"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade():
    op.create_table("period", sa.Column("name", sa.String(7), primary_key=True), sa.Column("state", sa.String(6), nullable=False))


def downgrade():
    op.drop_table("period")
=== ledger/periods.py
"""Months of the books."""

import datetime

from ledger.journal import Refused
from ledger.models import Period


def name_of(day):
    return f"{day:%Y-%m}"


def state(session, name):
    found = session.get(Period, name)
    return found.state if found else "open"


def put(session, name, wanted, allow_reopen=False):
    """Locks, closes or opens a period. What is closed stays closed."""
    now = state(session, name)
    if now == "closed" or (wanted == "open" and not allow_reopen):
        raise Refused(f"{name} is {now}")
    session.merge(Period(name=name, state=wanted))
    session.flush()


def due(today, after_days):
    """The youngest period that has to be locked on a day."""
    day = today - datetime.timedelta(days=after_days)
    return name_of(day.replace(day=1) - datetime.timedelta(days=1))
=== tests/test_periods.py
import datetime

import pytest

from ledger.journal import Refused
from ledger.periods import due, put, state


def test_closed_stays_closed(session):
    put(session, "2025-01", "closed")
    with pytest.raises(Refused):
        put(session, "2025-01", "open", allow_reopen=True)
    assert state(session, "2025-01") == "closed"


def test_reopen_only_when_allowed(session):
    put(session, "2025-02", "locked")
    with pytest.raises(Refused):
        put(session, "2025-02", "open")
    put(session, "2025-02", "open", allow_reopen=True)
    assert state(session, "2025-02") == "open"


def test_due():
    assert due(datetime.date(2025, 3, 16), 15) == "2025-02"
    assert due(datetime.date(2025, 3, 15), 15) == "2025-01"
@@ Noor | Nothing is booked into a locked period
~~~ ledger/journal.py
from ledger.models import Account, Entry, Posting
=>
from ledger.models import Account, Entry, Period, Posting
~~~ ledger/journal.py
    for number, _ in postings:
        if session.get(Account, number) is None:
=>
    period = session.get(Period, f"{day:%Y-%m}")
    if period is not None and period.state != "open":
        raise Refused(f"{text}: {period.name} is {period.state}")
    for number, _ in postings:
        if session.get(Account, number) is None:
+++ tests/test_periods.py
def test_no_entry_in_a_locked_period(session):
    put(session, "2025-03", "locked")
    with pytest.raises(Refused):
        book(session, datetime.date(2025, 3, 4), "Rent", [(6200, 5), (1200, -5)])
~~~ tests/test_periods.py
from ledger.journal import Refused
=>
from ledger.journal import Refused, book
@@ Leila | Reports as SQL files
=== sql/trial_balance.sql
-- Sums of all accounts.
SELECT account.number, account.title, SUM(posting.cents) AS cents
FROM posting JOIN account ON account.number = posting.account_number
GROUP BY account.number, account.title
ORDER BY account.number;
=== sql/unbalanced.sql
-- Entries whose postings do not add up to zero. There should be none.
SELECT entry.id, entry.day, entry.text, SUM(posting.cents) AS cents
FROM entry JOIN posting ON posting.entry_id = entry.id
GROUP BY entry.id, entry.day, entry.text
HAVING SUM(posting.cents) <> 0
ORDER BY entry.id;
=== ledger/reports.py
"""Runs the reports of sql/."""

from sqlalchemy import text

from ledger.settings import ROOT


def names():
    return sorted(path.stem for path in (ROOT / "sql").glob("*.sql"))


def report(session, name):
    """(column names, rows) of a report."""
    found = session.execute(text((ROOT / "sql" / f"{name}.sql").read_text(encoding="utf-8").rstrip().rstrip(";")))
    return list(found.keys()), [tuple(row) for row in found]
=== tests/test_reports.py
import datetime

import pytest

from ledger.journal import book
from ledger.reports import names, report


@pytest.mark.parametrize("name", names())
def test_every_report_runs(session, name):
    columns, rows = report(session, name)
    assert columns and rows == []


def test_trial_balance(session):
    book(session, datetime.date(2025, 3, 4), "Rent", [(6200, 90000), (1200, -90000)])
    assert report(session, "trial_balance")[1] == [(1200, "Bank", -90000), (6200, "Rent", 90000)]
