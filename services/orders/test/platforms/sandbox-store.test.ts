import { accountId as toAccountId } from '@parcelyard/service-kit/ids';
import { parseKeyRing } from '@parcelyard/service-kit/key-ring';
import { eventually } from '@parcelyard/testing/eventually';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { createAccessSealer } from '../../src/adapters/platforms/access-sealer';
import { startOrders } from '../support/start-orders';

const HOUR_MS = 3_600_000;

describe('stores on sales platforms', () => {
  let database: TestDatabase;
  let service: Awaited<ReturnType<typeof startOrders>>;
  let failPoints: string[];
  let accounts = 100;

  beforeAll(async () => {
    database = await startTestDatabase();
    failPoints = [];
    service = await startOrders(database, (name) => failPoints.push(name));
  });
  afterAll(async () => {
    await service.stop();
    await database.close();
  });

  const connect = (accountId: number, ordersPerDay = 24) =>
    service.orders.connectPlatform({
      accountId,
      storeName: 'Mugs',
      store: { $case: 'sandbox', sandbox: { ordersPerDay } },
    });
  const openStore = async (ordersPerDay?: number) => {
    accounts += 1;
    await connect(accounts, ordersPerDay);
    return accounts;
  };
  const sync = async (accountId: number, days = 0) => {
    const { jobs } = await service.orders.startSync({ accountId, platform: '', days });
    return eventually(async () => {
      const { jobs: looked } = await service.orders.getSyncStatus({ accountId, jobId: jobs[0]?.jobId });
      expect(looked[0]?.finishedAt).toBeDefined();
      return looked[0];
    });
  };
  const total = async (accountId: number) =>
    (
      await service.orders.listOrders({
        accountId,
        status: 'active',
        page: { page: 1, pageSize: 1 },
      })
    ).total;

  it('are listed without their credentials, which are stored encrypted', async () => {
    const accountId = await openStore();
    const { platforms } = await service.orders.listConnections({ accountId });
    expect(platforms).toEqual([
      {
        platform: 'sandbox',
        storeName: 'Mugs',
        status: 'connected',
        events: 'off',
        connectedAt: service.clock.now(),
        fulfillment: { fulfillOn: 'purchase', statusAfter: 'completed', notifyCustomer: false },
        failedWriteBacks: 0,
      },
    ]);
    const [kept] = await database.db.collection('platform_connections').find({ accountId }).toArray();
    expect(JSON.stringify(kept)).not.toContain('ordersPerDay');
    expect((await service.orders.listConnections({ accountId: 99 })).platforms).toEqual([]);
  });

  it('import orders of the last seven days with their customers, and a second import adds only new ones [MCP-Y3]', async () => {
    const accountId = await openStore(24);
    const first = await sync(accountId);
    const { fetched = 0, created } = first?.counts ?? {};
    expect(first).toMatchObject({ status: 'completed', counts: { updated: 0, skipped: 0, failed: 0 } });
    expect(fetched).toBeGreaterThanOrEqual(7 * 24);
    expect(created).toBe(fetched);
    expect(await total(accountId)).toBe(fetched);
    expect([...service.customers.records.values()].filter((one) => one.accountId === accountId)).not.toEqual(
      [],
    );
    expect((await sync(accountId))?.counts).toMatchObject({ fetched: 0, created: 0 });

    service.clock.advance(10 * HOUR_MS);
    const third = await sync(accountId);
    expect(third?.counts?.created).toBe(10);
    expect(third?.createdOrders).toHaveLength(10);
    expect(third?.createdOrders[0]).toMatchObject({ name: expect.any(String), source: 'sandbox' });
    // Every tenth customer changes the order later. Only those orders are imported again.
    expect(third?.counts?.fetched).toBe(10 + (third?.counts?.updated ?? 0));
    expect(await total(accountId)).toBe(fetched + 10);
    const { platforms } = await service.orders.listConnections({ accountId });
    expect(platforms[0]?.lastSyncAt).toEqual(service.clock.now());

    const further = await sync(accountId, 14);
    expect(further?.counts?.skipped).toBeGreaterThan(0);
    expect(await total(accountId)).toBe(fetched + 10 + (further?.counts?.created ?? 0));
  });

  it('update a changed order before it has a label, and not afterwards', async () => {
    const accountId = await openStore(120);
    await sync(accountId, 1);
    const orders = database.db.collection('orders');
    const before = await orders.find({ accountId }).toArray();
    service.clock.advance(7 * HOUR_MS);
    const open = await sync(accountId);
    const changed = await orders.find({ accountId, 'source.result': 'updated' }).toArray();
    expect(open?.counts?.updated).toBe(changed.length);
    expect(open?.updatedOrders).toHaveLength(Math.min(changed.length, 50));
    expect(open?.updatedOrders[0]?.changed).toEqual(['items', 'totals', 'weight_oz', 'order_note']);
    expect(changed.length).toBeGreaterThan(0);
    for (const order of changed) {
      const was = before.find(({ _id }) => _id === order._id);
      expect(order.note).toBe('One more, please.');
      expect(order.subtotalCents).toBeGreaterThan(was?.subtotalCents);
      expect(order.totalCents).toBe(order.subtotalCents + 595);
    }

    await orders.updateMany({ accountId }, { $set: { status: 'Delivered' } });
    service.clock.advance(7 * HOUR_MS);
    const shipped = await sync(accountId);
    expect(shipped?.counts?.skipped).toBeGreaterThan(0);
    expect(await orders.countDocuments({ accountId, 'source.result': 'updated' })).toBe(
      changed.length + (shipped?.counts?.updated ?? 0),
    );
  });

  it('have one import at a time, also when many are requested at once [MCP-Y2]', async () => {
    const accountId = await openStore(2);
    const ask = () => service.orders.startSync({ accountId, platform: 'sandbox', days: 90 });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(new Set(answers.map(({ jobs }) => jobs[0]?.jobId)).size).toBe(1);
    await sync(accountId);
  });

  it('count an imported page once, and create no order twice, when the process died before it stored the progress', async () => {
    const accountId = await openStore(24);
    const done = await sync(accountId, 30);
    expect(failPoints).toContain('sync-page-imported');
    const jobs = database.db.collection<{ _id: number }>('import_jobs');
    // Puts the database into its state after a crash: the last page was imported, but only the first page is recorded.
    const counts = { fetched: 0, created: 0, updated: 0, skipped: 0, failed: 0 };
    await jobs.updateOne(
      { _id: done?.jobId ?? 0, accountId },
      {
        $set: {
          status: 'running',
          active: true,
          fetchedAll: false,
          counts,
          created: [],
          dueAt: service.clock.now(),
        },
        $unset: { cursor: '', finishedAt: '' },
      },
    );
    const resumed = await eventually(async () => {
      const { jobs: looked } = await service.orders.getSyncStatus({ accountId, jobId: done?.jobId });
      expect(looked[0]?.finishedAt).toBeDefined();
      return looked[0];
    });
    expect(resumed?.counts).toEqual(done?.counts);
    const named = (job: typeof done) => job?.createdOrders.map(({ orderId }) => orderId).sort();
    expect(named(resumed)).toEqual(named(done));
    expect(named(done)).toHaveLength(50);
    expect(await total(accountId)).toBe(done?.counts?.created);
  });

  it('do not import an order again that was canceled here', async () => {
    const accountId = await openStore(24);
    await sync(accountId, 1);
    const before = await total(accountId);
    const { orders } = await service.orders.listOrders({
      accountId,
      status: '',
      page: { page: 1, pageSize: 1 },
    });
    await service.orders.cancelOrder({ accountId, orderId: orders[0]?.orderId ?? 0, dryRun: false });
    await sync(accountId, 2);
    const days = database.db.collection('orders');
    const all = await days.find({ accountId }).toArray();
    const ids = new Set(all.map(({ externalOrderId }) => externalOrderId));
    expect(all).toHaveLength(ids.size);
    expect(await total(accountId)).toBe(ids.size - 1);
    expect(before).toBeLessThanOrEqual(ids.size);
  });

  it("are refused for an account without a store and for another account's import", async () => {
    const other = await openStore();
    const job = await sync(other, 1);
    const status = (jobId: number) => service.orders.getSyncStatus({ accountId: 98, jobId });
    const jobId = job?.jobId ?? 0;
    await expect(status(jobId)).rejects.toMatchObject({ reason: 'import_job_not_found', params: { jobId } });
    await expect(status(9_999)).rejects.toMatchObject({ reason: 'import_job_not_found' });
    const start = (platform: string, days = 7) => service.orders.startSync({ accountId: 98, platform, days });
    await expect(start('')).rejects.toMatchObject({ reason: 'no_platform_connected' });
    await expect(start('sandbox')).rejects.toMatchObject({
      reason: 'platform_not_connected',
      params: { platform: 'sandbox' },
    });
    await expect(start('etsy')).rejects.toMatchObject({ reason: 'field_not_among', field: 'platform' });
    await expect(start('', 91)).rejects.toMatchObject({
      reason: 'field_not_within',
      params: { min: 1, max: 90 },
      field: 'days',
    });
    await expect(connect(98, 1_001)).rejects.toMatchObject({
      reason: 'field_not_within',
      params: { min: 1, max: 1_000 },
      field: 'orders_per_day',
    });
  });

  it('change an order on request, and the order here follows: note, canceled, open again, fulfilled', async () => {
    const accountId = await openStore(24);
    await sync(accountId);
    const page = { page: 1, pageSize: 1 };
    const { orders } = await service.orders.listOrders({ accountId, status: 'active', page });
    const at = { accountId, orderId: orders[0]?.orderId ?? 0 };
    const { externalOrderId: externalId = '' } = await service.orders.getOrder(at);
    const change = async (state: string, note?: string) => {
      service.clock.advance(1_000);
      await service.orders.changeSandboxOrder({ accountId, externalId, state, note });
    };
    const comesTo = (expected: object) =>
      eventually(async () => {
        // The store reports the change, and an import begins without a request.
        service.clock.advance(1_000);
        expect(await service.orders.getOrder(at)).toMatchObject(expected);
      });
    await change('', 'Leave it at the door');
    await comesTo({ status: 'ChooseShipping', note: 'Leave it at the door' });
    await change('canceled');
    await comesTo({ status: 'Deleted' });
    await change('open');
    await comesTo({ status: 'ChooseShipping', note: 'Leave it at the door' });
    await change('shipped');
    await comesTo({ status: 'InTransit' });
  });

  it('refuse to change an unknown order, store or state', async () => {
    const accountId = await openStore(24);
    const change = (given: object) =>
      service.orders.changeSandboxOrder({ accountId, externalId: '1', state: '', ...given });
    for (const externalId of ['999999999', '0', 'mug', '1.5']) {
      await expect(change({ externalId })).rejects.toMatchObject({
        reason: 'store_order_not_found',
        params: { externalOrderId: externalId },
      });
    }
    await expect(change({ state: 'lost' })).rejects.toMatchObject({ reason: 'field_not_among' });
    await expect(change({ accountId: 98 })).rejects.toMatchObject({ reason: 'platform_not_connected' });
  });
});

it('a credential can be decrypted only for the account that it was encrypted for', () => {
  const ring = (name: string, byte: number) => `${name}:${Buffer.alloc(32, byte).toString('base64url')}`;
  const [mine, other] = [toAccountId(1), toAccountId(2)];
  const sealer = createAccessSealer(parseKeyRing(ring('old', 1)));
  const access = { platform: 'sandbox', ordersPerDay: 3 } as const;
  const sealed = sealer.seal(mine, access);
  expect(sealer.open(mine, 'sandbox', sealed)).toEqual(access);
  expect(sealer.open(other, 'sandbox', sealed)).toBeUndefined();
  const rotated = createAccessSealer(parseKeyRing(`${ring('new', 2)},${ring('old', 1)}`));
  expect(rotated.open(mine, 'sandbox', sealed)).toEqual(access);
  expect(createAccessSealer(parseKeyRing(ring('new', 2))).open(mine, 'sandbox', sealed)).toBeUndefined();
});
