/**
 * The flow that runs with every generated client, from creating a customer to deleting an order. Here the client is
 * OpenAPI Generator's typescript-fetch.
 */
import assert from 'node:assert/strict';
import { Configuration, CustomersApi, OrdersApi, ResponseError, ShippingApi, WebhookApi } from './client';

const PRICE = 262145.37;
const config = new Configuration({
  basePath: process.env.BASE_URL as string,
  accessToken: process.env.ACCESS_TOKEN as string,
});
const orders = new OrdersApi(config);
const shipping = new ShippingApi(config);
const webhook = new WebhookApi(config);
const codeOf = async (call: Promise<unknown>) => {
  const refusal = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert(refusal instanceof ResponseError);
  return ((await refusal.response.json()) as { code: string }).code;
};

const customer = await new CustomersApi(config).createCustomer({
  customerInput: { email: 'oag-ts@example.com' },
});
const orderInput = {
  invoiceNumber: 'OAG-TS',
  firstName: 'Ada',
  lastName: 'Lovelace',
  address1: '350 5th Ave',
  city: 'New York',
  state: 'NY',
  zip: '10118',
  country: 'US',
  customerId: customer.result.id,
  items: [{ itemCode: 'MUG', quantity: 1, price: PRICE }],
};
const { result: order, created } = await orders.createOrder({ orderInput });
assert.deepEqual([created, order.subtotal], [true, PRICE]);
assert.equal(await codeOf(orders.createOrder({ orderInput })), 'invoice_number_taken');
const { result: rated } = await shipping.shippingInfo({
  shippingInfoRequest: { orderId: order.id, weightOz: 12 },
});
const [rate] = rated.rates;
assert(rate);
const { rateId, method, serviceLevel } = rate;
const chosen = { orderId: order.id, packageId: rated.packageId, rateId, method, serviceLevel };
const { result: label } = await shipping.purchaseLabel({ purchaseLabelRequest: chosen });
const { result: tracking } = await shipping.getTracking({ id: order.id });
assert.equal(tracking.trackingNumber, label.trackingNumber);
assert(tracking.shipDate && tracking.shipDate.getFullYear() >= 2026);
assert.equal((await shipping.voidLabel({ id: order.id })).result.voided, true);
const registered = await webhook.registerWebhook({ webhookInput: { url: 'http://127.0.0.1:9/hook' } });
assert.notEqual((await webhook.rotateWebhookSecret()).result.signingSecret, registered.result.signingSecret);
const { result: tested } = await webhook.testWebhook();
assert(tested.eventType === 'test' && tested.lastError);
assert.equal((await webhook.listWebhookDeliveries()).result[0]?.deliveryId, tested.deliveryId);
const seen: number[] = [];
for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; ) {
  const page = await orders.listOrders({ cursor, pageSize: 50 });
  seen.push(...page.result.map(({ id }) => id));
  cursor = page.pagination.nextCursor;
}
assert(seen.includes(order.id) && new Set(seen).size === seen.length);
assert((await orders.deleteOrder({ id: order.id })).result.orderStatus);
assert.equal(await codeOf(orders.getOrder({ id: 999_999_999 })), 'not_found');
