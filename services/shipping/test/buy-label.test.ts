import { attemptOf } from './support/attempt-of';
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

let shipping: Shipping;
let rpc: ShippingClient;
beforeAll(async () => {
  shipping = await startShipping();
  rpc = (await shipping.startProcess()).rpc;
});
afterAll(() => shipping.close());

const tokenOf = (url = '') => url.slice('/labels/'.length);
const balance = async () => (await shipping.billing.getBalance({ accountId: ACCOUNT })).availableCents;
const journalOf = async (purchaseId: string) =>
  (await rpc.listSellerJournal({ accountId: ACCOUNT, afterReference: '', limit: 0 })).entries.filter(
    ({ reference }) => reference.startsWith(`${purchaseId}_`),
  );

describe('a preview', () => {
  test('shows the charge and changes nothing', async () => {
    const { orderId } = await shipping.createOrder();
    const choice = await rate(rpc, orderId);
    const before = [
      await balance(),
      await shipping.getOrder(orderId),
      (await shipping.billing.getBalance({ accountId: ACCOUNT })).heldCents,
    ];

    const shown = await preview(rpc, choice);

    expect(shown.postageCents).toBeGreaterThan(0);
    expect(shown).toMatchObject({
      totalChargeCents: shown.postageCents + shown.feeCents,
      currentBalanceCents: before[0],
      balanceAfterCents: (before[0] as number) - shown.totalChargeCents,
      existingLabel: undefined,
    });
    expect([
      await balance(),
      await shipping.getOrder(orderId),
      (await shipping.billing.getBalance({ accountId: ACCOUNT })).heldCents,
    ]).toEqual(before);
    expect(await shipping.db.collection('purchases').countDocuments({ accountId: ACCOUNT, orderId })).toBe(0);
  });

  test('shows recipient, weight, date, address check and the price of insurance [MCP-S43]', async () => {
    const { orderId, shipTo, totalCents } = await shipping.createOrder();
    const choice = await rate(rpc, orderId);
    const shown = await preview(rpc, choice);
    expect(shown).toMatchObject({
      shipTo,
      estimatedDeliveryDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      insuranceCents: 0,
      addressCheck: { status: 'plausible' },
      cover: { enabled: false, insuredValueCents: totalCents },
    });
    expect(shown.weightOz).toBe((await shipping.getOrder(orderId)).weightOz);
  });

  test('of an order with a label shows that label and no charge', async () => {
    const { orderId } = await shipping.createOrder();
    const choice = await rate(rpc, orderId);
    const { label } = await confirm(rpc, choice);
    const shown = await preview(rpc, choice);
    expect(shown.totalChargeCents).toBe(0);
    expect(shown.existingLabel).toEqual(label);
  });
});

