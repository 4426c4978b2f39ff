@@ Aiko | Addresses: products and categories as JSON
=== catalog/views.py
"""Products as JSON, for the pages and the tills."""

from django.conf import settings
from django.http import JsonResponse
from django.shortcuts import get_object_or_404

from catalog.models import Product
from pricing.vat import gross


def as_json(product):
    return {"sku": product.sku, "title": product.title, "category": product.category.slug, "gross_cents": gross(product.net_cents, product.vat)}


def products(request):
    found = Product.objects.filter(active=True).select_related("category")
    if "category" in request.GET:
        found = found.filter(category__slug=request.GET["category"])
    start = max(int(request.GET.get("start", 0)), 0)
    page = found[start : start + settings.CONFIG["site"]["page_size"]]
    return JsonResponse({"total": found.count(), "products": [as_json(product) for product in page]})


def product(request, sku):
    return JsonResponse(as_json(get_object_or_404(Product.objects.select_related("category"), sku=sku, active=True)))
=== catalog/urls.py
"""Addresses of the catalogue."""

from django.urls import path

from catalog import views

urlpatterns = [path("", views.products), path("<str:sku>", views.product)]
=== shop/urls.py
"""Addresses of the shop."""

from django.urls import include, path

urlpatterns = [path("products/", include("catalog.urls"))]
+++ catalog/tests.py
class Pages(TestCase):
    def setUp(self):
        mugs = Category.objects.create(slug="mugs", title="Mugs")
        for number in range(15):
            Product.objects.create(sku=f"LH-{number:02}", title="Mug", category=mugs, net_cents=1000, active=number != 3)

    def test_a_page_of_active_products(self):
        found = self.client.get("/products/", {"category": "mugs", "start": 10}).json()
        self.assertEqual((found["total"], len(found["products"])), (14, 4))

    def test_one_product(self):
        self.assertEqual(self.client.get("/products/LH-01").json()["gross_cents"], 1190)
        self.assertEqual(self.client.get("/products/LH-03").status_code, 404)
@@ Tomas | Receipts as text
=== orders/receipts.py
"""The receipt that goes out by mail."""

from orders.totals import totals

WIDTH = 48


def money(cents):
    return f"{cents // 100}.{cents % 100:02} EUR"


def row(left, right):
    return f"{left[: WIDTH - len(right) - 1]:<{WIDTH - len(right)}}{right}"


def receipt(order):
    """The text of an order's receipt."""
    lines = [f"Order {order.pk} for {order.customer.name}", "=" * WIDTH]
    for line in order.lines.select_related("product"):
        lines.append(row(f"{line.amount} x {line.product.title}", money(line.amount * line.net_cents)))
    sums = totals(order)
    lines += ["-" * WIDTH, row("VAT", money(sums["tax"]))]
    if order.discount_cents:
        lines.append(row("Discount", "-" + money(order.discount_cents)))
    return "\n".join([*lines, row("To pay", money(sums["gross"]))]) + "\n"
=== orders/mailer.py
"""Mail to customers."""

from django.core.mail import send_mail

from orders.receipts import receipt


def send_receipt(order):
    send_mail(f"Your order {order.pk}", receipt(order), None, [order.customer.email])
=== orders/tests/test_receipts.py
from django.core import mail
from django.test import TestCase

from orders.mailer import send_receipt
from orders.receipts import WIDTH, receipt
from orders.tests.data import order, product


class Receipts(TestCase):
    def test_rows_are_of_one_width(self):
        text = receipt(order(product(net_cents=123456), amount=3))
        self.assertEqual({len(line) for line in text.splitlines()[1:]}, {WIDTH})
        self.assertIn("3 x White mug", text)

    def test_goes_to_the_customer(self):
        send_receipt(order(product()))
        self.assertEqual(mail.outbox[0].to, ["mila@mail.example"])
@@ Paula | Pick lists for the warehouse
=== stock/picking.py
"""What the warehouse takes from its shelves."""

from stock.levels import level


def pick_list(order, warehouse):
    """(sku, amount, missing) of each line, by sku."""
    found = []
    for line in order.lines.select_related("product").order_by("product__sku"):
        there = level(line.product, warehouse)
        found.append((line.product.sku, min(line.amount, there), max(line.amount - there, 0)))
    return found


def complete(picked):
    return all(missing == 0 for _, _, missing in picked)
