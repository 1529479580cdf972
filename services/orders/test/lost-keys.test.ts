import { createHash } from 'node:crypto';
import { eventually } from '@parcelyard/testing/eventually';
import { startReceiver } from '@parcelyard/testing/start-receiver';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { openAccount } from './platforms/open-account';
import { CONSUMER, startWooCommerceDouble } from './platforms/start-woocommerce-double';
import { aLabel, anOrder } from './support/builders';
import { startOrders } from './support/start-orders';

type Service = Awaited<ReturnType<typeof startOrders>>;

const key = (name: string, byte: string) => `${name}:${Buffer.alloc(32, byte).toString('base64url')}`;
const FORMER = key('former', 'f');
const FIVE_MINUTES_MS = 300_000;
const QUARTER_MS = 900_000;
const NOT_SENT = 'Not sent: the signing secret can no longer be read and must be rotated.';

describe.each([
  ['the key ring lacks', key('other', 'o')],
  ['the key ring has with other bytes', key('former', 'o')],
])('after a restart, with secrets sealed by a key that %s,', (_, ring) => {
  let database: TestDatabase;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let shop: Awaited<ReturnType<typeof startWooCommerceDouble>>;
  const accountId = 1;

  beforeEach(async () => {
    database = await startTestDatabase();
    receiver = await startReceiver();
    shop = await startWooCommerceDouble();
  });
  afterEach(async () => {
    await shop.stop();
    receiver.close();
    await database.close();
  });

  /** Starts the service with these keys, lets the test use it, and stops it. */
  const withKeys = async <T>(keys: string, use: (service: Service) => Promise<T>): Promise<T> => {
    const environment = { BASE_URL: 'https://ship.example', PLATFORM_KEYS: keys, WEBHOOK_KEYS: keys };
    const webhookOutlet = { maxIdleMs: 20, drainMs: 0 };
    const allowed = [receiver.host, shop.host];
    const service = await startOrders(database, undefined, allowed, { environment, webhookOutlet });
    try {
      return await use(service);
    } finally {
      await service.stop();
    }
  };
  const register = ({ orders }: Service, account = accountId) =>
    orders.registerWebhook({ accountId: account, url: receiver.url() });
  const newestRow = async ({ orders }: Service, account: number) =>
    (await orders.listWebhookDeliveries({ accountId: account, limit: 0 })).deliveries[0];
  const ship = async (service: Service, account: number) => {
    const { orders, clock } = service;
    const { order } = await orders.createOrder(anOrder(account));
    const { orderId = 0, addressVersion = 0 } = order ?? {};
    const purchaseId = `pur_${orderId}`;
    await orders.lockForPurchase({ accountId: account, orderId, purchaseId, addressVersion });
    const label = aLabel(purchaseId, { purchasedAt: clock.now() });
    await orders.attachLabel({ accountId: account, orderId, label });
    await eventually(async () => expect(await newestRow(service, account)).toMatchObject({ orderId }));
  };
  const woocommerce = () => ({ $case: 'woocommerce' as const, woocommerce: { url: shop.url, ...CONSUMER } });

  it('the webhook is shown without its secret, which returns with the former key', async () => {
    const { signingSecret } = await withKeys(FORMER, (service) => register(service));
    await withKeys(ring, async (service) => {
      expect(await service.orders.getWebhook({ accountId })).toEqual({ url: receiver.url() });
      expect(await register(service)).toEqual({ url: receiver.url() });
      await expect(service.orders.testWebhook({ accountId })).rejects.toMatchObject({
        reason: 'webhook_secret_lost',
      });
    });
    await withKeys(`${ring.replace('former', 'other')},${FORMER}`, async ({ orders }) => {
      expect(await orders.getWebhook({ accountId })).toEqual({ url: receiver.url(), signingSecret });
    });
  });

  it('the webhook can be rotated and removed', async () => {
    await withKeys(FORMER, (service) => register(service));
    await withKeys(ring, async ({ orders }) => {
      const replacesSha256 = createHash('sha256').update('').digest('hex');
      const rotated = await orders.rotateWebhookSecret({ accountId, replacesSha256 });
      expect(await orders.rotateWebhookSecret({ accountId, replacesSha256 })).toEqual(rotated);
      expect(rotated).toEqual({ url: receiver.url(), signingSecret: expect.stringMatching(/^whsec_/) });
      expect(await orders.getWebhook({ accountId })).toEqual(rotated);
      expect(await orders.testWebhook({ accountId })).toMatchObject({ status: 'delivered' });
    });
    await withKeys(key('third', 't'), async ({ orders }) => {
      await orders.deleteWebhook({ accountId });
      expect(await orders.getWebhook({ accountId })).toEqual({});
    });
  });

  it('an event fails with the reason, and the events of others are sent', async () => {
    const other = 2;
    await withKeys(FORMER, (service) => register(service));
    await withKeys(ring, async (service) => {
      const { clock, orders } = service;
      await register(service, other);
      await ship(service, accountId);
      await ship(service, other);
      clock.advance(FIVE_MINUTES_MS);
      await eventually(async () => {
        expect(await newestRow(service, other)).toMatchObject({ status: 'delivered' });
        expect(await newestRow(service, accountId)).toMatchObject({
          status: 'retrying',
          attempt: 1,
          lastError: NOT_SENT,
        });
      });
      expect(receiver.received).toHaveLength(1);
      await orders.rotateWebhookSecret({ accountId });
      clock.advance(FIVE_MINUTES_MS);
      await eventually(async () =>
        expect(await newestRow(service, accountId)).toMatchObject({ status: 'delivered', attempt: 2 }),
      );
    });
  });

  it('an import says that the store must be connected again, which is possible', async () => {
    await withKeys(FORMER, (service) => openAccount(service, accountId).connect(woocommerce()));
    await withKeys(ring, async (service) => {
      const account = openAccount(service, accountId);
      expect(await account.connection()).toMatchObject({ storeName: 'Mugs' });
      expect(await account.sync()).toMatchObject({
        status: 'failed',
        errors: [
          {
            code: 'access_refused',
            message: 'The credentials of Mugs can no longer be read. Connect the store again.',
          },
        ],
      });
      expect(await account.connection()).toMatchObject({ status: 'error' });
      await account.connect(woocommerce());
      expect(await account.sync()).toMatchObject({ status: 'completed' });
      expect(await account.connection()).toMatchObject({ status: 'connected' });
    });
  });

  it.each([
    ['reports changes to us', 'on'],
    ['has not been asked to report changes', 'wanted'],
  ])('a store that %s does so by itself after the former key is back', async (_, events) => {
    const connections = database.db.collection('platform_connections');
    await withKeys(FORMER, async (service) => {
      const account = openAccount(service, accountId);
      await account.connect(woocommerce());
      await eventually(async () => expect((await account.connection())?.events).toBe('on'));
    });
    // WooCommerce disables webhooks after some failures. Without them, the store reports nothing.
    shop.events.webhooks.clear();
    await connections.updateOne({ accountId }, { $set: { events, dueAt: new Date(0) } });
    await withKeys(ring, async (service) => {
      expect(await openAccount(service, accountId).sync()).toMatchObject({ status: 'failed' });
      const next = { events: 'wanted', dueAt: new Date(service.clock.now().getTime() + QUARTER_MS) };
      await eventually(async () => expect(await connections.findOne({ accountId })).toMatchObject(next));
    });
    await withKeys(`${ring.replace('former', 'other')},${FORMER}`, async (service) => {
      service.clock.advance(QUARTER_MS);
      await eventually(async () => {
        const stored = await openAccount(service, accountId).connection();
        expect(stored).toMatchObject({ events: 'on', status: 'connected' });
      });
    });
    expect(shop.events.webhooks.size).toBe(4);
  });

  it('the store can be disconnected', async () => {
    await withKeys(FORMER, (service) => openAccount(service, accountId).connect(woocommerce()));
    await withKeys(ring, async (service) => {
      await service.orders.disconnectPlatform({ accountId, platform: 'woocommerce' });
      expect(await openAccount(service, accountId).connection()).toBeUndefined();
    });
  });
});