describe('a confirm', () => {
  test('charges the sealed price once and attaches the label to the order', async () => {
    const { orderId } = await shipping.createOrder();
    const choice = await rate(rpc, orderId);
    const before = await balance();

    const bought = await confirm(rpc, choice);

    expect(bought).toMatchObject({
      chargedNow: true,
      insuranceCents: 0,
      label: { carrier: 'usps', method: choice.method, serviceLevel: choice.serviceLevel },
    });
    expect(bought.label?.trackingUrl).toBe(`/track/${bought.label?.trackingNumber}`);
    expect(bought.label?.costCents).toBe(bought.postageCents + bought.feeCents);
    expect(await balance()).toBe(before - (bought.label?.costCents ?? 0));
    const order = await shipping.getOrder(orderId);
    expect(order).toMatchObject({ status: 'PrintLabel', labelGeneration: 1 });
    expect(order.label).toEqual(bought.label);
    expect(order.lockedBy).toBeUndefined();
    const purchaseId = bought.label?.purchaseId as string;
    expect(purchaseId).toEqual(attemptOf(orderId, 1));
    expect(await journalOf(purchaseId)).toMatchObject([
      {
        chargedCents: bought.postageCents,
        trackingNumber: bought.label?.trackingNumber,
        status: 'purchased',
      },
    ]);
    const { purchases } = await rpc.listPurchases({ accountId: ACCOUNT, afterPurchaseId: '', limit: 0 });
    expect(purchases.find((purchase) => purchase.purchaseId === purchaseId)).toMatchObject({
      state: 'done',
      postageCents: bought.postageCents,
      trackingNumber: bought.label?.trackingNumber,
    });
  });

  test('returns the first label and charges nothing when it is repeated', async () => {
    const { orderId } = await shipping.createOrder();
    const choice = await rate(rpc, orderId);
    const first = await confirm(rpc, choice);
    const before = await balance();

    const second = await confirm(rpc, choice);

    expect(second).toEqual({ ...first, chargedNow: false });
    expect(await balance()).toBe(before);
  });

  test('of an order with a label returns that label, also for a rate that would be refused', async () => {
    const { orderId } = await shipping.createOrder();
    const first = await confirm(rpc, await rate(rpc, orderId));
    const broken: Choice = {
      accountId: ACCOUNT,
      orderId,
      rateId: 'x',
      packageId: 'y',
      method: '',
      serviceLevel: '',
    };
    expect(await confirm(rpc, broken)).toEqual({ ...first, chargedNow: false });
  });

  test('stores files that open only with their links', async () => {
    const { orderId } = await shipping.createOrder({ country: 'CA' });
    const { label } = await confirm(rpc, await rate(rpc, orderId));
    for (const url of [label?.labelUrl, label?.formUrl] as string[]) {
      expect(url).toMatch(/^\/labels\/[A-Za-z0-9_.-]+$/);
      const token = tokenOf(url);
      const file = await rpc.getLabelFile({ token, offset: 0, etag: '' });
      expect(file).toMatchObject({ contentType: 'application/pdf' });
      expect(Buffer.from(file.content).subarray(0, 5).toString()).toBe('%PDF-');
      await expect(rpc.getLabelFile({ token: `${token}x`, offset: 0, etag: '' })).rejects.toMatchObject({
        code: 'not_found',
      });
    }
  });

  test('makes a QR image when the account prints by QR', async () => {
    const { orderId } = await shipping.createOrder();
    await rpc.updateSettings({
      accountId: ACCOUNT,
      shipFrom: undefined,
      printSetting: 'qr',
      insurance: undefined,
    });
    try {
      const usps = await rate(rpc, orderId, (rates) => rates.find(({ carrier }) => carrier === 'usps'));
      const { label } = await confirm(rpc, usps);
      const file = await rpc.getLabelFile({ token: tokenOf(label?.labelUrl), offset: 0, etag: '' });
      expect(file.contentType).toBe('image/png');
    } finally {
      await rpc.updateSettings({
        accountId: ACCOUNT,
        shipFrom: undefined,
        printSetting: 'pdf',
        insurance: undefined,
      });
    }
  });

  test('with insurance on charges 1 % of the order, at least 1.00, in addition to postage', async () => {
    const { orderId } = await shipping.createOrder({ totalCents: 25_050 });
    const choice = await rate(rpc, orderId);
    await rpc.updateSettings({
      accountId: ACCOUNT,
      shipFrom: undefined,
      printSetting: undefined,
      insurance: true,
    });
    try {
      const before = await balance();
      const shown = await preview(rpc, choice);
      expect(shown).toMatchObject({ insuranceCents: 251, totalChargeCents: shown.postageCents + 251 + 30 });
      const bought = await confirm(rpc, choice);
      expect(bought).toMatchObject({ insuranceCents: 251, label: { costCents: shown.totalChargeCents } });
      expect(await balance()).toBe(before - shown.totalChargeCents);
    } finally {
      await rpc.updateSettings({
        accountId: ACCOUNT,
        shipFrom: undefined,
        printSetting: undefined,
        insurance: false,
      });
    }
  });
});