+++ stock/tests.py
class Picking(TestCase):
    def test_says_what_is_missing(self):
        first, second = product("LH-1"), product("LH-2")
        north = Warehouse.objects.create(code="N1", town="Norrby")
        put(first, north, 10)
        put(second, north, 1)
        picked = pick_list(order(second, first, amount=2), north)
        self.assertEqual(picked, [("LH-1", 2, 0), ("LH-2", 1, 1)])
        self.assertFalse(complete(picked))
~~~ stock/tests.py
from orders.tests.data import product
from stock.levels import level, put, take
from stock.models import Warehouse
=>
from orders.tests.data import order, product
from stock.levels import level, put, take
from stock.models import Warehouse
from stock.picking import complete, pick_list
@@ call fixtures | 120 40
@@ Paula | More invented customers and products
@@ Samir | Reports: sales by week
=== reports/__init__.py
=== reports/weekly.py
"""Sums by calendar week."""

import collections
import datetime


def week(day):
    """2026-01-01 is in 2026-W01."""
    year, number, _ = day.isocalendar()
    return f"{year}-W{number:02}"


def by_week(sales):
    """{week: cents} of (day, cents), with empty weeks between the first and the last."""
    sums = collections.Counter()
    for day, cents in sales:
        sums[week(day)] += cents
    if not sums:
        return {}
    days = [day for day, _ in sales]
    day, found = min(days), {}
    while week(day) <= week(max(days)):
        found[week(day)] = sums[week(day)]
        day += datetime.timedelta(days=7)
    return found
=== reports/tests/__init__.py
=== reports/tests/test_weekly.py
import datetime
import unittest

from reports.weekly import by_week, week


class Weeks(unittest.TestCase):
    def test_turn_of_the_year(self):
        self.assertEqual([week(datetime.date(2025, 12, day)) for day in (28, 29)], ["2025-W52", "2026-W01"])

    def test_empty_weeks_are_there(self):
        sales = [(datetime.date(2026, 3, 2), 100), (datetime.date(2026, 3, 3), 50), (datetime.date(2026, 3, 16), 7)]
        self.assertEqual(by_week(sales), {"2026-W10": 150, "2026-W11": 0, "2026-W12": 7})
        self.assertEqual(by_week([]), {})
@@ Samir | Reports: best sellers
=== reports/best.py
"""What sells best."""

import collections


def best(lines, count=10):
    """(sku, amount) of the `count` that sold most; of equal ones the first by sku."""
    sums = collections.Counter()
    for sku, amount in lines:
        sums[sku] += amount
    return sorted(sums.items(), key=lambda item: (-item[1], item[0]))[:count]
=== reports/tests/test_best.py
import unittest

from reports.best import best


class Best(unittest.TestCase):
    def test_order(self):
        self.assertEqual(best([("B", 2), ("A", 1), ("C", 3), ("A", 1)], 2), [("C", 3), ("A", 2)])
@@ Tomas | Price changes are remembered
=== catalog/migrations/0002_pricechange.py
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("catalog", "0001_initial")]
    operations = [
        migrations.CreateModel(
            name="PriceChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("old_cents", models.PositiveIntegerField()),
                ("new_cents", models.PositiveIntegerField()),
                ("moment", models.DateTimeField(auto_now_add=True)),
                ("product", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="changes", to="catalog.product")),
            ],
        ),
    ]
+++ catalog/models.py
class PriceChange(models.Model):
    product = models.ForeignKey(Product, on_delete=models.CASCADE, related_name="changes")
    old_cents = models.PositiveIntegerField()
    new_cents = models.PositiveIntegerField()
    moment = models.DateTimeField(auto_now_add=True)
=== catalog/prices.py
"""Changes of prices."""

from django.db import transaction


@transaction.atomic
def set_price(product, net_cents):
    """Gives a product a new price and remembers the old one; says whether anything changed."""
    if product.net_cents == net_cents:
        return False
    product.changes.create(old_cents=product.net_cents, new_cents=net_cents)
    product.net_cents = net_cents
    product.save(update_fields=["net_cents"])
    return True
+++ catalog/tests.py
class Prices(TestCase):
    def test_change_is_remembered(self):
        mug = Product.objects.create(sku="LH-1", title="Mug", category=Category.objects.create(slug="mugs", title="Mugs"), net_cents=795)
        self.assertTrue(set_price(mug, 895))
        self.assertFalse(set_price(mug, 895))
        self.assertEqual([(change.old_cents, change.new_cents) for change in mug.changes.all()], [(795, 895)])
