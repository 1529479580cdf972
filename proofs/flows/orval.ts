/**
 * The flow that runs with every generated client, from creating a customer to deleting an order. Here the client is
 * orval's fetch client.
 */
import assert from 'node:assert/strict';
import * as api from './client';

const PRICE = 262145.37;
const options = { headers: { authorization: `Bearer ${process.env.ACCESS_TOKEN}` } };
/** Returns the data of an answer. Throws when the answer has none of these statuses. */
function must<Answer extends { status: number }, Status extends Answer['status']>(
  answer: Answer,
  ...statuses: Status[]
): Extract<Answer, { status: Status; data: unknown }>['data'] {
  assert(statuses.includes(answer.status as Status), JSON.stringify(answer));
  return (answer as Extract<Answer, { status: Status; data: unknown }>).data;
}

const { result: customer } = must(await api.createCustomer({ email: 'orval@example.com' }, options), 201);
const input = {
  invoiceNumber: 'ORVAL',
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
const { result: order, created } = must(await api.createOrder(input, options), 201);
assert.deepEqual([created, order.subtotal], [true, PRICE]);
assert.equal(must(await api.createOrder(input, options), 409).code, 'invoice_number_taken');
const { result: rated } = must(await api.shippingInfo({ orderId: order.id, weightOz: 12 }, options), 200);
const [rate] = rated.rates;
assert(rate);
const { rateId, method, serviceLevel } = rate;
const chosen = { orderId: order.id, packageId: rated.packageId, rateId, method, serviceLevel };
const { result: label } = must(await api.purchaseLabel(chosen, options), 200);
const { result: tracking } = must(await api.getTracking(order.id, options), 200);
assert.equal(tracking.trackingNumber, label.trackingNumber);
assert(tracking.shipDate && new Date(tracking.shipDate).getFullYear() >= 2026);
assert.equal(must(await api.voidLabel(order.id, options), 200).result.voided, true);
const { result: registered } = must(
  await api.registerWebhook({ url: 'http://127.0.0.1:9/hook' }, options),
  200,
);
const { result: rotated } = must(await api.rotateWebhookSecret(options), 200);
assert.notEqual(rotated.signingSecret, registered.signingSecret);
const { result: tested } = must(await api.testWebhook(options), 200);
assert(tested.eventType === 'test' && tested.lastError);
const { result: deliveries } = must(await api.listWebhookDeliveries({}, options), 200);
assert.equal(deliveries[0]?.deliveryId, tested.deliveryId);
const seen: number[] = [];
for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; ) {
  const page: api.ListOrdersResponseBody = must(await api.listOrders({ cursor, pageSize: 50 }, options), 200);
  seen.push(...page.result.map(({ id }) => id));
  cursor = page.pagination.nextCursor;
}
assert(seen.includes(order.id) && new Set(seen).size === seen.length);
assert(must(await api.deleteOrder(order.id, options), 200).result.orderStatus);
assert.equal(must(await api.getOrder(999_999_999, options), 404).code, 'not_found');
