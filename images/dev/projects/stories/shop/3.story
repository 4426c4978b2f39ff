@@ Paula | Shipping: parcels and their rates
=== shipping/__init__.py
=== shipping/parcels.py
"""Packs goods into parcels."""

MOST_GRAMS = 20_000


def pack(weights, most=MOST_GRAMS):
    """Weights of goods as parcels: heaviest first, each into the first parcel with room."""
    parcels = []
    for weight in sorted(weights, reverse=True):
        if weight > most:
            raise ValueError(f"{weight} g is more than one parcel takes")
        room = next((parcel for parcel in parcels if sum(parcel) + weight <= most), None)
        if room is None:
            parcels.append([weight])
        else:
            room.append(weight)
    return parcels
=== shipping/rates.py
"""What a parcel costs."""

STEPS = [(1000, 449), (5000, 599), (10000, 899), (20000, 1499)]
ABROAD = 900


def rate(grams, abroad=False):
    """Net cents for a parcel of that weight."""
    for most, cents in STEPS:
        if grams <= most:
            return cents + (ABROAD if abroad else 0)
    raise ValueError(f"{grams} g: no rate")


def shipping(parcels, goods_cents, free_from, abroad=False):
    """All parcels together; nothing from a sum of goods on, except abroad."""
    if goods_cents >= free_from and not abroad:
        return 0
    return sum(rate(sum(parcel), abroad) for parcel in parcels)
=== shipping/tests/__init__.py
=== shipping/tests/test_rates.py
import unittest

from shipping.parcels import pack
from shipping.rates import rate, shipping


class Parcels(unittest.TestCase):
    def test_heaviest_first(self):
        self.assertEqual(pack([4000, 12000, 9000, 7000]), [[12000, 7000], [9000, 4000]])

    def test_too_heavy(self):
        with self.assertRaises(ValueError):
            pack([20001])


class Rates(unittest.TestCase):
    def test_steps(self):
        self.assertEqual([rate(grams) for grams in (1000, 1001, 20000)], [449, 599, 1499])

    def test_free_from(self):
        self.assertEqual(shipping([[900]], 5000, 5000), 0)
        self.assertEqual(shipping([[900]], 5000, 5000, abroad=True), 1349)
@@ Paula | Labels for parcels
=== shipping/labels.py
"""Labels of parcels as plain text, four by six inches at the printer in the warehouse."""

WIDTH = 40


def check_digit(number):
    """The last digit of a parcel number: weights 4 and 9 in turn."""
    total = sum(int(digit) * (4 if place % 2 == 0 else 9) for place, digit in enumerate(number))
    return str(-total % 10)


def parcel_number(order, parcel):
    number = f"{order:09}{parcel:02}"
    return number + check_digit(number)


def label(lines, number):
    """The text of one label."""
    framed = [f"| {line[: WIDTH - 4]:<{WIDTH - 4}} |" for line in [*lines, "", f"No. {number}"]]
    edge = "+" + "-" * (WIDTH - 2) + "+"
    return "\n".join([edge, *framed, edge]) + "\n"
=== shipping/tests/test_labels.py
import unittest

from shipping.labels import WIDTH, check_digit, label, parcel_number


class Labels(unittest.TestCase):
    def test_number_has_a_check_digit(self):
        number = parcel_number(4711, 1)
        self.assertEqual(len(number), 12)
        self.assertEqual(check_digit(number[:-1]), number[-1])

    def test_all_lines_have_the_same_width(self):
        text = label(["Mila Dahl", "A very long street name that does not fit onto the label 12"], "1")
        self.assertEqual({len(line) for line in text.splitlines()}, {WIDTH})
@@ release minor | Payments; Shipping rates and labels; Stock
@@ branch fix/rounding-of-discounts
@@ Aiko | A discount in percent rounds once for a line, not for each piece
=== orders/lines.py
"""The price of one line of an order."""

