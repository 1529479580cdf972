import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { openAccount } from './platforms/open-account';
import { CONSUMER, startWooCommerceDouble } from './platforms/start-woocommerce-double';
import { wooCode, wooKeys } from './platforms/woocommerce-webhooks-double';
import { startOrders } from './support/start-orders';

const ring = (...names: string[]) =>
  names.map((name) => `${name}:${Buffer.alloc(32, name).toString('base64url')}`).join();

describe('credentials of stores and secrets of webhooks', () => {
  let database: TestDatabase;
  let shop: Awaited<ReturnType<typeof startWooCommerceDouble>>;

  beforeEach(async () => {
    database = await startTestDatabase();
    shop = await startWooCommerceDouble();
  });
  afterEach(async () => {
    await shop.stop();
    await database.close();
  });

  /** Starts the service with these keys, lets the test use it, and stops it. */
  const withKeys = async <T>(
    keys: string,
    use: (service: Awaited<ReturnType<typeof startOrders>>) => Promise<T>,
  ) => {
    const environment = {
      BASE_URL: 'https://parcelyard.test',
      PLATFORM_KEYS: keys,
      WEBHOOK_KEYS: keys,
    };
    const service = await startOrders(database, undefined, [shop.host], { environment });
    try {
      return await use(service);
    } finally {
      await service.stop();
    }
  };
  const lines = async ({ app }: Awaited<ReturnType<typeof startOrders>>) => {
    const checks = (app.checks ?? []).filter(({ name }) => /store credentials|webhook secrets/.test(name));
    return Promise.all(checks.map(({ run }) => run()));
  };
  const good = (text: string) => ({ ok: true, text, fingerprint: '' });
  const bad = (text: string) => ({ ok: false, text, fingerprint: '' });
  const sandbox = { $case: 'sandbox' as const, sandbox: { ordersPerDay: 24 } };
  const [mugs, pots] = [1, 2];

  it('can be read without the old key after they were sealed again', async () => {
    const secret = await withKeys(ring('old'), async (service) => {
      const { orders } = service;
      expect(await lines(service)).toEqual([good('none is stored'), good('none is stored')]);
      await openAccount(service, mugs).connect(sandbox);
      await orders.registerWebhook({ accountId: mugs, url: `http://${shop.host}/hook` });
      const { url } = await orders.beginWooCommerceKeys({
        accountId: pots,
        storeName: 'Pots',
        accountName: 'ada@example.com',
        url: shop.url,
      });
      await orders.receiveHook(wooKeys(url, CONSUMER));
      return (await orders.rotateWebhookSecret({ accountId: mugs })).signingSecret;
    });

    await withKeys(ring('new', 'old'), async (service) => {
      const needed = '2 of 2 need the key old: run shipctl secrets reseal before you remove it';
      expect(await lines(service)).toEqual([good(needed), good(needed)]);
      const resealed = (count: number) => ({
        keyRings: [
          { keyRing: 'PLATFORM_KEYS', resealed: count, unreadable: 0 },
          { keyRing: 'WEBHOOK_KEYS', resealed: count, unreadable: 0 },
        ],
      });
      expect(await service.orders.resealSecrets({})).toEqual(resealed(2));
      expect(await service.orders.resealSecrets({})).toEqual(resealed(0));
    });

    await withKeys(ring('new'), async (service) => {
      const { orders } = service;
      const all = good('all 2 are sealed with the current key');
      expect(await lines(service)).toEqual([all, all]);
      expect(await openAccount(service, mugs).sync()).toMatchObject({ status: 'completed' });
      expect(await orders.getWebhook({ accountId: mugs })).toMatchObject({
        signingSecret: secret,
        previousSecretExpiresAt: expect.any(Date),
      });
      await orders.confirmWooCommerceKeys({ accountId: pots, code: wooCode(shop.events.webhooks) });
      expect(await openAccount(service, pots).connection()).toMatchObject({ status: 'connected' });
    });
  });

  it('that no key can open stay as they are, and doctor says what to do', async () => {
    const lost = [
      bad(
        '1 of 1 need the key lost, which PLATFORM_KEYS lacks or has with other bytes: add the former key again, or let the merchants connect their stores again',
      ),
      bad(
        '1 of 1 need the key lost, which WEBHOOK_KEYS lacks or has with other bytes: add the former key again, or let the merchants rotate their webhook secrets',
      ),
    ];
    await withKeys(ring('lost'), async (service) => {
      await openAccount(service, mugs).connect(sandbox);
      await service.orders.registerWebhook({ accountId: mugs, url: `http://${shop.host}/hook` });
    });
    await withKeys(ring('new'), async (service) => {
      expect(await service.orders.resealSecrets({})).toMatchObject({
        keyRings: [
          { resealed: 0, unreadable: 1 },
          { resealed: 0, unreadable: 1 },
        ],
      });
      expect(await lines(service)).toEqual(lost);
    });
    // The ring has a key of this name, but it is not the key that sealed the texts.
    const another = `lost:${Buffer.alloc(32, 'x').toString('base64url')}`;
    for (const keys of [`${ring('new')},${another}`, another]) {
      await withKeys(keys, async (service) => {
        expect(await service.orders.resealSecrets({})).toMatchObject({
          keyRings: [
            { resealed: 0, unreadable: 1 },
            { resealed: 0, unreadable: 1 },
          ],
        });
        expect(await lines(service)).toEqual(lost);
      });
    }
    await withKeys(ring('new', 'lost'), async ({ orders }) => {
      expect(await orders.resealSecrets({})).toMatchObject({ keyRings: [{ resealed: 1 }, { resealed: 1 }] });
    });
  });

  it('that ended within a day need no key', async () => {
    await withKeys(ring('old'), async ({ orders }) => {
      await orders.registerWebhook({ accountId: mugs, url: `http://${shop.host}/hook` });
    });
    await withKeys(ring('new', 'old'), async (service) => {
      await service.orders.rotateWebhookSecret({ accountId: mugs });
      expect(await lines(service)).toContainEqual(
        good('1 of 2 need the key old: run shipctl secrets reseal before you remove it'),
      );
      service.clock.advance(24 * 3_600_000);
      expect(await lines(service)).toContainEqual(good('all 1 are sealed with the current key'));
    });
  });
});
