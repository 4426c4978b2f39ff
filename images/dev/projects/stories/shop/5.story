@@ Aiko | Gift cards: a column on orders
=== orders/migrations/0005_order_gift_card.py
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("orders", "0004_order_discount")]
    operations = [migrations.AddField(model_name="order", name="gift_card", field=models.CharField(blank=True, default="", max_length=16))]
~~~ orders/models.py
    discount_cents = models.PositiveIntegerField(default=0)
=>
    discount_cents = models.PositiveIntegerField(default=0)
    gift_card = models.CharField(max_length=16, blank=True, default="")
@@ switch main
@@ Samir | The export says when an order was paid
~~~ orders/management/commands/export_orders.py
            out.writerow(["order", "customer", "state", "net", "tax", "gross"])
=>
            out.writerow(["order", "customer", "state", "net", "tax", "gross", "paid"])
~~~ orders/management/commands/export_orders.py
sums["net"], sums["tax"], sums["gross"]])
=>
sums["net"], sums["tax"], sums["gross"], order.paid_at.date() if order.paid_at else ""])
~~~ orders/tests/test_export.py
"order,customer,state,net,tax,gross")
=>
"order,customer,state,net,tax,gross,paid")
~~~ orders/tests/test_export.py
placed,1000,190,1190"))
=>
placed,1000,190,1190,"))
@@ branch fix/slow-product-pages
@@ Samir | An index for the pages of active products
=== catalog/migrations/0003_product_active_index.py
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("catalog", "0002_pricechange")]
    operations = [migrations.AddIndex(model_name="product", index=models.Index(fields=["active", "sku"], name="product_active"))]
~~~ catalog/models.py
        ordering = ["sku"]
=>
        ordering = ["sku"]
        indexes = [models.Index(fields=["active", "sku"], name="product_active")]
@@ switch main
