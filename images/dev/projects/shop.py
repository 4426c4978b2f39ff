#!/usr/bin/env python3
"""shop: an online shop in Django 3.2 with PostgreSQL; its tests run on SQLite."""

from lib.project import make
from lib.vocabulary import Dice, address, mail, person, table

ABOUT = {
    "title": "Shop",
    "summary": "The shop of Lindhaven Home Goods: catalogue, stock, orders, shipping, receipts. Django 3.2 on PostgreSQL.",
    "domain": "lindhaven.example",
    "people": ["Ines Ortega", "Tomas Lind", "Aiko Mori", "Samir Haddad", "Paula Winther"],
    "start_date": "2025-02-03",
    "end_date": "2026-09-11",
    "language": "python",
    "start": "cp .env.example .env        # then edit it\nmake migrate seed\nmake run",
    "test": "make test",
    "layout": [
        ("shop/", "settings and URLs"),
        ("catalog/", "categories, products, price changes"),
        ("customers/", "customers and their addresses"),
        ("orders/", "orders, their lines and totals"),
        ("stock/", "what lies in which warehouse"),
        ("pricing/", "VAT, rounding, discounts; no database"),
        ("shipping/", "parcels, rates, labels; no database"),
        ("reports/", "what the office reads on Mondays"),
        ("fixtures/", "invented customers and products for development"),
        ("config/", "settings of each environment, without secrets"),
    ],
    "ci": ("github", [("Tests", "make test"), ("Migrations", "make check")], ["python3-django", "python3-psycopg2", "make"]),
    "env": [
        ("SHOP_ENV", "development", "development, staging or production: which file of config/ is read"),
        ("DATABASE_URL", "postgres://shop:change-me@db.dev.test:5432/shop_dev", "without it: a file shop.sqlite3 in this folder"),
        ("SECRET_KEY", "change-me", ""),
        ("MAIL_URL", "smtp://mail.dev.test:2525", ""),
        ("PARCEL_API_KEY", "change-me", "labels; not needed in development"),
    ],
    "form": "toml",
    "settings": [
        ("debug", True, False, False),
        ("site.host", "localhost", "shop.staging.test", "shop.prod.test"),
        ("site.page_size", 12, 24, 24),
        ("database.conn_max_age", 0, 60, 60),
        ("orders.cart_hours", 2, 48, 48),
        ("orders.free_shipping_cents", 5000, 5000, 4900),
        ("mail.sender", "shop@dev.test", "shop@staging.test", "shop@lindhaven.example"),
        ("reports.recipients", "nobody@dev.test", "office@staging.test", "office@lindhaven.example"),
    ],
    "tweaks": [
        ("production", "orders.cart_hours", 72, "Production: carts live three days"),
        ("production", "database.conn_max_age", 300, "Production: keep connections for five minutes"),
        ("staging", "site.page_size", 36, "Staging: try larger pages"),
        ("production", "site.page_size", 36, "Production: larger pages, as in staging"),
        ("production", "orders.free_shipping_cents", 5900, "Free shipping from 59 euros"),
        ("staging", "orders.free_shipping_cents", 5900, "Staging: free shipping as in production"),
    ],
    "hosts": [
        ("db.dev.test", "development", "PostgreSQL, database `shop_dev`; `make seed` fills it"),
        ("db.staging.test", "staging", "PostgreSQL, database `shop_staging`; a copy of last month, names replaced"),
        ("db.prod.test", "production", "PostgreSQL, database `shop`; customers live here"),
        ("web1.prod.test", "production", "gunicorn, two workers for each core"),
        ("mail.dev.test", "development", "catches all mail"),
    ],
    "host_note": "`shop_dev` may be dropped and made again whenever you like. The others may not.",
    "makefile": """
.PHONY: run migrate seed test check export
PYTHON ?= python3

run:
    $(PYTHON) manage.py runserver 127.0.0.1:8000

migrate:
    $(PYTHON) manage.py migrate

seed:
    $(PYTHON) manage.py seed

test:
    SHOP_ENV=development DATABASE_URL=sqlite://:memory: $(PYTHON) manage.py test -v 1

check:
    DATABASE_URL=sqlite://:memory: $(PYTHON) manage.py makemigrations --check --dry-run

export:
    $(PYTHON) manage.py export_orders build/orders.csv
""",
    "ignored": "build/\ntmp/\nstaticfiles/\n",
    "glossary": [
        ("cart", "an order that nobody has placed yet"),
        ("placed", "the customer pressed the button; the price no longer changes"),
        ("net", "without VAT, in cents"),
        ("gross", "with VAT, in cents"),
        ("movement", "a change of stock; never edited, only followed by another"),
        ("pick list", "what the warehouse takes from the shelves for one order"),
        ("backorder", "a line that waits for goods"),
        ("return", "goods that came back; the refund is a separate thing"),
    ],
    "decisions": [
        ("Money is whole cents", "Floats lost a cent in the first week of the trial.", "Every amount is an integer in cents, with the currency in the settings."),
        ("Stock is a list of movements", "A counter that two workers write goes wrong, and nobody can say when.", "We store movements; the amount is their sum."),
        ("Settings per environment in TOML", "Environment variables had grown to forty.", "What is not secret is in `config/`; secrets stay in `.env`."),
        ("Carts are orders", "Two tables with the same columns had to be kept alike.", "A cart is an order in the state `cart`; a nightly job removes old ones."),
        ("Tests run on SQLite", "A server for each test run was slow and often in the wrong state.", "`make test` sets DATABASE_URL itself. What needs PostgreSQL is tried in staging."),
        ("Labels are made by us", "The carrier's service was down on two Mondays.", "We render labels from our own template; the carrier accepts them."),
    ],
    "runbooks": [
        ("Migration fails in staging", "The database is not in the state that the migration expects, mostly because a branch was tried there.", ["`manage.py showmigrations` and compare with main.", "Find who deployed a branch: ask in the channel.", "Undo that migration by its number, not by emptying tables."], "Ines Ortega"),
        ("Disk of the database is full", "Dumps or logs stay on the volume of the data.", ["`df -h` and `du` on the volume.", "Move dumps to the backup host.", "Never delete below the data folder."], "Samir Haddad"),
        ("Mail is not sent", "The relay refuses, or the queue job died.", ["Look at the last lines of the mail log.", "Restart the job once.", "Tell the office when receipts are late by more than an hour."], "Tomas Lind"),
        ("Stock below zero", "Two orders took the last item, or a movement was entered twice.", ["Run the stock report.", "Count on the shelf.", "Enter a correcting movement with a note."], "Paula Winther"),
        ("Slow product pages", "A missing index or a cold cache.", ["Look at the slow queries.", "Compare with last week's report."], "Aiko Mori"),
    ],
}

GOODS = "mug plate bowl jug tray lamp rug cushion blanket towel basket clock mirror shelf stool bench vase candle".split()
LOOKS = "white grey blue olive sand walnut oak linen brass round tall small wide striped".split()


def fixtures(repository, rest):
    """Tables of invented rows; the argument says how many customers and products."""
    customers, products = map(int, rest.split())
    dice = Dice(f"shop fixtures {rest}")
    rows = []
    for number in range(1, customers + 1):
        name = person(dice)
        rows.append((number, name, mail(name, number), f'"{address(dice)}"'))
    repository.write("fixtures/customers.csv", table("id,name,email,address", rows))
    seen = {}
    while len(seen) < products:
        title = f"{dice.pick(LOOKS)} {dice.pick(GOODS)}"
        seen.setdefault(title, (dice.between(4, 190) * 100 - 5, dice.pick(["standard", "standard", "reduced"])))
    rows = [(f"LH-{1000 + number}", title, title.split()[1], *rest) for number, (title, rest) in enumerate(seen.items())]
    repository.write("fixtures/products.csv", table("sku,title,category,net_cents,vat", rows))


if __name__ == "__main__":
    make("shop", ABOUT, blanks={"fixtures": fixtures})
