import { eventually } from '@parcelyard/testing/eventually';
import {
  ACCOUNT,
  type Choice,
  confirm,
  preview,
  rate,
  type Shipping,
  type ShippingClient,
  startShipping,
} from './support/start-shipping';

const ANOTHER_ACCOUNT = ACCOUNT + 1;

let shipping: Shipping;
let rpc: ShippingClient;
beforeAll(async () => {
  shipping = await startShipping();
  ({ rpc } = await shipping.startProcess());
});
afterAll(() => shipping.close());
afterEach(async () => {
  const { linked } = await rpc.listCarriers({ accountId: ACCOUNT });
  for (const { carrierAccountId } of linked) await use(carrierAccountId, '');
});

const balance = async () => (await shipping.billing.getBalance({ accountId: ACCOUNT })).availableCents;

async function register(carrier: string, accountId = ACCOUNT): Promise<number> {
  const asked = { accountId, carrier, accountNumber: 'A1B2C3', agreementToken: '', confirm: false };
  const shown = await rpc.registerCarrier(asked);
  if (shown.outcome?.$case !== 'agreement') throw new Error('No agreement was shown.');
  const { agreementToken } = shown.outcome.agreement;
  const { outcome } = await rpc.registerCarrier({ ...asked, agreementToken, confirm: true });
  if (outcome?.$case !== 'account') throw new Error('No account was linked.');
  return outcome.account.carrierAccountId;
}

const use = (carrierAccountId: number, externalId: string, accountId = ACCOUNT) =>
  rpc.useCarrierAccount({ accountId, carrierAccountId, externalId });

async function inUse(carrier: string): Promise<number> {
  const id = await register(carrier);
  await use(id, `ca_${carrier}`);
  return id;
}

const ratesOf = async (orderId: number, accountId = ACCOUNT) => {
  const parcel = { weightOz: 12 };
  const asked = { accountId, orderId, parcel, signatureRequired: false, saturdayDelivery: false };
  return (await rpc.getRates(asked)).rates;
};

const byUps = async (orderId: number): Promise<Choice> =>
  rate(rpc, orderId, (rates) => rates.find(({ carrier }) => carrier === 'ups'));

