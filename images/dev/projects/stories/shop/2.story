@@ Ines | Orders: first tables
=== orders/models.py
"""Orders. A cart is an order that nobody has placed yet."""

from django.db import models

from catalog.models import Product
from customers.models import Customer


class Order(models.Model):
    STATES = [(state, state) for state in ("cart", "placed", "shipped", "closed", "cancelled")]

    customer = models.ForeignKey(Customer, on_delete=models.PROTECT, related_name="orders")
    state = models.CharField(max_length=10, choices=STATES, default="cart")
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self):
        return f"order {self.pk} ({self.state})"


class OrderLine(models.Model):
    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="lines")
    product = models.ForeignKey(Product, on_delete=models.PROTECT)
    amount = models.PositiveIntegerField()
    net_cents = models.PositiveIntegerField()
=== orders/migrations/__init__.py
=== orders/migrations/0001_initial.py
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    dependencies = [("catalog", "0001_initial"), ("customers", "0001_initial")]
    operations = [
        migrations.CreateModel(
            name="Order",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "state",
                    models.CharField(
                        choices=[("cart", "cart"), ("placed", "placed"), ("shipped", "shipped"), ("closed", "closed"), ("cancelled", "cancelled")],
                        default="cart",
                        max_length=10,
                    ),
                ),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("customer", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="orders", to="customers.customer")),
            ],
        ),
        migrations.CreateModel(
            name="OrderLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("amount", models.PositiveIntegerField()),
                ("net_cents", models.PositiveIntegerField()),
                ("order", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="lines", to="orders.order")),
                ("product", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="catalog.product")),
            ],
        ),
    ]
=== orders/totals.py
"""What an order costs."""

from pricing.vat import gross, tax


def totals(order):
    """net, tax and gross of an order in cents."""
    lines = [(line.amount * line.net_cents, line.product.vat) for line in order.lines.select_related("product")]
    return {
        "net": sum(net for net, _ in lines),
        "tax": sum(tax(net, rate) for net, rate in lines),
        "gross": sum(gross(net, rate) for net, rate in lines),
    }
=== orders/tests/__init__.py
=== orders/tests/data.py
"""A small world for the tests of orders."""

from catalog.models import Category, Product
from customers.models import Customer
from orders.models import Order


def product(sku="LH-1", net_cents=795, vat="standard"):
    category, _ = Category.objects.get_or_create(slug="mugs", defaults={"title": "Mugs"})
    return Product.objects.create(sku=sku, title="White mug", category=category, net_cents=net_cents, vat=vat)


def order(*products, amount=1, email="mila@mail.example"):
    customer, _ = Customer.objects.get_or_create(email=email, defaults={"name": "Mila Dahl"})
    made = Order.objects.create(customer=customer)
    for each in products:
        made.lines.create(product=each, amount=amount, net_cents=each.net_cents)
    return made
=== orders/tests/test_totals.py
from django.test import TestCase

from orders.tests.data import order, product
from orders.totals import totals


class Totals(TestCase):
    def test_of_two_rates(self):
        made = order(product("LH-1", 1000), product("LH-2", 500, "reduced"), amount=2)
        self.assertEqual(totals(made), {"net": 3000, "tax": 450, "gross": 3450})

    def test_of_an_empty_cart(self):
        self.assertEqual(totals(order()), {"net": 0, "tax": 0, "gross": 0})
@@ release minor | Catalogue, customers and orders
@@ Aiko | Discounts: percent and fixed
=== pricing/discounts.py
"""Discounts. All take and give net cents, and never go below zero."""

from fractions import Fraction

from pricing.rounding import half_up


def percent(net_cents, rate):
    return max(net_cents - half_up(Fraction(net_cents) * rate / 100), 0)


def fixed(net_cents, cents):
    return max(net_cents - cents, 0)
=== pricing/tests/test_discounts.py
import unittest

from pricing import discounts


class Discounts(unittest.TestCase):
    def test_percent(self):
        self.assertEqual(discounts.percent(995, 10), 895)

    def test_never_below_zero(self):
        self.assertEqual((discounts.fixed(300, 500), discounts.percent(300, 150)), (0, 0))
@@ Aiko | Discounts by amount
+++ pricing/discounts.py
def by_amount(net_cents, amount, steps=((10, 5), (50, 10))):
    """The highest step that the amount reaches counts."""
    rate = max((rate for least, rate in steps if amount >= least), default=0)
    return percent(net_cents, rate)
+++ pricing/tests/test_discounts.py
class ByAmount(unittest.TestCase):
    def test_steps(self):
        self.assertEqual([discounts.by_amount(1000, amount) for amount in (1, 10, 49, 50)], [1000, 950, 950, 900])
@@ Tomas | Orders have a note
=== orders/migrations/0002_order_note.py
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("orders", "0001_initial")]
    operations = [migrations.AddField(model_name="order", name="note", field=models.CharField(blank=True, default="", max_length=200))]
~~~ orders/models.py
    created = models.DateTimeField(auto_now_add=True)
=>
    created = models.DateTimeField(auto_now_add=True)
    note = models.CharField(max_length=200, blank=True, default="")
@@ Paula | Stock as a list of movements
=== stock/models.py
"""Stock: the sum of movements that are never edited."""

from django.db import models

from catalog.models import Product


class Warehouse(models.Model):
    code = models.CharField(max_length=8, unique=True)
    town = models.CharField(max_length=80)


class Movement(models.Model):
    KINDS = [(kind, kind) for kind in ("delivery", "sale", "return", "count")]

    product = models.ForeignKey(Product, on_delete=models.PROTECT, related_name="movements")
    warehouse = models.ForeignKey(Warehouse, on_delete=models.PROTECT, related_name="movements")
    kind = models.CharField(max_length=10, choices=KINDS)
    amount = models.IntegerField()
    note = models.CharField(max_length=200, blank=True, default="")
    moment = models.DateTimeField(auto_now_add=True)