~~~ catalog/tests.py
from catalog.models import Category, Product
=>
from catalog.models import Category, Product
from catalog.prices import set_price
@@ Ines | Deployment script
=== scripts/deploy.sh
#!/usr/bin/env bash
# Puts a tag on a web host: scripts/deploy.sh staging v0.4.0
set -euo pipefail

place=${1:?staging or production}
tag=${2:?a tag}
case $place in
  staging) host=web1.staging.test ;;
  production) host=web1.prod.test ;;
  *) echo "deploy: $place is not an environment" >&2; exit 2 ;;
esac

git rev-parse --verify --quiet "refs/tags/$tag" >/dev/null || { echo "deploy: no tag $tag" >&2; exit 2; }
git archive "$tag" | ssh "shop@$host" 'mkdir -p next && tar -x -C next'
ssh "shop@$host" 'cd next && python3 manage.py migrate --noinput && python3 manage.py check_ready'
ssh "shop@$host" 'rm -rf previous && mv current previous && mv next current && sudo systemctl restart shop'
=== scripts/dump.sh
#!/usr/bin/env bash
# Dumps the database of .env to a dated file: scripts/dump.sh FOLDER
set -euo pipefail

folder=${1:?a folder}
url=$(sed -n 's/^DATABASE_URL=//p' "$(dirname "$0")/../.env")
mkdir -p "$folder"
pg_dump --format=custom --file "$folder/shop-$(date +%Y-%m-%d).dump" "$url"
=== docs/deployment.md
# Deployment

1. Release: changelog and tag on main.
2. `scripts/deploy.sh staging vX.Y.Z`, then the pages of the check list by hand.
3. The next morning: `scripts/deploy.sh production vX.Y.Z`. Not on Fridays.

A migration that drops or renames a column goes out one release after the code that no longer needs it.
@@ Aiko | Open an order: its receipt as an address
=== orders/views.py
"""Orders for the office."""

from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404

from orders.models import Order
from orders.receipts import receipt
from orders.totals import totals


def order(request, number):
    found = get_object_or_404(Order.objects.select_related("customer"), pk=number)
    return JsonResponse({"order": found.pk, "state": found.state, "customer": found.customer.name, **totals(found)})


def order_receipt(request, number):
    return HttpResponse(receipt(get_object_or_404(Order, pk=number)), content_type="text/plain; charset=utf-8")
=== orders/urls.py
"""Addresses of orders."""

from django.urls import path

from orders import views

urlpatterns = [path("<int:number>", views.order), path("<int:number>/receipt", views.order_receipt)]
=== shop/urls.py
"""Addresses of the shop."""

from django.urls import include, path

urlpatterns = [path("products/", include("catalog.urls")), path("orders/", include("orders.urls"))]
=== orders/tests/test_views.py
from django.test import TestCase

from orders.tests.data import order, product


class Views(TestCase):
    def test_an_order(self):
        made = order(product(net_cents=1000))
        self.assertEqual(self.client.get(f"/orders/{made.pk}").json(), {"order": made.pk, "state": "cart", "customer": "Mila Dahl", "net": 1000, "tax": 190, "gross": 1190})
        self.assertContains(self.client.get(f"/orders/{made.pk}/receipt"), "To pay")

    def test_none(self):
        self.assertEqual(self.client.get("/orders/99").status_code, 404)
@@ release minor | Products and orders as JSON; Receipts; Reports
@@ branch feature/gift-cards
@@ Aiko | Gift cards: codes with a check character
=== pricing/gift_cards.py
"""Codes of gift cards."""

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


def check_letter(code):
    total = sum((place + 1) * LETTERS.index(letter) for place, letter in enumerate(code))
    return LETTERS[total % len(LETTERS)]


def valid(code):
    """Whether a code, written with or without hyphens, can be one of ours."""
    plain = code.upper().replace("-", "")
    return len(plain) == 12 and set(plain) <= set(LETTERS) and check_letter(plain[:-1]) == plain[-1]
=== pricing/tests/test_gift_cards.py
import unittest

from pricing.gift_cards import check_letter, valid


class Codes(unittest.TestCase):
    def test_check_letter(self):
        code = "ABCD2345EFG"
        self.assertTrue(valid(f"abcd-2345-efg{check_letter(code)}"))
        self.assertFalse(valid(f"BACD2345EFG{check_letter(code)}"))
