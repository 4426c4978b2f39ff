@@ Noor | Money: cents and how they are written
=== ledger/__init__.py
"""Double-entry bookkeeping."""

__version__ = "0.1.0"
=== ledger/money.py
"""Amounts are whole cents; this reads and writes them."""

import re

PATTERN = re.compile(r"([+-]?)(\d{1,3}(?:\.\d{3})*|\d+)(?:,(\d{2}))?")


def parse(text):
    """"-1.234,56" as -123456. ValueError when it is not an amount."""
    match = PATTERN.fullmatch(text.strip())
    if not match:
        raise ValueError(f"not an amount: {text!r}")
    sign, whole, cents = match.groups()
    value = int(whole.replace(".", "")) * 100 + int(cents or 0)
    return -value if sign == "-" else value


def show(cents):
    """-123456 as "-1.234,56"."""
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole:,}".replace(",", ".") + f",{rest:02}"


def shares(cents, weights):
    """Splits an amount by weights so that nothing is lost; the first shares take the rest."""
    total = sum(weights)
    parts = [cents * weight // total for weight in weights]
    for place in range(cents - sum(parts)):
        parts[place] += 1
    return parts
=== tests/test_money.py
import pytest

from ledger.money import parse, shares, show


@pytest.mark.parametrize(("text", "cents"), [("0", 0), ("12,30", 1230), ("-1.234,56", -123456), ("+7", 700)])
def test_parse(text, cents):
    assert parse(text) == cents


@pytest.mark.parametrize("text", ["", "1,2", "12.34", "1.2345,00", "EUR 5"])
def test_not_an_amount(text):
    with pytest.raises(ValueError):
        parse(text)


def test_there_and_back():
    assert [parse(show(cents)) for cents in (-1, 99, 100, 123456789)] == [-1, 99, 100, 123456789]


def test_shares_lose_nothing():
    assert shares(100, [1, 1, 1]) == [34, 33, 33]
    assert sum(shares(99999, [7, 2, 5, 1])) == 99999
=== tests/__init__.py
@@ Gustav | Settings of each environment
=== ledger/settings.py
"""Settings: config/ENVIRONMENT.json, and the database from the process's environment."""

import json
import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent


def place():
    return os.environ.get("LEDGER_ENV", "development")


def settings(name=None):
    return json.loads((ROOT / "config" / f"{name or place()}.json").read_text(encoding="utf-8"))


def database_url():
    """The books; there is no default, so that nobody works on the wrong ones."""
    url = os.environ.get("LEDGER_DATABASE_URL")
    if not url:
        raise SystemExit("LEDGER_DATABASE_URL is not set; see .env.example")
    return url
=== tests/test_settings.py
import pytest

from ledger.settings import database_url, settings


def test_environments_have_the_same_groups():
    groups = [{name: sorted(value) if isinstance(value, dict) else None for name, value in settings(place).items()} for place in ("development", "staging", "production")]
    assert groups[0] == groups[1] == groups[2]


def test_production_does_not_reopen():
    assert settings("production")["periods"]["allow_reopen"] is False


def test_no_database_by_default(monkeypatch):
    monkeypatch.delenv("LEDGER_DATABASE_URL", raising=False)
    with pytest.raises(SystemExit):
        database_url()
@@ call chart | 
@@ Leila | The chart of accounts
@@ Gustav | Accounts, and alembic for the schema
=== ledger/models.py
"""The tables."""

from sqlalchemy import CheckConstraint, Column, Date, ForeignKey, Integer, String
from sqlalchemy.orm import declarative_base, relationship

Base = declarative_base()
KINDS = ("asset", "liability", "equity", "income", "expense")


class Account(Base):
    __tablename__ = "account"

    number = Column(Integer, primary_key=True)
    title = Column(String(80), nullable=False)
    kind = Column(String(10), nullable=False)
=== ledger/database.py
"""Opens the books."""

from contextlib import contextmanager

from sqlalchemy import create_engine, event
from sqlalchemy.orm import Session

from ledger.settings import database_url, settings


def engine(url=None):
    made = create_engine(url or database_url(), echo=settings()["database"]["echo"] and url is None, future=True)
    if made.dialect.name == "sqlite":
        event.listen(made, "connect", lambda connection, _: connection.execute("PRAGMA foreign_keys = ON"))
    return made


@contextmanager
def books(made=None):
    """A session that is committed at the end, or rolled back."""
    with Session(made or engine(), future=True) as session, session.begin():
        yield session
=== ledger/accounts.py
"""The chart of accounts."""

import csv

from ledger.models import KINDS, Account


def load(session, lines):
    """Adds the accounts of a CSV that are not there yet; gives how many."""
    added = 0
    for row in csv.DictReader(lines):
        if row["kind"] not in KINDS:
            raise ValueError(f"account {row['number']}: {row['kind']} is no kind")
        if session.get(Account, int(row["number"])) is None:
            session.add(Account(number=int(row["number"]), title=row["title"], kind=row["kind"]))
            added += 1
    return added
=== alembic.ini
[alembic]
script_location = migrations
prepend_sys_path = .
file_template = %%(rev)s_%%(slug)s
=== migrations/env.py
"""alembic's entry: connects to the books and runs what is missing."""

from alembic import context

from ledger.database import engine
from ledger.models import Base


def run():
    url = context.config.get_main_option("sqlalchemy.url")
    with engine(url).connect() as connection:
        context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=connection.dialect.name == "sqlite")
        with context.begin_transaction():
            context.run_migrations()


