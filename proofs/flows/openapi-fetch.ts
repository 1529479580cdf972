/**
 * The flow that runs with every generated client, from creating a customer to deleting an order. Here the client uses
 * openapi-typescript and openapi-fetch.
 */
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { paths } from './client';

const PRICE = 262145.37;
const client = createClient<paths>({
  baseUrl: process.env.BASE_URL as string,
  headers: { authorization: `Bearer ${process.env.ACCESS_TOKEN}` },
});
const must = <Data>({ data, error }: { data?: Data; error?: unknown }): Data => {
  assert(data, JSON.stringify(error));
  return data;
};

const { result: customer } = must(
  await client.POST('/public/customer', { body: { email: 'oft@example.com' } }),
);
const body = {
  invoiceNumber: 'OFT',
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
const { result: order, created } = must(await client.POST('/public/order', { body }));
assert.deepEqual([created, order.subtotal], [true, PRICE]);
const refusal = await client.POST('/public/order', { body });
assert.equal(refusal.error?.code, 'invoice_number_taken');
const asked = { orderId: order.id, weightOz: 12 };
const { result: rated } = must(await client.POST('/public/shipping-info', { body: asked }));
const [rate] = rated.rates;
assert(rate);
const { rateId, method, serviceLevel } = rate;
const chosen = { orderId: order.id, packageId: rated.packageId, rateId, method, serviceLevel };
const { result: label } = must(await client.POST('/public/purchase-label', { body: chosen }));
const one = { params: { path: { id: order.id } } };
const { result: tracking } = must(await client.GET('/public/order/{id}/tracking', one));
assert.equal(tracking.trackingNumber, label.trackingNumber);
assert(tracking.shipDate && new Date(tracking.shipDate).getFullYear() >= 2026);
assert.equal(must(await client.POST('/public/order/{id}/void-label', one)).result.voided, true);
const hook = { url: 'http://127.0.0.1:9/hook' };
const { result: registered } = must(await client.POST('/public/webhook', { body: hook }));
const { result: rotated } = must(await client.POST('/public/webhook/rotate-secret'));
assert.notEqual(rotated.signingSecret, registered.signingSecret);
const { result: tested } = must(await client.POST('/public/webhook/test'));
assert(tested.eventType === 'test' && tested.lastError);
const { result: deliveries } = must(await client.GET('/public/webhook/deliveries'));
assert.equal(deliveries[0]?.deliveryId, tested.deliveryId);
const seen: number[] = [];
type Listed = paths['/public/orders']['get']['responses'][200]['content']['application/json'];
for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; ) {
  const query: { cursor: string; pageSize: number } = { cursor, pageSize: 50 };
  const page: Listed = must(await client.GET('/public/orders', { params: { query } }));
  seen.push(...page.result.map(({ id }) => id));
  cursor = page.pagination.nextCursor;
}
assert(seen.includes(order.id) && new Set(seen).size === seen.length);
assert(must(await client.DELETE('/public/order/{id}', one)).result.orderStatus);
const absent = await client.GET('/public/order/{id}', { params: { path: { id: 999_999_999 } } });
assert.equal(absent.error?.code, 'not_found');
