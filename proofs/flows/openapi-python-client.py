"""The flow of every generated client: from a customer to a deleted order, with openapi-python-client."""
import os
from parcelyard_rest_api_client import AuthenticatedClient, models as m
from parcelyard_rest_api_client.api.customers import create_customer
from parcelyard_rest_api_client.api.orders import create_order, delete_order, get_order, list_orders
from parcelyard_rest_api_client.api.shipping import get_tracking, purchase_label, shipping_info, void_label
from parcelyard_rest_api_client.api.webhook import (
    list_webhook_deliveries, register_webhook, rotate_webhook_secret, test_webhook)

PRICE = 262145.37  # a 32-bit number would not be exact to the cent
client = AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["ACCESS_TOKEN"], timeout=60)
customer = create_customer.sync(client=client, body=m.CustomerInput(email="opc@example.com")).result
order_input = m.OrderInput(
    invoice_number="OPC", first_name="Ada", last_name="Lovelace", address1="350 5th Ave", city="New York", state="NY",
    zip_="10118", country="US", customer_id=customer.id,
    items=[m.OrderItemInput(item_code="MUG", quantity=1, price=PRICE)])
made = create_order.sync(client=client, body=order_input)
order = made.result
assert made.created is True and order.subtotal == PRICE, made
refusal = create_order.sync(client=client, body=order_input)
assert isinstance(refusal, m.Problem) and refusal.code == m.ErrorCode.INVOICE_NUMBER_TAKEN, refusal
rated = shipping_info.sync(client=client, body=m.ShippingInfoRequest(order_id=order.id, weight_oz=12)).result
rate = rated.rates[0]
label = purchase_label.sync(client=client, body=m.PurchaseLabelRequest(
    order_id=order.id, rate_id=rate.rate_id, package_id=rated.package_id, method=rate.method,
    service_level=rate.service_level)).result
tracking = get_tracking.sync(order.id, client=client).result
assert tracking.tracking_number == label.tracking_number and tracking.ship_date.year >= 2026, tracking
assert void_label.sync(order.id, client=client).result.voided is True
registered = register_webhook.sync(client=client, body=m.WebhookInput(url="http://127.0.0.1:9/hook")).result
assert rotate_webhook_secret.sync(client=client).result.signing_secret != registered.signing_secret
tested = test_webhook.sync(client=client).result
assert tested.event_type == "test" and tested.last_error, tested
assert list_webhook_deliveries.sync(client=client).result[0].delivery_id == tested.delivery_id
seen, cursor = [], ""
while cursor is not None:
    page = list_orders.sync(client=client, cursor=cursor, page_size=50)
    seen, cursor = seen + [each.id for each in page.result], page.pagination.next_cursor
assert order.id in seen and len(seen) == len(set(seen)), seen
assert delete_order.sync(order.id, client=client).result.order_status
assert get_order.sync(999_999_999, client=client).code == m.ErrorCode.NOT_FOUND