from pricing.discounts import by_amount


def line_net(net_cents, amount):
    """Net cents of a line with the discount for its amount."""
    return by_amount(net_cents * amount, amount)
=== orders/tests/test_lines.py
import unittest

from orders.lines import line_net


class Lines(unittest.TestCase):
    def test_rounds_once(self):
        self.assertEqual(line_net(33, 10), 313)
@@ switch main
@@ Samir | manage.py seed fills a development database
=== shop/management.md
The commands of `manage.py` that are ours:

| command | what it does |
|---|---|
| `seed` | fills an empty development database from `fixtures/` |
=== catalog/management/__init__.py
=== catalog/management/commands/__init__.py
=== catalog/management/commands/seed.py
"""Fills an empty database from fixtures/."""

import csv

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from catalog.models import Category, Product
from customers.models import Customer
from shop.environment import ROOT


def rows(name):
    with open(ROOT / "fixtures" / name, encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


class Command(BaseCommand):
    help = "Fills an empty development database from fixtures/."

    def handle(self, *args, **options):
        if settings.PLACE != "development":
            raise CommandError("seed is for development only")
        if Customer.objects.exists():
            raise CommandError("there are customers already")
        for row in rows("products.csv"):
            category, _ = Category.objects.get_or_create(slug=row["category"], defaults={"title": row["category"].title()})
            Product.objects.create(sku=row["sku"], title=row["title"], category=category, net_cents=int(row["net_cents"]), vat=row["vat"])
        for row in rows("customers.csv"):
            street, _, town = row["address"].partition(", ")
            postcode, _, town = town.partition(" ")
            customer = Customer.objects.create(name=row["name"], email=row["email"])
            customer.addresses.create(street=street, postcode=postcode, town=town)
        self.stdout.write(f"{Product.objects.count()} products, {Customer.objects.count()} customers")
+++ catalog/tests.py
class Seed(TestCase):
    def test_fills_once(self):
        call_command("seed", stdout=io.StringIO())
        self.assertGreater(Product.objects.count(), 10)
        with self.assertRaises(CommandError):
            call_command("seed")
~~~ catalog/tests.py
from django.db.models import ProtectedError
from django.test import TestCase
=>
import io

from django.core.management import CommandError, call_command
from django.db.models import ProtectedError
from django.test import TestCase
@@ merge fix/rounding-of-discounts | Merge fix/rounding-of-discounts
@@ Tomas | Orders can have a discount
=== orders/migrations/0004_order_discount.py
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("orders", "0003_order_paid_at")]
    operations = [migrations.AddField(model_name="order", name="discount_cents", field=models.PositiveIntegerField(default=0))]
~~~ orders/models.py
    paid_at = models.DateTimeField(null=True, blank=True)
=>
    paid_at = models.DateTimeField(null=True, blank=True)
    discount_cents = models.PositiveIntegerField(default=0)
@@ Tomas | Totals take the discount into account
~~~ orders/totals.py
    return {
        "net": sum(net for net, _ in lines),
        "tax": sum(tax(net, rate) for net, rate in lines),
        "gross": sum(gross(net, rate) for net, rate in lines),
    }
=>
    whole = sum(gross(net, rate) for net, rate in lines)
    return {
        "net": sum(net for net, _ in lines),
        "tax": sum(tax(net, rate) for net, rate in lines),
        "gross": max(whole - order.discount_cents, 0),
    }
+++ orders/tests/test_totals.py
class Discounted(TestCase):
    def test_the_customer_pays_less(self):
        made = order(product("LH-1", 1000))
        made.discount_cents = 190
        self.assertEqual(totals(made)["gross"], 1000)
@@ Samir | Export of orders for the bookkeeper
=== orders/management/__init__.py
=== orders/management/commands/__init__.py
=== orders/management/commands/export_orders.py
"""Writes all placed orders to a CSV file."""

import csv
import pathlib

