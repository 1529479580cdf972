import { latestPurchase } from './support/settle';
import {
  ACCOUNT,
  confirm,
  rate,
  type Shipping,
  type ShippingClient,
  startShipping,
} from './support/start-shipping';

let shipping: Shipping;
let rpc: ShippingClient;
beforeAll(async () => {
  shipping = await startShipping();
  rpc = (await shipping.startProcess()).rpc;
});
afterAll(() => shipping.close());

const refusal = (work: Promise<unknown>) => work.catch((error: unknown) => error);
const balance = async () => (await shipping.billing.getBalance({ accountId: ACCOUNT })).availableCents;

/** The database of orders as it was, beside the others as they are. */
async function putOrdersBack(since: readonly { _id: unknown }[]): Promise<void> {
  await shipping.ordersDb.collection('orders').deleteMany({});
  await shipping.ordersDb.collection('orders').insertMany([...since] as never);
}

it('an order that has forgotten its label is refused: its label is no answer, and no second one is bought', async () => {
  const { orderId } = await shipping.createOrder();
  const earlier = await shipping.ordersDb.collection('orders').find().toArray();
  const choice = await rate(rpc, orderId);
  const bought = await confirm(rpc, choice);
  await putOrdersBack(earlier);
  const before = await balance();
  expect(await refusal(confirm(rpc, choice))).toMatchObject({
    code: 'failed_precondition',
    reason: 'order_forgot_label',
    params: { orderId },
  });
  expect(await refusal(confirm(rpc, await rate(rpc, orderId)))).toMatchObject({
    reason: 'order_forgot_label',
  });
  expect(await balance()).toBe(before);
  expect((await latestPurchase(shipping, orderId))?._id).toBe(bought.label?.purchaseId);
});

it('a purchase that shipping has forgotten has another id than the next one of the same order', async () => {
  const { orderId } = await shipping.createOrder();
  const earlier = await shipping.ordersDb.collection('orders').find().toArray();
  const lost = await confirm(rpc, await rate(rpc, orderId));
  await putOrdersBack(earlier);
  await shipping.db.collection('purchases').deleteMany({ orderId });
  const before = await balance();
  const bought = await confirm(rpc, await rate(rpc, orderId));
  expect(bought.chargedNow).toBe(true);
  expect(bought.label?.purchaseId).not.toBe(lost.label?.purchaseId);
  expect(bought.label?.trackingNumber).not.toBe(lost.label?.trackingNumber);
  expect(await balance()).toBe(before - (bought.label?.costCents ?? 0));
});