describe("a merchant's own account with a carrier", () => {
  test('is registered by the merchant, and has no rates before an operator activates it', async () => {
    await register('ups');
    const { orderId } = await shipping.createOrder();
    const rates = await ratesOf(orderId);
    expect(rates.filter(({ billedByCarrier }) => billedByCarrier)).toEqual([]);
  });

  test('replaces the rates of its carrier, says so, and does not change other carriers', async () => {
    await inUse('ups');
    const { orderId } = await shipping.createOrder();
    const rates = await ratesOf(orderId);
    const billed = new Set(rates.filter((row) => row.billedByCarrier).map(({ carrier }) => carrier));
    expect([...billed]).toEqual(['ups']);
    expect(rates.filter(({ carrier }) => carrier === 'ups').every((row) => row.billedByCarrier)).toBe(true);
  });

  test('has no postage charge in preview and purchase, and label, list of purchases and carrier show the postage', async () => {
    await inUse('ups');
    const { orderId } = await shipping.createOrder();
    const choice = await byUps(orderId);
    const shown = await preview(rpc, choice);
    expect(shown).toMatchObject({ billedByCarrier: true, totalChargeCents: shown.feeCents });
    expect(shown.postageCents).toBeGreaterThan(0);

    const before = await balance();
    const { label } = await confirm(rpc, choice);
    expect(await balance()).toBe(before - shown.feeCents);
    expect(label).toMatchObject({
      billedByCarrier: true,
      postageCents: shown.postageCents,
      costCents: shown.postageCents + shown.feeCents,
    });
    const purchaseId = label?.purchaseId ?? '';
    const lines = (await shipping.transfersOf(orderId)).flatMap((transfer) => transfer.lines);
    expect(lines.filter(({ ledger }) => ledger === 'carrier_payable')).toEqual([]);
    const { purchases } = await rpc.listPurchases({ accountId: ACCOUNT, afterPurchaseId: '', limit: 0 });
    expect(purchases.find((one) => one.purchaseId === purchaseId)).toMatchObject({ billedByCarrier: true });
  });

  test('gets no refund of postage for a void, and the label of the order is removed', async () => {
    await inUse('ups');
    const { orderId } = await shipping.createOrder();
    await confirm(rpc, await byUps(orderId));
    const before = await balance();
    const { outcome } = await rpc.voidLabel({ accountId: ACCOUNT, orderId, confirm: true });
    expect(outcome).toMatchObject({ $case: 'result', result: { refundAmountCents: 0 } });
    const { label, pendingRefund } = await shipping.getOrder(orderId);
    expect(label).toBeUndefined();
    expect(pendingRefund).toBeUndefined();
    shipping.clock.advance(60_000);
    await eventually(async () => {
      const [last] = (await shipping.transfersOf(orderId)).slice(-1);
      expect(last?.kind).toBe('refund');
    });
    expect(await balance()).toBe(before);
  });

  test("counts what the carrier bills in the owner's label limit and day limit", async () => {
    await inUse('ups');
    const { orderId } = await shipping.createOrder();
    const choice = await byUps(orderId);
    const { postageCents } = await preview(rpc, choice);
    const limit = (perLabelCents: number, perDayCents: number) =>
      shipping.billing.setSpendingLimits({
        accountId: ACCOUNT,
        app: undefined,
        token: { perLabelCents, perDayCents, askAboveCents: 0 },
      });
    await limit(postageCents - 1, 0);
    await expect(confirm(rpc, choice)).rejects.toMatchObject({ reason: 'label_limit_passed' });
    const { token } = await shipping.billing.getSpendingLimits({ accountId: ACCOUNT });
    await limit(0, (token?.spentTodayCents ?? 0) + postageCents + 100);
    await confirm(rpc, choice);
    const { orderId: second } = await shipping.createOrder();
    await expect(confirm(rpc, await byUps(second))).rejects.toMatchObject({ reason: 'day_limit_passed' });
    await limit(0, 0);
  });

  test('counts a declined label neither as spent nor as a shipment', async () => {
    await inUse('ups');
    const { orderId } = await shipping.createOrder({ company: 'SBX_DECLINE' });
    const choice = await byUps(orderId);
    const used = async () => {
      const { token } = await shipping.billing.getSpendingLimits({ accountId: ACCOUNT });
      const { shipmentsUsed } = await shipping.billing.getEntitlements({ accountId: ACCOUNT });
      return [token?.spentTodayCents, shipmentsUsed, await balance()];
    };
    const before = await used();
    await expect(confirm(rpc, choice)).rejects.toMatchObject({ code: 'carrier_refused' });
    expect(await used()).toEqual(before);
  });

  test('has refused rates after an operator deactivated it, and an earlier rate is charged as it was shown', async () => {
    const { orderId } = await shipping.createOrder();
    const ofDeployment = await byUps(orderId);
    const id = await inUse('ups');
    const { orderId: other } = await shipping.createOrder();
    const ofOwn = await byUps(other);

    const before = await balance();
    const { label } = await confirm(rpc, ofDeployment);
    expect(label?.billedByCarrier).toBeUndefined();
    expect(await balance()).toBe(before - (label?.costCents ?? 0));

    await use(id, '');
    await expect(confirm(rpc, ofOwn)).rejects.toMatchObject({ reason: 'carrier_account_out_of_use' });
    expect((await shipping.getOrder(other)).label).toBeUndefined();
  });

  test('cannot be used, activated or linked by another account', async () => {
    const id = await inUse('ups');
    await expect(use(id, 'ca_x', ANOTHER_ACCOUNT)).rejects.toMatchObject({
      reason: 'carrier_account_not_found',
    });
    const theirs = await register('ups', ANOTHER_ACCOUNT);
    await expect(use(theirs, 'ca_ups', ANOTHER_ACCOUNT)).rejects.toMatchObject({
      reason: 'carrier_account_of_another',
    });
    const quote = await rpc.quoteShipping({
      accountId: ANOTHER_ACCOUNT,
      toZip: '94043',
      toCountry: '',
      toState: '',
      toCity: '',
      fromZip: '',
      parcel: { weightOz: 12 },
    });
    expect(quote.rates.filter(({ billedByCarrier }) => billedByCarrier)).toEqual([]);
  });

  test.each([
    ['an id with invalid characters', 'ca 1', 'carrier_account_id_malformed'],
    ['an id that is too long', `ca_${'1'.repeat(80)}`, 'carrier_account_id_malformed'],
  ])('%s is refused', async (_what, externalId, reason) => {
    const id = await register('ups');
    await expect(use(id, externalId)).rejects.toMatchObject({ reason });
  });

  test('has a batch without a charge for labels, and with the price of each', async () => {
    await inUse('ups');
    await inUse('usps');
    await inUse('fedex');
    const { orderId } = await shipping.createOrder({ weightOz: 12 });
    const asked = { accountId: ACCOUNT, orderIds: [orderId], servicePreference: '', confirm: false };
    const { outcome } = await rpc.triggerBatch(asked);
    if (outcome?.$case !== 'preview') throw new Error('No preview.');
    const { totalCostCents, totalChargeCents, orders } = outcome.preview;
    expect(orders).toMatchObject([{ billedByCarrier: true, priceCents: totalCostCents }]);
    expect(totalCostCents).toBeGreaterThan(0);
    expect(totalChargeCents).toBe(0);
  });
});
