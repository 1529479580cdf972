import { LockOutcome, ReturnStep } from '@parcelyard/contracts/orders';
import { accountId, orderId } from '@parcelyard/service-kit/ids';
import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { seeded } from '@parcelyard/testing/seeded';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import fc from 'fast-check';
import type { DayDocument } from '../src/adapters/mongo/counters-document';
import { type OrderDocument, type OrderFields, toOrder } from '../src/adapters/mongo/order-document';
import { orderIndexes } from '../src/adapters/mongo/order-indexes';
import type { LabelRecord } from '../src/domain/order-label';
import { addTo, type DayFigures, daysOf, figuresOf, withoutZeros } from '../src/domain/report-figures';
import { aLabel, anAddress, anImport, anOrder } from './support/builders';
import { domainOrder } from './support/order-builder';
import { createReplica } from './support/replica';
import { startOrders } from './support/start-orders';

const EVER = { from: '0000-01-01', to: '9999-12-31' };

describe('reports', () => {
  let database: TestDatabase;
  let service: Awaited<ReturnType<typeof startOrders>>;
  let account = 0;
  let nextOrder = 5_000_000;

  beforeAll(async () => {
    database = await startTestDatabase();
    await ensureIndexes(database.db, orderIndexes);
    service = await startOrders(database);
  });
  beforeEach(() => {
    account += 1;
  });
  afterAll(async () => {
    await service.stop();
    await database.close();
  });

  const orders = () => database.db.collection<OrderDocument>('orders');
  const days = () => database.db.collection<DayDocument>('order_counters');

  const create = async (items = [{ name: 'Mug', quantity: 2, priceCents: 1250 }]) => {
    const shipTo = anAddress({ state: 'tx' });
    const { order } = await service.orders.createOrder(anOrder(account, { shipTo, items }));
    if (!order) throw new Error('no order');
    return order;
  };
  const buy = async (id: number, purchaseId = `pur_${id}`) => {
    const at = { accountId: account, orderId: id };
    await service.orders.lockForPurchase({ ...at, purchaseId, addressVersion: 1 });
    const label = aLabel(purchaseId, {
      costCents: 885,
      postageCents: 755,
      insuranceCents: 100,
      feeCents: 30,
      purchasedAt: service.clock.now(),
      estimatedDeliveryDate: '2999-01-01',
    });
    return service.orders.attachLabel({ ...at, label });
  };
  interface Wish {
    from?: string;
    to?: string;
    months?: number;
    days?: number;
    timeZone?: string;
  }
  const report = (wish: Wish = {}) =>
    service.orders.getReport({
      accountId: account,
      from: '',
      to: '',
      months: 1,
      days: 0,
      timeZone: 'UTC',
      ...wish,
    });

  /** Creates one process of the service, which crashes at a write with the given probability. */
  const replica = (clock: FakeClock, probability: number, random: () => number) =>
    createReplica(database.db, clock, probability, random);

  it('a report contains a change as soon as its call returns', async () => {
    for (let made = 1; made <= 10; made += 1) {
      await create([{ name: 'Mug', quantity: 1, priceCents: 100 }]);
      expect((await report()).taxes).toMatchObject([{ orders: made, taxableCents: made * 100 }]);
    }
  });

  it('a state outside the US is reported with its country code, so it is not counted as a state of the US', async () => {
    const ship = async (state: string, country: string) => {
      const { order } = await service.orders.createOrder(
        anOrder(account, {
          shipTo: anAddress({ state, country }),
          items: [{ name: 'Mug', quantity: 1, priceCents: 100 }],
        }),
      );
      if (!order) throw new Error('no order');
      await buy(order.orderId);
    };
    await ship('CA', 'US');
    await ship('CA', 'IT');
    await ship('on', 'ca');
    const { taxes, byDestinationState } = await report();
    const states = ['CA', 'CA-ON', 'IT-CA'];
    expect(taxes.map(({ state, orders: sold }) => [state, sold])).toEqual(states.map((state) => [state, 1]));
    expect(byDestinationState.map(({ state, labels }) => [state, labels]).sort()).toEqual(
      states.map((state) => [state, 1]),
    );
  });

  it('a state of the US, Canada or Australia is one row, whether orders give its name or its code', async () => {
    const places = ['TX US', 'Texas US', 'texas US', 'Tex US'];
    const abroad = ['Ontario CA', 'ON ca', 'Québec CA', 'New South Wales AU', 'NSW AU'];
    for (const place of [...places, ...abroad]) {
      const [state, country] = [place.slice(0, -3), place.slice(-2)];
      const { order } = await service.orders.createOrder(
        anOrder(account, { shipTo: anAddress({ state, country }), items: [{ name: 'Mug', quantity: 1 }] }),
      );
      await buy(order?.orderId ?? 0);
    }
    const { taxes, byDestinationState } = await report();
    const rows = { 'AU-NSW': 2, 'CA-ON': 2, 'CA-QC': 1, TEX: 1, TX: 3 };
    expect(Object.fromEntries(taxes.map(({ state, orders: sold }) => [state, sold]))).toEqual(rows);
    expect(Object.fromEntries(byDestinationState.map(({ state, labels }) => [state, labels]))).toEqual(rows);
  });

  it('a report contains at once what another process has changed or counted again', async () => {
    const other = await startOrders(database);
    const ask = { accountId: account, from: '', to: '', months: 1, days: 0, timeZone: 'UTC' };
    for (let made = 1; made <= 5; made += 1) {
      await create([{ name: 'Mug', quantity: 1, priceCents: 100 }]);
      const reports = [await report(), await other.orders.getReport(ask)];
      for (const { taxes } of reports) expect(taxes).toMatchObject([{ orders: made }]);
    }
    await other.orders.getReport({ ...ask, timeZone: 'Asia/Tokyo' });
    await create([{ name: 'Mug', quantity: 1, priceCents: 100 }]);
    expect((await report()).taxes).toMatchObject([{ orders: 6 }]);
    await other.stop();
  });

  it('days and months are those of the time zone, also with 23 and 25 hours, and another zone counts again', async () => {
    const dates = [
      // 22:30 of 28 February in Austin is already March in UTC.
      '2026-03-01T04:30:00Z',
      // The last hour of the day on which the clocks go forward, and of the day on which they go back.
      '2026-03-09T04:30:00Z',
      '2026-11-02T05:30:00Z',
    ];
    const imported = dates.map((date) =>
      anImport({ date: new Date(date), taxCents: 100, status: 'Delivered' }),
    );
    await service.orders.importOrders({ accountId: account, orders: imported });
    const taxed = async (timeZone: string, from: string, to: string) =>
      (await report({ from, to, timeZone })).taxes.map(({ month, taxCents }) => `${month} ${taxCents}`);
    const chicago = 'America/Chicago';
    expect(await taxed(chicago, '2026-01-01', '2026-12-31')).toEqual([
      '2026-02 100',
      '2026-03 100',
      '2026-11 100',
    ]);
    expect(await taxed(chicago, '2026-03-08', '2026-03-08')).toEqual(['2026-03 100']);
    expect(await taxed(chicago, '2026-11-01', '2026-11-01')).toEqual(['2026-11 100']);
    // In the old time zone, these days had no figures. A report in the new time zone has figures for them.
    expect(await taxed('UTC', '2026-03-01', '2026-03-01')).toEqual(['2026-03 100']);
    expect(await taxed('UTC', '2026-11-02', '2026-11-02')).toEqual(['2026-11 100']);
    expect(await taxed('UTC', '2026-02-01', '2026-02-28')).toEqual([]);
    // Changes are counted in the new time zone, even by a process that does not know this time zone yet.
    const { ids } = await service.orders.importOrders({
      accountId: account,
      orders: [anImport({ date: new Date('2026-12-01T03:00:00Z'), taxCents: 7, status: 'Delivered' })],
    });
    expect(ids).toHaveLength(1);
    const other = await startOrders(database);
    const late = anImport({ date: new Date('2026-12-01T04:00:00Z'), taxCents: 5, status: 'Delivered' });
    await other.orders.importOrders({ accountId: account, orders: [late] });
    await other.stop();
    expect(await taxed('UTC', '2026-12-01', '2026-12-31')).toEqual(['2026-12 12']);
    expect(await taxed(chicago, '2026-11-30', '2026-11-30')).toEqual(['2026-11 12']);
  });

  it('purchases, voids, edits and deliveries are in the report at once [MCP-B5] [MCP-B6] [MCP-B7]', async () => {
    const { orderId: kept } = await create();
    const { orderId: voided } = await create();
    const { orderId: canceled } = await create();
    const at = { accountId: account };
    await service.orders.updateOrder({ ...at, orderId: kept, items: undefined, taxCents: 206 });
    await service.orders.cancelOrder({ ...at, orderId: canceled, dryRun: false });
    await buy(kept);
    await buy(kept);
    await buy(voided);
    for (const _time of [1, 2]) {
      await service.orders.clearLabel({ ...at, orderId: voided, purchaseId: `pur_${voided}` });
    }
    await service.orders.noteRefund({ ...at, orderId: voided, purchaseId: `pur_${voided}` });
    await service.orders.applyTracking({
      ...at,
      orderId: kept,
      trackingNumber: `94pur_${kept}`,
      status: 'Delivered',
      scanId: 's1',
      occurredAt: new Date(service.clock.now().getTime() + 1_000),
    });

    const today = service.clock.now().toISOString().slice(0, 10);
    const month = today.slice(0, 7);
    const row = { labels: 2, costCents: 1770, refundsCents: 855, adjustmentsCents: 0 };
    const none = { carrier: '', serviceLevel: '', method: '', state: '', date: '' };
    const usps = { ...none, carrier: 'usps', ...row };
    expect(await report()).toEqual({
      from: `${month}-01`,
      to: today,
      months: [
        {
          month,
          labels: 2,
          postageCents: 1510,
          feesCents: 60,
          insuranceCents: 200,
          refundsCents: 855,
          adjustmentsCents: 0,
        },
      ],
      taxes: [{ month, state: 'TX', orders: 2, taxableCents: 5000, taxCents: 206 }],
      byCarrier: [usps],
      byService: [{ ...usps, serviceLevel: 'usps_ground_advantage', method: 'USPS Ground Advantage' }],
      byDestinationState: [{ ...none, state: 'TX', ...row }],
      byDay: [{ ...none, date: today, ...row }],
      deliveries: 1,
      deliverySeconds: 1,
      promisedDeliveries: 1,
      onTimeDeliveries: 1,
      pendingRefunds: 0,
      pendingRefundsCents: 0,
    });
    account += 1;
    expect((await report()).taxes).toEqual([]);
  });

  it('a return label counts as spent, and not as a shipped order', async () => {
    const { orderId: id } = await create();
    await buy(id);
    await service.orders.applyTracking({
      accountId: account,
      orderId: id,
      trackingNumber: `94pur_${id}`,
      status: 'Delivered',
      scanId: 's1',
      occurredAt: service.clock.now(),
    });
    await service.orders.changeReturn({ accountId: account, orderId: id, step: ReturnStep.REQUEST });
    const at = { accountId: account, orderId: id, purchaseId: `ret_${id}`, forReturn: true };
    expect((await service.orders.lockForPurchase({ ...at, addressVersion: 1 })).outcome).toBe(
      LockOutcome.LOCKED,
    );
    const purchasedAt = service.clock.now();
    const label = aLabel(`ret_${id}`, { costCents: 500, postageCents: 500, purchasedAt });
    await service.orders.attachLabel({ ...at, label });
    expect(await report()).toMatchObject({
      months: [{ labels: 2, postageCents: 1255 }],
      byCarrier: [{ labels: 2, costCents: 1385 }],
      byDestinationState: [{ state: 'TX', labels: 1, costCents: 885 }],
    });
  });

  it('the refund of a void counts once, when the balance has it and not before', async () => {
    const { orderId } = await create();
    await buy(orderId);
    const at = { accountId: account, orderId, purchaseId: `pur_${orderId}` };
    const refunds = async () => (await report()).months.map(({ refundsCents }) => refundsCents);
    await service.orders.clearLabel({ ...at });
    expect(await refunds()).toEqual([0]);
    const pending = { pendingRefunds: 1, pendingRefundsCents: 855 };
    expect(await report()).toMatchObject({ ...pending, byCarrier: [{ costCents: 885, refundsCents: 0 }] });
    await service.orders.noteRefund({ ...at, purchaseId: 'pur_of_another' });
    expect(await refunds()).toEqual([0]);
    for (const _time of [1, 2]) await service.orders.noteRefund(at);
    expect(await refunds()).toEqual([855]);
    const none = { pendingRefunds: 0, pendingRefundsCents: 0 };
    expect(await report()).toMatchObject({ ...none, byCarrier: [{ costCents: 885, refundsCents: 855 }] });
  });

  it('imported orders count by their dates, and date ranges have defaults and limits', async () => {
    const on = (date: string, taxCents: number) =>
      anImport({ date: new Date(`${date}T23:59:59Z`), taxCents, status: 'Delivered' });
    await service.orders.importOrders({
      accountId: account,
      orders: [on('2026-01-31', 1), on('2026-01-31', 2), on('2026-02-01', 4)],
    });
    const taxes = async (from: string, to: string) =>
      (await report({ from, to })).taxes.map((row) => [row.month, row.orders, row.taxCents]);
    expect(await taxes('2026-01-31', '2026-02-01')).toEqual([
      ['2026-01', 2, 3],
      ['2026-02', 1, 4],
    ]);
    expect(await taxes('2026-02-01', '2026-02-01')).toEqual([['2026-02', 1, 4]]);
    expect(await report({ to: '2026-03-31', months: 3 })).toMatchObject({ from: '2026-01-01' });
    expect(await report({ to: '2026-03-01', months: 0, days: 30 })).toMatchObject({ from: '2026-01-31' });
    expect((await report({ to: '2026-02-15', months: 24 })).months).toHaveLength(24);
    await expect(taxes('2026-02-02', '2026-02-01')).rejects.toMatchObject({
      reason: 'from_after_to',
      params: { from: '2026-02-02', to: '2026-02-01' },
      field: 'from',
    });
    await expect(taxes('2001-01-01', '2026-02-01')).rejects.toMatchObject({ reason: 'span_too_long' });
  });

  it('a report reads one document a day, for any number of orders', async () => {
    const date = new Date('2026-01-05T00:00:00Z');
    await service.orders.importOrders({
      accountId: account,
      orders: Array.from({ length: 300 }, () => anImport({ date })),
    });
    expect(await days().countDocuments({ accountId: account, day: { $gte: '' } })).toBe(1);
    expect((await report({ from: '2026-01-05', to: '2026-01-05' })).taxes).toMatchObject([{ orders: 300 }]);
  });

  it('a rebuild restores lost figures, and only those of its account', async () => {
    const { orderId: id } = await create();
    await buy(id);
    const [before, twoMonths] = [await report(), await report({ months: 2 })];
    await days().updateMany({ accountId: account, day: { $gte: '' } }, { $set: { figures: {} } });
    // Another span is requested, because a report is cached until an order changes.
    expect((await report({ months: 3 })).byCarrier).toEqual([]);
    expect(await service.orders.rebuildReports({ accountId: account })).toEqual({ days: 1 });
    expect([await report(), await report({ months: 2 })]).toEqual([before, twoMonths]);
    expect((await report({ months: 3 })).byCarrier).toEqual(before.byCarrier);
    await days().updateMany(
      { accountId: account, day: { $gte: '' } },
      { $set: { 'figures.spend|postage': 1 } },
    );
    await service.orders.rebuildReports({ accountId: account });
    expect(await report()).toEqual(before);
  });

  describe('after any sequence of changes', () => {
    const someLabel = (purchaseId: string, random: () => number): LabelRecord => ({
      purchaseId,
      trackingNumber: '',
      carrier: random() < 0.5 ? 'usps' : 'a.b|$c',
      method: 'M',
      serviceLevel: 's',
      state: 'TX',
      postageCents: Math.floor(random() * 900),
      insuranceCents: 100,
      feeCents: 30,
      purchasedAt: someDay(random),
    });
    const someDay = (random: () => number) => new Date(Date.UTC(2026, 1, 27, Math.floor(random() * 96)));
    const someZone = (random: () => number) =>
      [undefined, 'America/Chicago', 'Asia/Kolkata', 'UTC'][Math.floor(random() * 4)];

    const someChange = (labels: readonly LabelRecord[], random: () => number): OrderFields => {
      const kind = Math.floor(random() * 5);
      if (kind === 0) return { taxCents: Math.floor(random() * 500) as never };
      if (kind === 1) return { status: random() < 0.5 ? 'Deleted' : 'ChooseShipping' };
      if (kind === 2) return { boughtLabels: [...labels, someLabel(`p${random()}`, random)] };
      if (kind === 3)
        return {
          boughtLabels: labels.map((label) => ({
            ...label,
            voidedAt: someDay(random),
            refundedAt: random() < 0.5 ? someDay(random) : undefined,
          })),
        };
      return { recipient: anAddress({ state: random() < 0.5 ? 'CA' : '' }), note: `${random()}` };
    };
    const recount = async (timeZone: string): Promise<DayFigures> => {
      const sum: DayFigures = new Map();
      for (const document of await orders().find({ accountId: account }).toArray()) {
        for (const [day, figures] of figuresOf(toOrder(document), daysOf(timeZone))) addTo(sum, day, figures);
      }
      return withoutZeros(sum);
    };

    it('the figures equal a new count of the orders, also after crashes, rebuilds and changes of the time zone', async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer(), async (seed) => {
          account += 1;
          const clock = new FakeClock();
          const random = seeded(seed);
          const replicas = [0.3, 0.1, 0].map((probability) => replica(clock, probability, random));
          const ids = [1, 2, 3].map((place) => orderId(nextOrder + place));
          nextOrder += ids.length;
          const work = replicas.map(async ({ store, recount: rebuild }) => {
            for (const id of ids) {
              const number = { orderNumber: `R${id}`, date: someDay(random), trackingNumber: undefined };
              const order = domainOrder({ ...number, accountId: accountId(account), orderId: id });
              await store.insert(order).catch(() => undefined);
            }
            for (let step = 0; step < 8; step += 1) {
              const id = ids[Math.floor(random() * ids.length)] as number;
              const order = await store.get(accountId(account), id);
              const fields = order && someChange(order.boughtLabels ?? [], random);
              if (order && fields) await store.update(order, { fields }).catch(() => undefined);
              if (random() < 0.1) await rebuild(account, someZone(random)).catch(() => undefined);
            }
          });
          await Promise.all(work);
          const last = replicas.at(-1) as (typeof replicas)[number];
          const { figures, timeZones } = await last.counters.readDays(account, EVER);
          const [timeZone = 'UTC', ...others] = timeZones;
          expect(others).toEqual([]);
          expect(Object.fromEntries(withoutZeros(figures))).toEqual(
            Object.fromEntries(await recount(timeZone)),
          );
        }),
        { numRuns: 25 },
      );
    });
  });
});
