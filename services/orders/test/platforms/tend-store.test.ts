import { accountId as toAccountId } from '@parcelyard/service-kit/ids';
import { parseKeyRing } from '@parcelyard/service-kit/key-ring';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { partial } from '@parcelyard/testing/partial';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { createConnectionStore, leasedConnections } from '../../src/adapters/mongo/connection-store';
import type { ImportJobStore } from '../../src/adapters/mongo/import-job-store';
import { createShopStore } from '../../src/adapters/mongo/shop-store';
import { createAccessSealer } from '../../src/adapters/platforms/access-sealer';
import { afterHook } from '../../src/domain/platforms/sync-schedule';
import type { Platforms } from '../../src/ports';
import { tendStore } from '../../src/use-cases/platforms/tend-store';

const QUARTER_MS = 900_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());

test('a change that a store reports while we subscribe to its events is imported within seconds', async () => {
  const clock = new FakeClock();
  const accountId = toAccountId(901);
  const keys = parseKeyRing(`k:${Buffer.alloc(32, 3).toString('base64url')}`);
  const leased = leasedConnections(database.db, clock);
  const connections = createConnectionStore({ leased, sealer: createAccessSealer(keys) });
  const credentials = { clientId: 'id', clientSecret: 'secret' };
  const syncAt = new Date(clock.now().getTime() + QUARTER_MS);
  await connections.connect(
    { accountId, storeName: 'Mugs', connectedAt: clock.now(), events: 'wanted', syncAt },
    { platform: 'shopify', shop: 'mugs.myshopify.com', credentials },
  );
  const events = {
    canTell: () => true,
    subscribe: async () =>
      void (await connections.requestImport(accountId, 'shopify', afterHook(clock.now()))),
    unsubscribe: async () => undefined,
  };
  const shopify = partial<Platforms['shopify']>({ events });
  const queued: Date[] = [];
  const dependencies = {
    connections,
    jobs: partial<ImportJobStore>({
      queue: async ({ createdAt }) => {
        queued.push(createdAt);
        return undefined;
      },
    }),
    shops: createShopStore(database.db),
    platforms: partial<Platforms>({ shopify }),
    schedule: { intervalMs: QUARTER_MS, random: () => 0.5 },
    reachable: true,
    clock,
    logger: silentLogger,
  };
  /** Does the work that is due now. */
  const work = async () => {
    for (let store = await leased.claimNext(); store; store = await leased.claimNext())
      await tendStore(dependencies, connections.turnOf(store));
  };
  await work();
  clock.advance(10_000);
  await work();
  expect(queued).toEqual([clock.now()]);
});
