import { LockOutcome } from '@parcelyard/contracts/orders';
import { consumeEvent } from '@parcelyard/events/consume-event';
import { createDeadLetters } from '@parcelyard/events/dead-letters';
import { labelPrinted, labelPurchased } from '@parcelyard/events/event-type';
import { eventually } from '@parcelyard/testing/eventually';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { aLabel, anAddress, anImport, anOrder } from './support/builders';
import { serveOrders } from './support/serve-orders';

const USPS = { carrier: 'usps', seller: 'sandbox' };

describe('labels of orders', () => {
  const t = serveOrders();
  const purchased: { orderId: number; purchaseId: string | undefined }[] = [];
  const printed: { orderId: number; email: string; name: string; from: string }[] = [];

  beforeAll(async () => {
    const deadLetters = await createDeadLetters(t.db);
    const shared = { deadLetters, logger: silentLogger };
    await consumeEvent(t.bus, {
      ...shared,
      durable: 'purchased',
      type: labelPurchased,
      handle: async ({ orderId, label }) => void purchased.push({ orderId, purchaseId: label?.purchaseId }),
    });
    await consumeEvent(t.bus, {
      ...shared,
      durable: 'printed',
      type: labelPrinted,
      handle: async ({ orderId, recipientEmail, recipientName, postalAddress }) =>
        void printed.push({ orderId, email: recipientEmail, name: recipientName, from: postalAddress }),
    });
  });
  beforeEach(() => {
    t.customers.labelPrintedEmail = true;
    t.customers.addressUnverified = false;
  });

  const create = async (email = 'ada@engine.org') => {
    const customer = t.customers.add(t.account, {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email,
      phone: '5125550100',
    });
    const { order } = await t.orders.createOrder(anOrder(t.account, { customerId: customer.customerId }));
    if (!order) throw new Error('no order');
    return order;
  };
  const buy = async (email?: string) => {
    const { orderId } = await create(email);
    const purchaseId = `pur_${orderId}_1`;
    await t.orders.lockForPurchase({ accountId: t.account, orderId, purchaseId, addressVersion: 1 });
    await t.orders.attachLabel({ accountId: t.account, orderId, label: aLabel(purchaseId) });
    return get(orderId);
  };
  const mark = (orderIds: number[], confirm = true) =>
    t.orders.markLabelsPrinted({ accountId: t.account, orderIds, confirm });
  const get = (orderId: number) => t.orders.getOrder({ accountId: t.account, orderId });

  const skippedFor = (reason: string, orderId: number) => ({
    orderId,
    failure: expect.objectContaining({ reason, params: JSON.stringify({ orderId }) }),
  });

  it('a purchase that already knows the ship-to address gets its lock without that address', async () => {
    const { orderId } = await create();
    const wish = { accountId: t.account, orderId, purchaseId: `pur_${orderId}_1`, addressVersion: 1 };
    const asked = await t.orders.lockForPurchase({ ...wish, withoutShipTo: true });
    expect(asked).toMatchObject({ outcome: LockOutcome.LOCKED, order: { orderId } });
    expect(asked.order?.shipTo).toBeUndefined();
    const { order } = await t.orders.lockForPurchase(wish);
    expect(order?.shipTo).toEqual((await get(orderId)).shipTo);
  });

  it('one purchase locks an order, can repeat its lock, and other purchases are refused', async () => {
    const { orderId } = await create();
    const lock = (purchaseId: string, addressVersion = 1) =>
      t.orders.lockForPurchase({ accountId: t.account, orderId, purchaseId, addressVersion });
    expect((await lock('a', 2)).outcome).toBe(LockOutcome.ADDRESS_CHANGED);
    expect(await lock('a')).toMatchObject({ outcome: LockOutcome.LOCKED, order: { lockedBy: 'a' } });
    expect((await lock('a')).outcome).toBe(LockOutcome.LOCKED);
    expect((await lock('b')).outcome).toBe(LockOutcome.LOCKED_BY_ANOTHER);
    await t.orders.unlock({ accountId: t.account, orderId, purchaseId: 'b' });
    expect((await get(orderId)).lockedBy).toBe('a');
    await t.orders.unlock({ accountId: t.account, orderId, purchaseId: 'a' });
    await t.orders.unlock({ accountId: t.account, orderId, purchaseId: 'a' });
    expect((await lock('c')).outcome).toBe(LockOutcome.LOCKED);
  });

  it('a rating that ends after the label was bought changes nothing', async () => {
    const { orderId } = await create();
    const at = { accountId: t.account, orderId };
    await t.orders.lockForPurchase({ ...at, purchaseId: 'p', addressVersion: 1 });
    await t.orders.attachLabel({ ...at, label: aLabel('p') });
    const labelled = await get(orderId);
    const addressCheck = { status: 'error', messages: [] };
    await t.orders.saveRating({ ...at, parcel: { weightOz: 77 }, addressCheck });
    expect(await get(orderId)).toEqual(labelled);
  });

  it('a label is attached to the current order, also when it was changed after the lock', async () => {
    const { orderId } = await create();
    const at = { accountId: t.account, orderId };
    await t.orders.lockForPurchase({ ...at, purchaseId: 'p', addressVersion: 1 });
    await t.orders.saveRating({ ...at, parcel: { weightOz: 77 }, addressCheck: undefined });
    await t.orders.attachLabel({ ...at, label: aLabel('p') });
    const order = await get(orderId);
    expect(order).toMatchObject({ status: 'PrintLabel', weightOz: 77, label: { purchaseId: 'p' } });
    expect(order.lockedBy).toBeUndefined();
  });

  it('a lock that arrives after its purchase has ended is refused', async () => {
    const { orderId } = await create();
    const purchase = (purchaseId: string) => ({ accountId: t.account, orderId, purchaseId });
    const lock = async (purchaseId: string) =>
      (await t.orders.lockForPurchase({ ...purchase(purchaseId), addressVersion: 1 })).outcome;
    // The first request of purchase `a` for the lock is on its way. The repeated request locks the order, billing
    // refuses the purchase, and the purchase releases the order. Then the first request arrives and is refused.
    await lock('a');
    await t.orders.unlock(purchase('a'));
    expect(await lock('a')).toBe(LockOutcome.ENDED);
    // Purchase `b` releases the order before its request for the lock arrives.
    await t.orders.unlock(purchase('b'));
    expect(await lock('b')).toBe(LockOutcome.ENDED);
    expect((await get(orderId)).lockedBy).toBeUndefined();
    expect(await lock('c')).toBe(LockOutcome.LOCKED);
    await t.orders.unlock(purchase('a'));
    expect((await get(orderId)).lockedBy).toBe('c');
    await t.orders.attachLabel({ accountId: t.account, orderId, label: aLabel('c') });
    await t.orders.clearLabel(purchase('c'));
    expect(await lock('c')).toBe(LockOutcome.ENDED);
    await expect(
      t.orders.attachLabel({ accountId: t.account, orderId, label: aLabel('c') }),
    ).rejects.toMatchObject({ code: 'failed_precondition' });
    expect((await t.orders.cancelOrder({ accountId: t.account, orderId, dryRun: false })).status).toBe(
      'Deleted',
    );
  });

  it('the refund of a voided label is pending until the balance has it', async () => {
    const { orderId } = await create();
    const label = { ...aLabel('r'), costCents: 1_030, postageCents: 900, insuranceCents: 100, feeCents: 30 };
    const at = { accountId: t.account, orderId, purchaseId: 'r' };
    await t.orders.lockForPurchase({ ...at, addressVersion: 1 });
    await t.orders.attachLabel({ accountId: t.account, orderId, label });
    expect((await get(orderId)).pendingRefund).toBeUndefined();
    const refundDueAt = new Date('2026-03-20T12:00:00Z');
    await t.orders.clearLabel({ ...at, refundDueAt });
    await t.orders.clearLabel({ ...at, refundDueAt: new Date(0) });
    expect((await get(orderId)).pendingRefund).toEqual({ amountCents: 1_000, expectedBy: refundDueAt });
    await t.orders.noteRefund(at);
    expect((await get(orderId)).pendingRefund).toBeUndefined();
  });

  it('no refund is pending for a voided label that only the carrier billed', async () => {
    const { orderId } = await create();
    const label = { ...aLabel('o'), costCents: 900, postageCents: 900, billedByCarrier: true };
    const at = { accountId: t.account, orderId, purchaseId: 'o' };
    await t.orders.lockForPurchase({ ...at, addressVersion: 1 });
    await t.orders.attachLabel({ accountId: t.account, orderId, label });
    await t.orders.clearLabel({ ...at, refundDueAt: new Date('2026-03-20T12:00:00Z') });
    expect((await get(orderId)).pendingRefund).toBeUndefined();
  });

  it('an order shows the total cost of its labels and its history with all money, oldest first', async () => {
    const { orderId, history: born, labelCosts: none } = await create();
    expect([born.map(({ what }) => what), none]).toEqual([['created'], undefined]);
    const buyOne = async (purchaseId: string) => {
      const label = {
        ...aLabel(purchaseId),
        costCents: 1_030,
        postageCents: 900,
        insuranceCents: 100,
        feeCents: 30,
      };
      const purchasedAt = t.clock.now();
      await t.orders.lockForPurchase({ accountId: t.account, orderId, purchaseId, addressVersion: 1 });
      await t.orders.attachLabel({ accountId: t.account, orderId, label: { ...label, purchasedAt } });
      t.clock.advance(60_000);
    };
    await buyOne('h1');
    const at = { accountId: t.account, orderId, purchaseId: 'h1' };
    await t.orders.clearLabel({ ...at });
    expect((await get(orderId)).labelCosts).toEqual({ chargedCents: 1_030, refundedCents: 0 });
    t.clock.advance(60_000);
    await t.orders.noteRefund(at);
    t.clock.advance(60_000);
    await buyOne('h2');
    await mark([orderId]);
    t.clock.advance(60_000);
    await t.orders.assignPickup({
      accountId: t.account,
      pickupId: 77,
      orderIds: [orderId],
      ...USPS,
    });
    const { labelCosts, history } = await get(orderId);
    expect(labelCosts).toEqual({ chargedCents: 2_060, refundedCents: 1_000 });
    expect(
      history.map(({ what, amountCents, trackingNumber }) => [what, amountCents, trackingNumber]),
    ).toEqual([
      ['created', undefined, undefined],
      ['label bought', 1_030, '94h1'],
      ['voided', undefined, '94h1'],
      ['refunded', 1_000, '94h1'],
      ['label bought', 1_030, '94h2'],
      ['printed', undefined, '94h2'],
      ['pickup', undefined, '94h2'],
    ]);
    await t.orders.releasePickup({ accountId: t.account, pickupId: 77, orderIds: [], keepOthers: false });
    expect((await get(orderId)).history.map(({ what }) => what)).not.toContain('pickup');
  });

  it('one of a hundred purchases at once gets the order', async () => {
    const { orderId } = await create();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        t.orders.lockForPurchase({
          accountId: t.account,
          orderId,
          purchaseId: `p${index}`,
          addressVersion: 1,
        }),
      ),
    );
    expect(answers.filter(({ outcome }) => outcome === LockOutcome.LOCKED)).toHaveLength(1);
    expect(answers.filter(({ outcome }) => outcome === LockOutcome.LOCKED_BY_ANOTHER)).toHaveLength(99);
  });

  it('an order that is not ready to ship is not locked', async () => {
    const { ids } = await t.orders.importOrders({
      accountId: t.account,
      orders: [anImport({ status: 'Delivered' })],
    });
    const wish = { accountId: t.account, orderId: ids[0] ?? 0, purchaseId: 'a', addressVersion: 1 };
    expect((await t.orders.lockForPurchase(wish)).outcome).toBe(LockOutcome.WRONG_STATUS);
  });

  it('a label is attached once and publishes one event, however often the call is repeated; the order moves and is unlocked', async () => {
    const { orderId } = await create();
    const label = aLabel(`pur_${orderId}_1`, { formUrl: '/labels/form' });
    const attach = () => t.orders.attachLabel({ accountId: t.account, orderId, label });
    await expect(attach()).rejects.toMatchObject({ code: 'failed_precondition' });
    await t.orders.lockForPurchase({
      accountId: t.account,
      orderId,
      purchaseId: label.purchaseId,
      addressVersion: 1,
    });
    await Promise.all(Array.from({ length: 10 }, attach));
    const order = await get(orderId);
    expect(order).toMatchObject({
      status: 'PrintLabel',
      label,
      trackingNumber: label.trackingNumber,
      trackingUrl: label.trackingUrl,
      shipDate: label.purchasedAt,
      labelGeneration: 1,
    });
    expect(order.lockedBy).toBeUndefined();
    await eventually(() => expect(purchased).toContainEqual({ orderId, purchaseId: label.purchaseId }));
    expect(purchased.filter((event) => event.orderId === orderId)).toHaveLength(1);
    const again = { accountId: t.account, orderId, purchaseId: 'other', addressVersion: 1 };
    expect((await t.orders.lockForPurchase(again)).outcome).toBe(LockOutcome.ALREADY_LABELLED);
  });

  it('a rating stores weight, dimensions and address check in the order', async () => {
    const { orderId } = await create();
    const save = async (parcel: { weightOz: number; length?: number; width?: number; height?: number }) => {
      await t.orders.saveRating({
        accountId: t.account,
        orderId,
        parcel,
        addressCheck: { status: 'verified', messages: [] },
      });
      return get(orderId);
    };
    await save({ weightOz: 16, length: 10, width: 8, height: 4 });
    expect(await save({ weightOz: 20 })).toMatchObject({
      weightOz: 20,
      length: 10,
      width: 8,
      height: 4,
      addressCheck: { status: 'verified' },
    });
    await expect(save({ weightOz: 0 })).rejects.toMatchObject({ code: 'invalid_argument' });
  });

  it('a preview of marking printed shows orders and recipients and changes nothing', async () => {
    const order = await buy();
    const preview = await mark([order.orderId], false);
    expect(preview).toMatchObject({
      orders: [{ orderId: order.orderId, status: 'PrintLabel' }],
      recipients: ['ada@engine.org'],
      skipped: [],
      emailsQueued: 0,
    });
    expect((await get(order.orderId)).status).toBe('PrintLabel');
  });

  it('a recipient whose mail bounced is named and gets no e-mail, and the order is marked as printed', async () => {
    t.customers.bouncedAddresses = ['grace@navy.mil'];
    const [first, second] = [await buy(), await buy('Grace@navy.mil')];
    const ids = [first.orderId, second.orderId];
    for (const confirm of [false, true]) {
      expect(await mark(ids, confirm)).toMatchObject({
        recipients: ['ada@engine.org'],
        bouncedRecipients: ['Grace@navy.mil'],
        emailsQueued: confirm ? 1 : 0,
      });
    }
    expect((await get(second.orderId)).status).toBe('LabelPrinted');
    await eventually(() => expect(printed.some(({ orderId }) => orderId === first.orderId)).toBe(true));
    expect(printed.some(({ orderId }) => orderId === second.orderId)).toBe(false);
    t.customers.bouncedAddresses = [];
  });

  it('a confirmed mark moves the order and sends each customer one e-mail, and a second mark sends nothing', async () => {
    const [first, second] = [await buy(), await buy('grace@navy.mil')];
    const ids = [first.orderId, second.orderId];
    expect(await mark([...ids, first.orderId])).toMatchObject({
      orders: ids.map((orderId) => ({ orderId, status: 'LabelPrinted' })),
      recipients: ['ada@engine.org', 'grace@navy.mil'],
      emailsQueued: 2,
    });
    expect(await mark(ids)).toEqual({
      orders: [],
      recipients: [],
      bouncedRecipients: [],
      emailsQueued: 0,
      emailsWithheld: false,
      skipped: ids.map((orderId) => skippedFor('label_printed_before', orderId)),
    });
    await eventually(() => expect(printed.filter(({ orderId }) => ids.includes(orderId))).toHaveLength(2));
    expect(printed).toContainEqual({
      orderId: first.orderId,
      email: 'ada@engine.org',
      name: 'Ada Lovelace',
      from: '500 E Cesar Chavez St, Austin, TX 78701',
    });
  });

  it('a mark without e-mail moves the order and sends nothing', async () => {
    const { orderId } = await buy();
    const request = { accountId: t.account, orderIds: [orderId], withoutMail: true };
    for (const confirm of [false, true]) {
      expect(await t.orders.markLabelsPrinted({ ...request, confirm })).toMatchObject({
        orders: [{ orderId }],
        recipients: [],
        emailsQueued: 0,
      });
    }
    expect((await get(orderId)).status).toBe('LabelPrinted');
    const next = await buy();
    await mark([next.orderId]);
    await eventually(() => expect(printed.some((one) => one.orderId === next.orderId)).toBe(true));
    expect(printed.some((one) => one.orderId === orderId)).toBe(false);
  });

  it('ten marks of one order at once move it once and send one e-mail', async () => {
    const { orderId } = await buy();
    const answers = await Promise.all(Array.from({ length: 10 }, () => mark([orderId])));
    expect(answers.filter(({ orders }) => orders.length === 1)).toHaveLength(1);
    expect(answers.reduce((sum, { emailsQueued }) => sum + emailsQueued, 0)).toBe(1);
  });

  it('no e-mail is sent when the account has turned it off, or when the e-mail is a placeholder', async () => {
    const placeholder = await buy('none@shop.com');
    expect(await mark([placeholder.orderId])).toMatchObject({
      orders: [{}],
      recipients: [],
      emailsQueued: 0,
    });
    t.customers.labelPrintedEmail = false;
    const silent = await buy();
    expect(await mark([silent.orderId], false)).toMatchObject({ orders: [{}], recipients: [] });
    expect(await mark([silent.orderId])).toMatchObject({ orders: [{}], recipients: [], emailsQueued: 0 });
    expect((await get(silent.orderId)).status).toBe('LabelPrinted');
  });

  it("no e-mail is sent while the account's own address is not verified, and the answer says so [MCP-C9]", async () => {
    t.customers.addressUnverified = true;
    const { orderId } = await buy();
    for (const confirm of [false, true])
      expect(await mark([orderId], confirm)).toMatchObject({
        orders: [{}],
        recipients: [],
        emailsQueued: 0,
        emailsWithheld: true,
      });
    expect((await get(orderId)).status).toBe('LabelPrinted');
    t.customers.addressUnverified = false;
    expect(await mark([(await buy()).orderId])).toMatchObject({ emailsQueued: 1, emailsWithheld: false });
  });

  it('an order that cannot be marked is skipped with a reason, and the others are marked', async () => {
    const good = await buy();
    const unlabelled = await create();
    const foreign = await t.orders.createOrder(anOrder(t.account + 1_000, { shipTo: anAddress() }));
    const foreignId = foreign.order?.orderId ?? 0;
    const { orders, skipped } = await mark([unlabelled.orderId, good.orderId, 999_999, foreignId]);
    expect(orders.map(({ orderId }) => orderId)).toEqual([good.orderId]);
    expect(skipped).toEqual([
      skippedFor('order_has_no_label', unlabelled.orderId),
      skippedFor('order_not_found', 999_999),
      skippedFor('order_not_found', foreignId),
    ]);
    await expect(mark([])).rejects.toMatchObject({ reason: 'field_required', field: 'order_ids' });
  });

  it('scans move a labelled order forward, once each, and never back', async () => {
    const { orderId, trackingNumber = '' } = await buy();
    const scan = async (status: string, scanId: string, at: string, exception?: string) => {
      await t.orders.applyTracking({
        accountId: t.account,
        orderId,
        trackingNumber,
        status,
        scanId,
        occurredAt: new Date(at),
        exception,
      });
      return get(orderId);
    };
    expect((await scan('InTransit', 's1', '2026-03-03T10:00:00Z')).status).toBe('InTransit');
    await Promise.all(Array.from({ length: 5 }, () => scan('Delivered', 's2', '2026-03-05T10:00:00Z')));
    const late = await scan('InTransit', 's3', '2026-03-03T09:00:00Z');
    expect(late).toMatchObject({
      status: 'Delivered',
      inTransitDate: new Date('2026-03-03T09:00:00Z'),
      deliveredDate: new Date('2026-03-05T10:00:00Z'),
      lastTrackingUpdate: new Date('2026-03-05T10:00:00Z'),
    });
    await expect(scan('Shipped', 's4', '2026-03-05T10:00:00Z')).rejects.toMatchObject({
      code: 'invalid_argument',
    });
  });

  it('a label is attached, scanned and cleared and a rating is stored while the customer records are unavailable', async () => {
    const customer = t.customers.add(t.account, { firstName: 'Ada', email: 'ada@engine.org' });
    const { ids } = await t.orders.importOrders({
      accountId: t.account,
      // The order's name, e-mail and phone come from the customer's record.
      orders: [
        anImport({
          customerId: customer.customerId,
          recipient: anAddress({ name: '', email: '', phone: '' }),
        }),
      ],
    });
    const at = { accountId: t.account, orderId: ids[0] ?? 0 };
    const label = aLabel(`pur_${at.orderId}_1`);
    const { purchaseId, trackingNumber } = label;
    await t.orders.lockForPurchase({ ...at, purchaseId, addressVersion: 1 });
    t.customers.isDown = true;
    try {
      await expect(get(at.orderId)).rejects.toMatchObject({ code: 'unavailable' });
      const scan = { trackingNumber, status: 'InTransit', scanId: 's1', occurredAt: t.clock.now() };
      expect(
        await Promise.all([
          t.orders.saveRating({ ...at, parcel: { weightOz: 16 }, addressCheck: undefined }),
          t.orders.attachLabel({ ...at, label }),
        ]),
      ).toEqual([{}, {}]);
      expect(await t.orders.applyTracking({ ...at, ...scan })).toEqual({});
      expect(await t.orders.clearLabel({ ...at, purchaseId })).toEqual({});
      expect(await t.orders.noteRefund({ ...at, purchaseId })).toEqual({});
    } finally {
      t.customers.isDown = false;
    }
    const order = await get(at.orderId);
    expect(order).toMatchObject({ weightOz: 16, labelGeneration: 1, status: 'InTransit' });
    expect(order.label).toBeUndefined();
  });

  it('printed orders of a carrier are assigned to its pickup, and are released when it is canceled', async () => {
    const ids: number[] = [];
    for (let made = 0; made < 3; made += 1) {
      t.clock.advance(60_000);
      ids.push((await buy()).orderId);
    }
    await mark(ids);
    const eligible = async (carrier = 'usps') =>
      (await t.orders.listPickupEligible({ accountId: t.account, carrier })).orders.map(
        ({ orderId }) => orderId,
      );
    expect(await eligible()).toEqual(ids);
    expect(await eligible('ups')).toEqual([]);
    const assign = (pickupId: number, orderIds: number[]) =>
      t.orders.assignPickup({ accountId: t.account, pickupId, orderIds, ...USPS });
    const [a, b, c] = ids as [number, number, number];
    expect((await assign(7, [a, b, 999_999])).orderIds).toEqual([a, b]);
    expect((await assign(7, [a, b])).orderIds).toEqual([a, b]);
    expect((await assign(8, [b, c])).orderIds).toEqual([c]);
    expect(await eligible()).toEqual([]);
    expect(await get(a)).toMatchObject({ status: 'WaitingForPickup', pickupId: 7 });

    const trackingNumber = (await get(b)).trackingNumber ?? '';
    const scan = { trackingNumber, status: 'InTransit', scanId: 'x', occurredAt: t.clock.now() };
    await t.orders.applyTracking({ accountId: t.account, orderId: b, ...scan });
    await t.orders.releasePickup({ accountId: t.account, pickupId: 7, orderIds: ids, keepOthers: false });
    await t.orders.releasePickup({ accountId: t.account, pickupId: 7, orderIds: ids, keepOthers: false });
    expect((await get(a)).status).toBe('LabelPrinted');
    expect((await get(b)).status).toBe('InTransit');
    expect(await eligible()).toEqual([a]);
    const rows = await t.orders.getOrderRows({ accountId: t.account, orderIds: [c, 999_999, a] });
    expect(rows.orders.map(({ orderId }) => orderId)).toEqual([c, a]);
  });

  it.each([
    ['carrier', { carrier: 'ups', seller: 'sandbox' }],
    ['seller', { carrier: 'usps', seller: 'shippo' }],
  ])(
    'an order with a new label of another %s cannot be assigned to a pickup of the first one',
    async (_what, other) => {
      const { orderId } = await buy();
      const at = { accountId: t.account, orderId };
      await mark([orderId]);
      const { orders } = await t.orders.listPickupEligible({ accountId: t.account, carrier: 'usps' });
      expect(orders).toMatchObject([{ orderId }]);
      await t.orders.clearLabel({ ...at, purchaseId: `pur_${orderId}_1` });
      await t.orders.lockForPurchase({ ...at, purchaseId: 'again', addressVersion: 1 });
      await t.orders.attachLabel({ ...at, label: aLabel('again', other) });
      await mark([orderId]);
      const assign = async (pickupId: number, of: typeof USPS) =>
        (await t.orders.assignPickup({ accountId: t.account, pickupId, orderIds: [orderId], ...of }))
          .orderIds;
      expect(await assign(7, USPS)).toEqual([]);
      expect((await get(orderId)).status).toBe('LabelPrinted');
      expect(await assign(8, other)).toEqual([orderId]);
    },
  );

  it('the references of eligible orders are their companies and external ids', async () => {
    const shipTo = anAddress({ company: 'SBX_PICKUP_NONE' });
    for (const externalOrderId of ['SBX_A', undefined]) {
      const { order } = await t.orders.createOrder(anOrder(t.account, { shipTo, externalOrderId }));
      const orderId = order?.orderId ?? 0;
      const purchaseId = `pur_${orderId}_1`;
      await t.orders.lockForPurchase({ accountId: t.account, orderId, purchaseId, addressVersion: 1 });
      await t.orders.attachLabel({ accountId: t.account, orderId, label: aLabel(purchaseId) });
      await mark([orderId]);
    }
    const { references } = await t.orders.listPickupEligible({ accountId: t.account, carrier: 'usps' });
    expect([...references].sort()).toEqual(['SBX_A', 'SBX_PICKUP_NONE']);
  });

  it("another account's order is refused with the same message as an unknown one", async () => {
    const { orderId } = await create();
    for (const id of [orderId, 999_999]) {
      const other = { accountId: t.account + 1_000, orderId: id };
      const refusal = { code: 'not_found', reason: 'order_not_found', params: { orderId: id } };
      await expect(t.orders.getOrder(other)).rejects.toMatchObject(refusal);
      await expect(
        t.orders.lockForPurchase({ ...other, purchaseId: 'p', addressVersion: 1 }),
      ).rejects.toMatchObject(refusal);
    }
  });

  it('the customer record is read only when the order has open parts', async () => {
    const whole = await create();
    const before = t.customers.lookups;
    await get(whole.orderId);
    expect(t.customers.lookups).toBe(before);
    const customer = t.customers.add(t.account, {
      firstName: 'Grace',
      lastName: 'Hopper',
      email: 'g@navy.mil',
    });
    const { ids } = await t.orders.importOrders({
      accountId: t.account,
      orders: [anImport({ customerId: customer.customerId, recipient: anAddress({ name: 'Guest' }) })],
    });
    const order = await get(ids[0] ?? 0);
    expect(t.customers.lookups).toBe(before + 1);
    expect(order).toMatchObject({
      recipient: { name: 'Guest' },
      shipTo: { name: 'Grace Hopper', email: 'g@navy.mil' },
    });
  });
});
