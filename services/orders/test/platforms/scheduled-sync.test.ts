import { eventually } from '@parcelyard/testing/eventually';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { startOrders } from '../support/start-orders';
import { aShopifyOrder } from './a-shopify-order';
import { openAccount } from './open-account';
import { SHOPIFY_TOKEN, startShopifyDouble } from './start-shopify-double';

const QUARTER_MS = 900_000;

describe('scheduled imports', () => {
  let database: TestDatabase;
  let shop: Awaited<ReturnType<typeof startShopifyDouble>>;
  const running: Awaited<ReturnType<typeof startOrders>>[] = [];

  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    shop = await startShopifyDouble();
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((service) => service.stop()));
    await shop.stop();
  });

  const start = async (intervalS: number) => {
    const environment = { STORE_SYNC_INTERVAL_S: String(intervalS) };
    const service = await startOrders(database, undefined, [shop.host], { environment });
    running.push(service);
    return service;
  };
  const connect = async (service: Awaited<ReturnType<typeof startOrders>>) => {
    const account = openAccount(service);
    const shopify = { shop: shop.host, accessToken: SHOPIFY_TOKEN, clientId: '', clientSecret: '' };
    await account.connect({ $case: 'shopify', shopify });
    return account;
  };
  const connections = () => database.db.collection('platform_connections');
  const jobsOf = ({ accountId }: { accountId: number }) =>
    database.db.collection('import_jobs').find({ accountId }).toArray();

  it('start within 1.25 intervals, and again after that', async () => {
    const service = await start(900);
    const account = await connect(service);
    for (const count of [1, 2]) {
      shop.put(aShopifyOrder({ updatedAt: service.clock.now().toISOString() }));
      service.clock.advance(QUARTER_MS * 1.25);
      await eventually(async () => expect(await account.list()).toHaveLength(count));
      await eventually(async () => expect((await jobsOf(account)).every(({ active }) => !active)).toBe(true));
    }
  });

  it('start no earlier than 0.75 intervals after the last one', async () => {
    const service = await start(900);
    const account = await connect(service);
    const { accountId } = account;
    await eventually(async () =>
      expect((await connections().findOne({ accountId }))?.leaseUntil).toBeUndefined(),
    );
    const stored = await connections().findOne({ accountId });
    const waits = stored?.syncAt.getTime() - service.clock.now().getTime();
    expect(waits).toBeGreaterThanOrEqual(QUARTER_MS * 0.75);
    expect(waits).toBeLessThanOrEqual(QUARTER_MS * 1.25);
  });

  it('do not start when they are turned off', async () => {
    const service = await start(0);
    const account = await connect(service);
    const { accountId } = account;
    await eventually(async () => expect((await connections().findOne({ accountId }))?.dueAt).toBeUndefined());
    expect(await jobsOf(account)).toEqual([]);
  });

  it('start for stores that were connected while they were turned off', async () => {
    const before = await start(0);
    const account = await connect(before);
    const { accountId } = account;
    await eventually(async () => expect((await connections().findOne({ accountId }))?.dueAt).toBeUndefined());
    await before.stop();
    running.length = 0;
    const service = await start(900);
    service.clock.advance(QUARTER_MS);
    await eventually(async () => expect(await jobsOf(account)).toHaveLength(1));
  });

  it('are rare for a store that refuses access, until its owner acts', async () => {
    const service = await start(900);
    const account = await connect(service);
    const { accountId } = account;
    shop.revokeTokens();
    service.clock.advance(QUARTER_MS * 1.25);
    await eventually(async () => expect((await account.connection())?.status).toBe('error'));
    service.clock.advance(QUARTER_MS * 1.25);
    await eventually(async () => {
      const stored = await connections().findOne({ accountId });
      expect(stored?.syncAt.getTime() - service.clock.now().getTime()).toBeGreaterThan(QUARTER_MS * 40);
    });
  });

  it('start once with any number of replicas', async () => {
    const replicas = [await start(900), await start(900)];
    const account = await connect(replicas[0] as (typeof replicas)[0]);
    for (const { clock } of replicas) clock.advance(QUARTER_MS * 1.25);
    await eventually(async () => {
      const jobs = await jobsOf(account);
      expect(jobs).toHaveLength(1);
      expect(jobs[0]).toMatchObject({ active: false, status: 'completed' });
    });
  });
});
