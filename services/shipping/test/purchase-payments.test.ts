import type { Failure } from '@parcelyard/contracts/common';
import { toRefused } from '@parcelyard/service-kit/failure';
import { settle } from './support/settle';
import {
  ACCOUNT,
  confirm,
  preview,
  rate,
  type Shipping,
  type ShippingClient,
  startShipping,
} from './support/start-shipping';

let shipping: Shipping;
let rpc: ShippingClient;
beforeEach(async () => {
  shipping = await startShipping({ balanceCents: 0 });
  rpc = (await shipping.startProcess()).rpc;
});
afterEach(() => shipping.close());

const setAccount = (change: { autoRechargeCents?: number; paymentMethod?: string; plan?: string }) =>
  shipping.billing.updateAccount({
    accountId: ACCOUNT,
    plan: undefined,
    autoRechargeCents: undefined,
    paymentMethod: undefined,
    addReferralCreditCents: undefined,
    idempotencyKey: '',
    ...change,
  });
const money = async () => {
  const { availableCents, heldCents } = await shipping.billing.getBalance({ accountId: ACCOUNT });
  return { availableCents, heldCents };
};
const expectUntouched = async (orderId: number) => {
  const order = await shipping.getOrder(orderId);
  expect([order.status, order.label, order.lockedBy]).toEqual(['ChooseShipping', undefined, undefined]);
};

test('without money and without auto-recharge nothing is bought, and the refusal has its reason', async () => {
  const { orderId } = await shipping.createOrder();
  const choice = await rate(rpc, orderId);
  expect(await preview(rpc, choice)).toMatchObject({
    balanceWouldGoNegative: true,
    autoRechargeWouldFire: false,
  });
  await expect(confirm(rpc, choice)).rejects.toMatchObject({
    code: 'payment_required',
    reason: 'purchase_failed',
  });
  await expectUntouched(orderId);
  expect(await money()).toEqual({ availableCents: 0, heldCents: 0 });
});

test('a declined card stops the purchase before the carrier is called', async () => {
  await setAccount({ autoRechargeCents: 2_500, paymentMethod: 'sandbox_declined' });
  const { orderId } = await shipping.createOrder();
  const choice = await rate(rpc, orderId);
  await expect(confirm(rpc, choice)).rejects.toMatchObject({
    code: 'payment_required',
    reason: 'purchase_failed',
  });
  await expectUntouched(orderId);
  const { entries } = await rpc.listSellerJournal({ accountId: ACCOUNT, afterReference: '', limit: 0 });
  expect(entries).toEqual([]);
});

test('auto-recharge charges once, and the label is paid from it', async () => {
  await setAccount({ autoRechargeCents: 2_500 });
  const { orderId } = await shipping.createOrder();
  const choice = await rate(rpc, orderId);
  const shown = await preview(rpc, choice);
  expect(shown).toMatchObject({ autoRechargeWouldFire: true, rechargeCents: 2_500, feeCents: 0 });
  const bought = await confirm(rpc, choice);
  expect(await money()).toEqual({ availableCents: shown.balanceAfterCents, heldCents: 0 });
  expect(bought.label?.costCents).toBe(shown.totalChargeCents);
});

test('recharged money stays on the balance when the carrier then refuses', async () => {
  await setAccount({ autoRechargeCents: 2_500 });
  const { orderId } = await shipping.createOrder({ company: 'SBX_DECLINE' });
  await expect(confirm(rpc, await rate(rpc, orderId))).rejects.toMatchObject({ code: 'carrier_refused' });
  await expectUntouched(orderId);
  expect(await money()).toEqual({ availableCents: 2_500, heldCents: 0 });
});

test('a payment gateway whose answer is lost charges once, and the label is bought', async () => {
  await setAccount({ autoRechargeCents: 2_500, paymentMethod: 'sandbox_timeout' });
  const { orderId } = await shipping.createOrder();
  const choice = await rate(rpc, orderId);
  await confirm(rpc, choice).catch((error: unknown) => expect(error).toMatchObject({ code: 'unresolved' }));
  await settle(shipping, orderId, 'done');
  const { label } = await confirm(rpc, choice);
  expect(await money()).toEqual({ availableCents: 2_500 - (label?.costCents ?? 0), heldCents: 0 });
  const page = { accountId: ACCOUNT, afterReference: '', limit: 10 };
  expect((await shipping.billing.listGatewayCharges(page)).charges).toMatchObject([{ amountCents: 2_500 }]);
});

test('above the monthly limit of the plan the message is the one of the specification', async () => {
  await setAccount({ plan: 'trial', autoRechargeCents: 100_000 });
  for (let bought = 0; bought < 50; bought += 1) {
    const { orderId } = await shipping.createOrder();
    await confirm(rpc, await rate(rpc, orderId));
  }
  const { orderId } = await shipping.createOrder();
  const choice = await rate(rpc, orderId);
  const { refusal } = await preview(rpc, choice);
  const { reason, params } = toRefused(refusal as Failure);
  expect(params).toMatchObject({ cause: { reason: 'shipment_limit_reached', params: { limit: 50 } } });
  await expect(confirm(rpc, choice)).rejects.toMatchObject({
    code: 'resource_exhausted',
    reason,
    params,
  });
  await expectUntouched(orderId);
});