run()
=== migrations/script.py.mako
"""${message}

Revision: ${up_revision}
After: ${down_revision}
"""

import sqlalchemy as sa
from alembic import op

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade():
    ${upgrades if upgrades else "pass"}


def downgrade():
    ${downgrades if downgrades else "pass"}
=== migrations/versions/0001_accounts.py
"""Accounts"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade():
    op.create_table(
        "account",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
    )


def downgrade():
    op.drop_table("account")
=== tests/conftest.py
"""Books in memory for each test."""

import pytest
from sqlalchemy.orm import Session

from ledger.accounts import load
from ledger.database import engine
from ledger.models import Base
from ledger.settings import ROOT


@pytest.fixture
def session():
    made = engine("sqlite://")
    Base.metadata.create_all(made)
    with Session(made, future=True) as opened:
        load(opened, (ROOT / "data/accounts.csv").read_text(encoding="utf-8").splitlines())
        opened.flush()
        yield opened
=== tests/test_accounts.py
import pytest

from ledger.accounts import load
from ledger.models import Account
from ledger.settings import ROOT


def test_chart(session):
    assert session.get(Account, 1200).title == "Bank"
    assert session.query(Account).count() >= 20


def test_loading_again_adds_nothing(session):
    assert load(session, (ROOT / "data/accounts.csv").read_text(encoding="utf-8").splitlines()) == 0


def test_unknown_kind(session):
    with pytest.raises(ValueError):
        load(session, ["number,title,kind", "9999,Odd,odd"])
=== tests/test_schema.py
"""The migrations make the very tables that the code expects."""

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from ledger.database import engine
from ledger.models import Base
from ledger.settings import ROOT


@pytest.fixture
def config(tmp_path):
    made = Config(str(ROOT / "alembic.ini"))
    made.set_main_option("script_location", str(ROOT / "migrations"))
    made.set_main_option("sqlalchemy.url", f"sqlite:///{tmp_path / 'books.db'}")
    return made


def test_migrations_fit_the_models(config):
    command.upgrade(config, "head")
    with engine(config.get_main_option("sqlalchemy.url")).connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []


def test_down_to_nothing(config):
    command.upgrade(config, "head")
    command.downgrade(config, "base")


def test_one_head(config):
    assert len(ScriptDirectory.from_config(config).get_heads()) == 1