describe('a purchase is refused, without a charge or a change of the order, for', () => {
  const refusal = async (choice: Choice, expected: object) => {
    const before = [await balance(), await shipping.getOrder(choice.orderId)];
    for (const confirmed of [false, true]) {
      await expect(rpc.buyLabel({ ...choice, confirm: confirmed })).rejects.toMatchObject(expected);
    }
    expect([await balance(), await shipping.getOrder(choice.orderId)]).toEqual(before);
    const tried = { accountId: ACCOUNT, orderId: choice.orderId };
    expect(await shipping.db.collection('purchases').countDocuments(tried)).toBe(0);
  };

  test('a price above max_cost', async () => {
    const { orderId } = await shipping.createOrder();
    const choice = await rate(rpc, orderId);
    const { postageCents } = await preview(rpc, choice);
    await refusal(
      { ...choice, maxCostCents: postageCents - 1 },
      {
        code: 'failed_precondition',
        field: 'max_cost',
        reason: 'price_above_max_cost',
      },
    );
    await expect(preview(rpc, { ...choice, maxCostCents: postageCents })).resolves.toBeDefined();
  });

  test('a charge above max_charge with insurance and fee: the preview says so, and the confirm is refused [MCP-S42]', async () => {
    const { orderId } = await shipping.createOrder();
    const choice = await rate(rpc, orderId);
    const { totalChargeCents, postageCents } = await preview(rpc, choice);
    expect(totalChargeCents).toBeGreaterThan(postageCents);
    const asked = { ...choice, maxCostCents: postageCents, maxChargeCents: totalChargeCents - 1 };
    const reason = 'charge_above_max_charge';
    expect((await preview(rpc, asked)).refusal).toMatchObject({ reason, field: 'max_charge' });
    const before = await balance();
    await expect(rpc.buyLabel({ ...asked, confirm: true })).rejects.toMatchObject({
      code: 'failed_precondition',
      reason,
      field: 'max_charge',
      params: { totalCents: totalChargeCents, postageCents, maxChargeCents: totalChargeCents - 1 },
    });
    expect(await balance()).toEqual(before);
    expect((await shipping.getOrder(orderId)).label).toBeUndefined();
    expect(await confirm(rpc, { ...asked, maxChargeCents: totalChargeCents })).toMatchObject({
      chargedNow: true,
    });
  });

  test('an order of another account, and an unknown order', async () => {
    const { orderId } = await shipping.createOrder();
    const choice = await rate(rpc, orderId);
    const words = (id: number) => ({
      code: 'not_found',
      reason: 'order_not_found',
      params: { orderId: id },
    });
    await expect(rpc.buyLabel({ ...choice, accountId: 2, confirm: true })).rejects.toMatchObject(
      words(orderId),
    );
    await expect(rpc.buyLabel({ ...choice, orderId: 99_999, confirm: true })).rejects.toMatchObject(
      words(99_999),
    );
  });

  test('a rate of another order', async () => {
    const [one, other] = [await shipping.createOrder(), await shipping.createOrder()];
    const choice = await rate(rpc, one.orderId);
    await refusal(
      { ...choice, orderId: other.orderId },
      { code: 'invalid_argument', reason: 'seal_of_another_order' },
    );
  });

  test('the package of another rating', async () => {
    const { orderId } = await shipping.createOrder();
    const [one, other] = [await rate(rpc, orderId), await rate(rpc, orderId)];
    await refusal(
      { ...one, packageId: other.packageId },
      { code: 'invalid_argument', reason: 'seals_of_two_ratings' },
    );
  });

  test('an edited rate', async () => {
    const { orderId } = await shipping.createOrder();
    const choice = await rate(rpc, orderId);
    const rateId = `${choice.rateId.slice(0, -4)}AAAA`;
    await refusal({ ...choice, rateId }, { code: 'invalid_argument', field: 'rate_id' });
  });

  test('a method or service level that is not the sealed one', async () => {
    const { orderId } = await shipping.createOrder();
    const choice = await rate(rpc, orderId);
    await refusal({ ...choice, method: 'UPS Ground' }, { code: 'invalid_argument', field: 'method' });
    await refusal({ ...choice, serviceLevel: 'ups_2' }, { code: 'invalid_argument', field: 'service_level' });
  });

  test('an expired rate', async () => {
    const { orderId } = await shipping.createOrder();
    const choice = await rate(rpc, orderId);
    shipping.clock.advance(86_400_000);
    await refusal(choice, {
      code: 'failed_precondition',
      reason: 'rate_expired',
    });
  });

  test('a rate of an earlier ship-from address', async () => {
    const { orderId } = await shipping.createOrder();
    const choice = await rate(rpc, orderId);
    const { shipFrom } = await rpc.getSettings({ accountId: ACCOUNT });
    if (!shipFrom) throw new Error('No ship-from address.');
    const moved = { ...shipFrom, street1: '1 Main St', city: 'Portland', state: 'OR', zip: '97201' };
    const change = { accountId: ACCOUNT, printSetting: undefined, insurance: undefined };
    await rpc.updateSettings({ ...change, shipFrom: moved });
    try {
      await refusal(choice, { code: 'failed_precondition', reason: 'ship_from_changed_since_rating' });
    } finally {
      await rpc.updateSettings({ ...change, shipFrom });
    }
    await expect(preview(rpc, choice)).resolves.toBeDefined();
  });

  test('an order that is not ready to ship', async () => {
    const { orderId } = await shipping.createOrder({ status: 'InvoiceDraft' });
    const choice = await rate(rpc, orderId);
    await refusal(choice, {
      code: 'failed_precondition',
      reason: 'order_not_ready_to_ship',
      params: { orderId },
    });
  });
});

describe('a purchase that fails releases the money and the order:', () => {
  test("the carrier's refusal is returned word for word", async () => {
    const { orderId } = await shipping.createOrder({ company: 'SBX_DECLINE' });
    const choice = await rate(rpc, orderId);
    const before = await balance();
    await expect(confirm(rpc, choice)).rejects.toMatchObject({
      code: 'carrier_refused',
      params: { words: 'Carrier declined: address is outside the service area (SBX-1001)' },
    });
    expect(await balance()).toBe(before);
    const order = await shipping.getOrder(orderId);
    expect([order.status, order.label, order.lockedBy]).toEqual(['ChooseShipping', undefined, undefined]);
    expect(await journalOf(`pur_${orderId}`)).toEqual([]);
    const { purchases } = await rpc.listPurchases({ accountId: ACCOUNT, afterPurchaseId: '', limit: 0 });
    expect(purchases.find((purchase) => purchase.orderId === orderId)).toMatchObject({ state: 'failed' });
  });

  test('and a new purchase gets the next number', async () => {
    const { orderId } = await shipping.createOrder({ company: 'SBX_DECLINE' });
    const choice = await rate(rpc, orderId);
    await expect(confirm(rpc, choice)).rejects.toMatchObject({ code: 'carrier_refused' });
    await expect(confirm(rpc, choice)).rejects.toMatchObject({ code: 'carrier_refused' });
    const tried = await shipping.db.collection('purchases').find({ accountId: ACCOUNT, orderId }).toArray();
    expect(tried.map(({ _id, active }) => [_id, active]).sort()).toEqual([
      [attemptOf(orderId, 1), false],
      [attemptOf(orderId, 2), false],
    ]);
  });
});