from django.core.management.base import BaseCommand

from orders.models import Order
from orders.totals import totals


class Command(BaseCommand):
    help = "Writes all placed orders to a CSV file."

    def add_arguments(self, parser):
        parser.add_argument("path", type=pathlib.Path)

    def handle(self, *args, path, **options):
        path.parent.mkdir(parents=True, exist_ok=True)
        found = Order.objects.exclude(state__in=["cart", "cancelled"]).select_related("customer").order_by("pk")
        with open(path, "w", encoding="utf-8", newline="") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow(["order", "customer", "state", "net", "tax", "gross"])
            for order in found:
                sums = totals(order)
                out.writerow([order.pk, order.customer.email, order.state, sums["net"], sums["tax"], sums["gross"]])
        self.stdout.write(f"{found.count()} orders")
=== orders/tests/test_export.py
import io
import pathlib
import tempfile

from django.core.management import call_command
from django.test import TestCase

from orders.states import move
from orders.tests.data import order, product


class Export(TestCase):
    def test_placed_orders_only(self):
        mug = product(net_cents=1000)
        move(order(mug), "placed")
        order(mug)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "out" / "orders.csv"
            call_command("export_orders", path, stdout=io.StringIO())
            lines = path.read_text(encoding="utf-8").splitlines()
        self.assertEqual(lines[0], "order,customer,state,net,tax,gross")
        self.assertEqual(len(lines), 2)
        self.assertTrue(lines[1].endswith("mila@mail.example,placed,1000,190,1190"))
+++ shop/management.md
| `export_orders PATH` | writes placed orders as CSV |
| `close_carts` | removes carts that are older than `orders.cart_hours` |
| `check_ready` | says `ok` when the database fits the code |
@@ Samir | Nightly: old carts go
=== orders/management/commands/close_carts.py
"""Removes carts that nobody touched for a while."""

import datetime

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from orders.models import Order


class Command(BaseCommand):
    help = "Removes carts that are older than orders.cart_hours."

    def add_arguments(self, parser):
        parser.add_argument("--dry-run", action="store_true")

    def handle(self, *args, dry_run, **options):
        limit = timezone.now() - datetime.timedelta(hours=settings.CART_HOURS)
        old = Order.objects.filter(state="cart", created__lt=limit)
        self.stdout.write(f"{old.count()} carts")
        if not dry_run:
            old.delete()
=== orders/tests/test_carts.py
import datetime
import io

from django.core.management import call_command
from django.test import TestCase
from django.utils import timezone

from orders.models import Order
from orders.tests.data import order


class Carts(TestCase):
    def test_old_ones_go(self):
        old, new = order(), order()
        Order.objects.filter(pk=old.pk).update(created=timezone.now() - datetime.timedelta(days=30))
        call_command("close_carts", dry_run=True, stdout=io.StringIO())
        self.assertEqual(Order.objects.count(), 2)
        call_command("close_carts", stdout=io.StringIO())
        self.assertEqual([each.pk for each in Order.objects.all()], [new.pk])
@@ Ines | check_ready for the deployment
=== orders/management/commands/check_ready.py
"""Says `ok` when the database fits the code; exit 1 otherwise."""

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from orders.models import Order


class Command(BaseCommand):
    help = "Says ok when the database fits the code."

    def handle(self, *args, **options):
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
        if missing:
            raise CommandError("not applied: " + ", ".join(str(migration) for migration, _ in missing))
        list(Order.objects.values()[:1])
        self.stdout.write("ok")
=== orders/tests/test_ready.py
import io

from django.core.management import call_command
from django.test import TestCase


class Ready(TestCase):
    def test_after_all_migrations(self):
        out = io.StringIO()
        call_command("check_ready", stdout=out)
        self.assertEqual(out.getvalue(), "ok\n")
@@ release minor | Discounts; Export for the bookkeeper; Old carts go at night
