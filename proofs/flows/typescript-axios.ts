/**
 * The flow that runs with every generated client, from creating a customer to deleting an order. Here the client is
 * OpenAPI Generator's typescript-axios.
 */
import assert from 'node:assert/strict';
import { isAxiosError } from 'axios';
import { Configuration, CustomersApi, OrdersApi, ShippingApi, WebhookApi } from './client';

const PRICE = 262145.37;
const config = new Configuration({
  basePath: process.env.BASE_URL as string,
  accessToken: process.env.ACCESS_TOKEN as string,
});
const orders = new OrdersApi(config);
const shipping = new ShippingApi(config);
const webhook = new WebhookApi(config);
const of = async <T>(call: Promise<{ data: { result: T } }>) => (await call).data.result;
const codeOf = async (call: Promise<unknown>) => {
  const refusal = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert(isAxiosError(refusal));
  return (refusal.response as { data: { code: string } }).data.code;
};

const customer = await of(new CustomersApi(config).createCustomer({ email: 'oag-axios@example.com' }));
const input = {
  invoiceNumber: 'OAG-AXIOS',
  firstName: 'Ada',
  lastName: 'Lovelace',
  address1: '350 5th Ave',
  city: 'New York',
  state: 'NY',
  zip: '10118',
  country: 'US',
  customerId: customer.id,
  items: [{ itemCode: 'MUG', quantity: 1, price: PRICE }],
};
const { result: order, created } = (await orders.createOrder(input)).data;
assert.deepEqual([created, order.subtotal], [true, PRICE]);
assert.equal(await codeOf(orders.createOrder(input)), 'invoice_number_taken');
const rated = await of(shipping.shippingInfo({ orderId: order.id, weightOz: 12 }));
const [rate] = rated.rates;
assert(rate);
const { rateId, method, serviceLevel } = rate;
const chosen = { orderId: order.id, packageId: rated.packageId, rateId, method, serviceLevel };
const label = await of(shipping.purchaseLabel(chosen));
const tracking = await of(shipping.getTracking(order.id));
assert.equal(tracking.trackingNumber, label.trackingNumber);
assert(tracking.shipDate && new Date(tracking.shipDate).getFullYear() >= 2026);
// For a POST without a body, axios sends the content type of a form. The product must accept this request.
assert.equal((await of(shipping.voidLabel(order.id))).voided, true);
const registered = await of(webhook.registerWebhook({ url: 'http://127.0.0.1:9/hook' }));
assert.notEqual((await of(webhook.rotateWebhookSecret())).signingSecret, registered.signingSecret);
const tested = await of(webhook.testWebhook());
assert(tested.eventType === 'test' && tested.lastError);
assert.equal((await of(webhook.listWebhookDeliveries()))[0]?.deliveryId, tested.deliveryId);
const seen: number[] = [];
for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; ) {
  const none = undefined;
  const { data } = await orders.listOrders(none, none, none, none, none, none, none, cursor, none, 50);
  seen.push(...data.result.map(({ id }) => id));
  cursor = data.pagination.nextCursor;
}
assert(seen.includes(order.id) && new Set(seen).size === seen.length);
assert((await of(orders.deleteOrder(order.id))).orderStatus);
assert.equal(await codeOf(orders.getOrder(999_999_999)), 'not_found');
