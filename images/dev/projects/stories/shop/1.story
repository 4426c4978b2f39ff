@@ Ines | A Django project that reads its settings per environment
=== manage.py
#!/usr/bin/env python3
"""Django's command line for the shop."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shop.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
=== shop/__init__.py
=== shop/environment.py
"""What the shop knows about where it runs: .env, the environment and config/*.toml."""

import os
import pathlib
import tomllib
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent


def read_env(path):
    """NAME=value lines; what is set already stays as it is."""
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        name, equals, value = line.partition("=")
        if equals and not name.lstrip().startswith("#"):
            os.environ.setdefault(name.strip(), value.strip().strip('"'))


def settings_of(place):
    """The settings of an environment, as nested dictionaries."""
    with open(ROOT / "config" / f"{place}.toml", "rb") as file:
        return tomllib.load(file)


def database(url):
    """Django's description of the database that a URL names."""
    parts = urllib.parse.urlparse(url)
    if parts.scheme == "sqlite":
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": url.split("://", 1)[1] or str(ROOT / "shop.sqlite3")}
    if parts.scheme not in ("postgres", "postgresql"):
        raise ValueError(f"DATABASE_URL: {parts.scheme} is not a database that the shop knows")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": parts.path.lstrip("/"),
        "USER": urllib.parse.unquote(parts.username or ""),
        "PASSWORD": urllib.parse.unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": parts.port or 5432,
    }
=== shop/settings.py
"""Django's settings; values come from .env and config/."""

import os

from shop.environment import ROOT, database, read_env, settings_of

read_env(ROOT / ".env")
PLACE = os.environ.get("SHOP_ENV", "development")
CONFIG = settings_of(PLACE)

DEBUG = CONFIG["debug"]
SECRET_KEY = os.environ.get("SECRET_KEY", "only-for-development")
ALLOWED_HOSTS = [CONFIG["site"]["host"], "testserver"]
DATABASES = {"default": database(os.environ.get("DATABASE_URL", "sqlite://")) | {"CONN_MAX_AGE": CONFIG["database"]["conn_max_age"]}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
INSTALLED_APPS = ["catalog", "customers", "orders", "stock"]
ROOT_URLCONF = "shop.urls"
USE_TZ = True
TIME_ZONE = "UTC"
CURRENCY = "EUR"
CART_HOURS = CONFIG["orders"]["cart_hours"]
FREE_SHIPPING_CENTS = CONFIG["orders"]["free_shipping_cents"]
DEFAULT_FROM_EMAIL = CONFIG["mail"]["sender"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend" if DEBUG else "django.core.mail.backends.smtp.EmailBackend"
=== shop/urls.py
"""Addresses of the shop."""

urlpatterns = []
=== shop/tests.py
"""The settings of every environment say the same things."""

import unittest

from shop.environment import database, settings_of


def names(tree, before=""):
    for name, value in tree.items():
        yield from names(value, f"{before}{name}.") if isinstance(value, dict) else [before + name]


class Environments(unittest.TestCase):
    def test_all_have_the_same_names(self):
        expected = set(names(settings_of("development")))
        for place in ("staging", "production"):
            self.assertEqual(set(names(settings_of(place))), expected, place)

    def test_only_development_shows_errors(self):
        self.assertEqual([settings_of(place)["debug"] for place in ("development", "staging", "production")], [True, False, False])


class Databases(unittest.TestCase):
    def test_postgres(self):
        found = database("postgres://shop:p%40ss@db.dev.test:5433/shop_dev")
        self.assertEqual((found["NAME"], found["USER"], found["PASSWORD"], found["HOST"], found["PORT"]), ("shop_dev", "shop", "p@ss", "db.dev.test", 5433))

    def test_sqlite(self):
        self.assertEqual(database("sqlite://:memory:")["NAME"], ":memory:")

    def test_others_are_refused(self):
        with self.assertRaises(ValueError):
            database("oracle://db.dev.test/shop")
=== catalog/__init__.py
=== customers/__init__.py
=== orders/__init__.py
=== stock/__init__.py
@@ Tomas | Catalogue: categories and products
=== catalog/models.py
"""What the shop sells."""

from django.db import models


class Category(models.Model):
    slug = models.SlugField(unique=True)
    title = models.CharField(max_length=80)

    def __str__(self):
        return self.title


class Product(models.Model):
    VAT = [("standard", "standard"), ("reduced", "reduced"), ("none", "none")]

    sku = models.CharField(max_length=20, unique=True)
    title = models.CharField(max_length=120)
    category = models.ForeignKey(Category, on_delete=models.PROTECT, related_name="products")
    net_cents = models.PositiveIntegerField()
    vat = models.CharField(max_length=10, choices=VAT, default="standard")
    active = models.BooleanField(default=True)

    class Meta:
        ordering = ["sku"]

    def __str__(self):
        return f"{self.sku} {self.title}"
=== catalog/migrations/__init__.py
=== catalog/migrations/0001_initial.py
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [
        migrations.CreateModel(
            name="Category",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(unique=True)),
                ("title", models.CharField(max_length=80)),
            ],
        ),
        migrations.CreateModel(
            name="Product",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sku", models.CharField(max_length=20, unique=True)),
                ("title", models.CharField(max_length=120)),
                ("net_cents", models.PositiveIntegerField()),
                ("vat", models.CharField(choices=[("standard", "standard"), ("reduced", "reduced"), ("none", "none")], default="standard", max_length=10)),
                ("active", models.BooleanField(default=True)),
                ("category", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="products", to="catalog.category")),
            ],
            options={"ordering": ["sku"]},
        ),
    ]
=== catalog/tests.py
"""The catalogue."""

from django.db.models import ProtectedError
from django.test import TestCase

from catalog.models import Category, Product


class Products(TestCase):
    def setUp(self):
        self.mugs = Category.objects.create(slug="mugs", title="Mugs")
        self.mug = Product.objects.create(sku="LH-1", title="White mug", category=self.mugs, net_cents=795)

    def test_says_what_it_is(self):
        self.assertEqual(str(self.mug), "LH-1 White mug")

    def test_a_category_in_use_stays(self):
        with self.assertRaises(ProtectedError):
            self.mugs.delete()
@@ Tomas | Customers and addresses
=== customers/models.py
"""Who buys."""

from django.db import models


class Customer(models.Model):
    name = models.CharField(max_length=80)
    email = models.EmailField(unique=True)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self):
        return f"{self.name} <{self.email}>"


class Address(models.Model):
    customer = models.ForeignKey(Customer, on_delete=models.CASCADE, related_name="addresses")
    street = models.CharField(max_length=120)
    postcode = models.CharField(max_length=12)
    town = models.CharField(max_length=80)

    class Meta:
        verbose_name_plural = "addresses"

    def lines(self):
        return [self.customer.name, self.street, f"{self.postcode} {self.town}"]
=== customers/migrations/__init__.py
=== customers/migrations/0001_initial.py
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [
        migrations.CreateModel(
            name="Customer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80)),
                ("email", models.EmailField(max_length=254, unique=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="Address",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("street", models.CharField(max_length=120)),
                ("postcode", models.CharField(max_length=12)),
                ("town", models.CharField(max_length=80)),
                ("customer", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="addresses", to="customers.customer")),
            ],
            options={"verbose_name_plural": "addresses"},
        ),
    ]
=== customers/tests.py
"""Customers."""

from django.db import IntegrityError
from django.test import TestCase

from customers.models import Customer


class Customers(TestCase):
    def test_lines_of_an_address(self):
        customer = Customer.objects.create(name="Mila Dahl", email="mila@mail.example")
        address = customer.addresses.create(street="Mill Street 4", postcode="20144", town="Norrby")
        self.assertEqual(address.lines(), ["Mila Dahl", "Mill Street 4", "20144 Norrby"])

    def test_one_customer_for_an_address(self):
        Customer.objects.create(name="Mila Dahl", email="mila@mail.example")
        with self.assertRaises(IntegrityError):
            Customer.objects.create(name="Other", email="mila@mail.example")
@@ Aiko | Pricing: VAT and rounding, without a database
=== pricing/__init__.py
=== pricing/rounding.py
"""Rounding of cents."""

from fractions import Fraction


def half_up(value):
    """The nearest whole number; halves go away from zero."""
    value = Fraction(value)
    whole = int(abs(value) + Fraction(1, 2))
    return whole if value >= 0 else -whole
=== pricing/vat.py
"""Value added tax."""

from fractions import Fraction

from pricing.rounding import half_up

RATES = {"standard": Fraction(19, 100), "reduced": Fraction(7, 100), "none": Fraction(0)}


def tax(net_cents, rate="standard"):
    return half_up(net_cents * RATES[rate])


def gross(net_cents, rate="standard"):
    return net_cents + tax(net_cents, rate)


def net_of(gross_cents, rate="standard"):
    """The net amount whose gross is nearest to the one given."""
    return half_up(gross_cents / (1 + RATES[rate]))
=== pricing/tests/__init__.py
=== pricing/tests/test_vat.py
import unittest

from pricing.rounding import half_up
from pricing.vat import gross, net_of, tax


class Vat(unittest.TestCase):
    def test_rounding(self):
        self.assertEqual([half_up(value) for value in (0.5, 1.49, -0.5, -2.4)], [1, 1, -1, -2])

    def test_tax(self):
        self.assertEqual((tax(1000), tax(1000, "reduced"), tax(1000, "none")), (190, 70, 0))

    def test_there_and_back(self):
        for net in (1, 99, 795, 123456):
            self.assertEqual(net_of(gross(net)), net)
@@ call fixtures | 40 24
@@ Paula | Invented customers and products for development