=== stock/migrations/__init__.py
=== stock/migrations/0001_initial.py
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    dependencies = [("catalog", "0001_initial")]
    operations = [
        migrations.CreateModel(
            name="Warehouse",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=8, unique=True)),
                ("town", models.CharField(max_length=80)),
            ],
        ),
        migrations.CreateModel(
            name="Movement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("delivery", "delivery"), ("sale", "sale"), ("return", "return"), ("count", "count")], max_length=10)),
                ("amount", models.IntegerField()),
                ("note", models.CharField(blank=True, default="", max_length=200)),
                ("moment", models.DateTimeField(auto_now_add=True)),
                ("product", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="movements", to="catalog.product")),
                ("warehouse", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="movements", to="stock.warehouse")),
            ],
        ),
    ]
=== stock/levels.py
"""How many there are."""

from django.db.models import Sum

from stock.models import Movement


def level(product, warehouse=None):
    """The amount of a product, in one warehouse or in all."""
    found = Movement.objects.filter(product=product)
    if warehouse is not None:
        found = found.filter(warehouse=warehouse)
    return found.aggregate(sum=Sum("amount"))["sum"] or 0


def take(product, warehouse, amount, note=""):
    """A sale takes goods from a warehouse; ValueError when there are too few."""
    if level(product, warehouse) < amount:
        raise ValueError(f"{product.sku}: fewer than {amount} in {warehouse.code}")
    return Movement.objects.create(product=product, warehouse=warehouse, kind="sale", amount=-amount, note=note)


def put(product, warehouse, amount, kind="delivery", note=""):
    return Movement.objects.create(product=product, warehouse=warehouse, kind=kind, amount=amount, note=note)
=== stock/tests.py
"""Stock."""

from django.test import TestCase

from orders.tests.data import product
from stock.levels import level, put, take
from stock.models import Warehouse


class Levels(TestCase):
    def setUp(self):
        self.mug = product()
        self.north, self.south = (Warehouse.objects.create(code=code, town=town) for code, town in (("N1", "Norrby"), ("S1", "Salvatera")))

    def test_sum_of_movements(self):
        put(self.mug, self.north, 10)
        put(self.mug, self.south, 5)
        take(self.mug, self.north, 3)
        self.assertEqual((level(self.mug), level(self.mug, self.north)), (12, 7))

    def test_not_more_than_there_is(self):
        put(self.mug, self.south, 5)
        with self.assertRaises(ValueError):
            take(self.mug, self.north, 1)
@@ Ines | Place, ship and cancel an order
=== orders/states.py
"""Which state follows which."""

NEXT = {"cart": {"placed", "cancelled"}, "placed": {"shipped", "cancelled"}, "shipped": {"closed"}, "closed": set(), "cancelled": set()}


class NotAllowed(ValueError):
    """The order cannot go there from where it is."""


def move(order, state):
    """Puts an order into a state and saves it."""
    if state not in NEXT[order.state]:
        raise NotAllowed(f"order {order.pk}: {order.state} to {state}")
    if state == "placed" and not order.lines.exists():
        raise NotAllowed(f"order {order.pk} is empty")
    order.state = state
    order.save(update_fields=["state"])
    return order
=== orders/tests/test_states.py
from django.test import TestCase

from orders.states import NotAllowed, move
from orders.tests.data import order, product


class States(TestCase):
    def test_the_whole_way(self):
        made = order(product())
        for state in ("placed", "shipped", "closed"):
            move(made, state)
        made.refresh_from_db()
        self.assertEqual(made.state, "closed")

    def test_an_empty_cart_is_not_placed(self):
        with self.assertRaises(NotAllowed):
            move(order(), "placed")

    def test_what_is_shipped_is_not_cancelled(self):
        made = move(move(order(product()), "placed"), "shipped")
        with self.assertRaises(NotAllowed):
            move(made, "cancelled")

@@ Tomas | Remember when an order was paid
=== orders/migrations/0003_order_paid_at.py
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("orders", "0002_order_note")]
    operations = [migrations.AddField(model_name="order", name="paid_at", field=models.DateTimeField(blank=True, null=True))]
~~~ orders/models.py
    note = models.CharField(max_length=200, blank=True, default="")
=>
    note = models.CharField(max_length=200, blank=True, default="")
    paid_at = models.DateTimeField(null=True, blank=True)
=== orders/payments.py
"""Payments that the bank reports."""

from django.utils import timezone

from orders.totals import totals


def pay(order, cents, moment=None):
    """Takes note of a payment; ValueError when it is not what the order costs, or paid already."""
    if order.paid_at is not None:
        raise ValueError(f"order {order.pk} is paid")
    due = totals(order)["gross"]
    if cents != due:
        raise ValueError(f"order {order.pk}: {cents} paid, {due} due")
    order.paid_at = moment or timezone.now()
    order.save(update_fields=["paid_at"])
=== orders/tests/test_payments.py
from django.test import TestCase

from orders.payments import pay
from orders.tests.data import order, product


class Payments(TestCase):
    def test_exact(self):
        made = order(product(net_cents=1000))
        pay(made, 1190)
        made.refresh_from_db()
        self.assertIsNotNone(made.paid_at)

    def test_wrong_sum_and_twice(self):
        made = order(product(net_cents=1000))
        with self.assertRaises(ValueError):
            pay(made, 1000)
        pay(made, 1190)
        with self.assertRaises(ValueError):
            pay(made, 1190)
