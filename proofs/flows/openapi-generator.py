"""The flow of every generated client: from a customer to a deleted order, with OpenAPI Generator's Python client."""
import os
import parcelyard_client as p
from parcelyard_client.exceptions import ConflictException, NotFoundException

PRICE = 262145.37  # a 32-bit number would not be exact to the cent
config = p.Configuration(host=os.environ["BASE_URL"], access_token=os.environ["ACCESS_TOKEN"])
with p.ApiClient(config) as client:
    orders, shipping, webhook = p.OrdersApi(client), p.ShippingApi(client), p.WebhookApi(client)
    customer = p.CustomersApi(client).create_customer(p.CustomerInput(email="oag-python@example.com")).result
    order_input = p.OrderInput(
        invoice_number="OAG-PY", first_name="Ada", last_name="Lovelace", address1="350 5th Ave", city="New York",
        state="NY", zip="10118", country="US", customer_id=customer.id,
        items=[p.OrderItemInput(item_code="MUG", quantity=1, price=PRICE)])
    made = orders.create_order(order_input)
    order = made.result
    assert made.created is True and order.subtotal == PRICE, made
    try:
        orders.create_order(order_input)
        raise AssertionError("an invoice number was taken twice")
    except ConflictException as refusal:
        assert refusal.data.code == "invoice_number_taken", refusal.data
    rated = shipping.shipping_info(p.ShippingInfoRequest(order_id=order.id, weight_oz=12)).result
    rate = rated.rates[0]
    label = shipping.purchase_label(p.PurchaseLabelRequest(
        order_id=order.id, rate_id=rate.rate_id, package_id=rated.package_id, method=rate.method,
        service_level=rate.service_level)).result
    tracking = shipping.get_tracking(order.id).result
    assert tracking.tracking_number == label.tracking_number and tracking.ship_date.year >= 2026, tracking
    assert shipping.void_label(order.id).result.voided is True
    registered = webhook.register_webhook(p.WebhookInput(url="http://127.0.0.1:9/hook")).result
    assert webhook.rotate_webhook_secret().result.signing_secret != registered.signing_secret
    tested = webhook.test_webhook().result
    assert tested.event_type == "test" and tested.last_error, tested
    assert webhook.list_webhook_deliveries().result[0].delivery_id == tested.delivery_id
    seen: list[int] = []
    cursor = ""
    while cursor is not None:
        page = orders.list_orders(cursor=cursor, page_size=50)
        seen, cursor = seen + [each.id for each in page.result], page.pagination.next_cursor
    assert order.id in seen and len(seen) == len(set(seen)), seen
    assert orders.delete_order(order.id).result.order_status
    try:
        orders.get_order(999_999_999)
        raise AssertionError("an absent order was answered")
    except NotFoundException as refusal:
        assert refusal.data.code == "not_found", refusal.data
