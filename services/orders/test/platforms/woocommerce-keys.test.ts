import { eventually } from '@parcelyard/testing/eventually';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { startOrders } from '../support/start-orders';
import { openAccount } from './open-account';
import { aWooOrder, CONSUMER, startWooCommerceDouble } from './start-woocommerce-double';
import { wooCode, wooEvent, wooKeys, wooPing } from './woocommerce-webhooks-double';

const TOPICS = ['order.created', 'order.deleted', 'order.restored', 'order.updated'];

describe('a WooCommerce store that creates keys for us', () => {
  let database: TestDatabase;
  let shop: Awaited<ReturnType<typeof startWooCommerceDouble>>;
  let service: Awaited<ReturnType<typeof startOrders>>;

  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    shop = await startWooCommerceDouble();
    service = await startOrders(database, undefined, [shop.host], {
      environment: { BASE_URL: 'https://parcelyard.test' },
    });
  });
  afterEach(async () => {
    await service.stop();
    await shop.stop();
  });

  const asking = (accountId: number) => ({ accountId, storeName: 'Mugs', accountName: 'ada@example.com' });
  const begin = async (accountId: number) =>
    (await service.orders.beginWooCommerceKeys({ ...asking(accountId), url: `${shop.url}/` })).url;
  const receive = (hook: Parameters<typeof service.orders.receiveHook>[0]) =>
    service.orders.receiveHook(hook);
  /** Somebody who runs the store opens the account's link and approves. */
  const approve = async ({ accountId }: { accountId: number }) =>
    receive(wooKeys(await begin(accountId), CONSUMER));
  const confirm = ({ accountId }: { accountId: number }, code = wooCode(shop.events.webhooks)) =>
    service.orders.confirmWooCommerceKeys({ accountId, code });
  const waiting = async ({ accountId }: { accountId: number }) =>
    (await service.orders.listConnections({ accountId })).waitingForCode;
  /** Returns a code of eight digits that differs from the code shown in the store. */
  const anotherCode = () =>
    wooCode(shop.events.webhooks).replace(/\d$/, (last) => String((Number(last) + 1) % 10));
  const connect = async () => {
    const account = openAccount(service);
    await approve(account);
    await confirm(account);
    await eventually(async () => expect((await account.connection())?.events).toBe('on'));
    return account;
  };
  const webhook = () => [...shop.events.webhooks.values()][0] as never as Parameters<typeof wooEvent>[0];
  const imported = (account: ReturnType<typeof openAccount>, count: number) =>
    eventually(async () => {
      service.clock.advance(5_000);
      expect(await account.list()).toHaveLength(count);
    });
  const aNewOrder = () => aWooOrder({ date_modified_gmt: service.clock.now().toISOString().slice(0, 19) });

  it('gets the request on its own page, with the parameters of WooCommerce', async () => {
    const url = new URL(await begin(7));
    expect(`${url.origin}${url.pathname}`).toBe(`${shop.url}/wc-auth/v1/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      app_name: 'Ship.com',
      scope: 'read_write',
      user_id: '7',
      return_url: 'https://parcelyard.test/settings/shipping?changed=keys',
      callback_url: expect.stringMatching(
        /^https:\/\/parcelyard\.test\/webhooks\/woocommerce-keys\/7-[\w-]{32}$/,
      ),
    });
  });

  it('is connected by the code that it shows, and reports changes from then on', async () => {
    const account = await connect();
    expect(await account.connection()).toMatchObject({ platform: 'woocommerce', storeName: 'Mugs' });
    const made = [...shop.events.webhooks.values()];
    expect(made.map(({ topic }) => topic).sort()).toEqual(TOPICS);
    for (const { delivery_url, secret, status } of made) {
      expect(delivery_url).toMatch(/^https:\/\/parcelyard\.test\/webhooks\/woocommerce\/\d+-[\w-]{32}$/);
      expect(secret).toHaveLength(43);
      expect(status).toBe('active');
    }
  });

  it("is not connected when its keys came from another person's link, and its code names that person's account", async () => {
    const stranger = openAccount(service);
    shop.put(aNewOrder());
    await approve(stranger);
    expect(await stranger.connection()).toBeUndefined();
    expect(await waiting(stranger)).toMatchObject({ storeName: 'Mugs', url: shop.url });
    const shown = [...shop.events.webhooks.values()];
    expect(shown).toMatchObject([
      {
        name: expect.stringMatching(/^Parcelyard: code \d{4} \d{4} connects this store to ada@example\.com$/),
        status: 'disabled',
      },
    ]);
    await expect(stranger.start()).rejects.toMatchObject({ reason: 'no_platform_connected' });
    const kept = JSON.stringify(await service.db.collection('key_offers').find({}).toArray());
    for (const secret of [CONSUMER.consumerSecret, wooCode(shop.events.webhooks)])
      expect(kept).not.toContain(secret);
    const other = openAccount(service);
    await expect(confirm(other)).rejects.toMatchObject({ reason: 'store_code_gone' });
  });

  it('is removed after five wrong codes, with the webhook that showed the right code', async () => {
    const account = openAccount(service);
    await approve(account);
    const code = wooCode(shop.events.webhooks);
    const wrong = anotherCode();
    for (const left of [4, 3, 2, 1, 0]) {
      const refusal = { code: 'invalid_argument', reason: 'store_code_wrong', params: { left } };
      await expect(confirm(account, left % 2 === 0 ? wrong : '')).rejects.toMatchObject(refusal);
    }
    await expect(confirm(account, code)).rejects.toMatchObject({ reason: 'store_code_gone' });
    expect(await waiting(account)).toBeUndefined();
    expect(shop.events.webhooks.size).toBe(0);
    expect(await service.db.collection('key_offers').countDocuments({ accountId: account.accountId })).toBe(
      0,
    );
  });

  it('allows five attempts in total when many codes are tried at once', async () => {
    const account = openAccount(service);
    await approve(account);
    const wrong = anotherCode();
    const guesses = await Promise.allSettled(Array.from({ length: 12 }, () => confirm(account, wrong)));
    const reasons = guesses.map((guess) => guess.status === 'rejected' && guess.reason.reason);
    expect(reasons.filter((reason) => reason === 'store_code_wrong')).toHaveLength(5);
    expect(reasons.filter((reason) => reason === 'store_code_gone')).toHaveLength(7);
  });

  it('waits an hour for its code, and then removes it', async () => {
    const account = openAccount(service);
    await approve(account);
    service.clock.advance(3_600_000);
    await expect(confirm(account)).rejects.toMatchObject({ reason: 'store_code_gone' });
    expect(await account.connection()).toBeUndefined();
    await eventually(() => expect(shop.events.webhooks.size).toBe(0));
    // Before the offer of `account` expires, another account (`later`) begins to connect the store. Only the expired
    // offer is removed.
    await approve(account);
    service.clock.advance(1_800_000);
    const later = openAccount(service);
    await approve(later);
    service.clock.advance(1_800_000);
    const offers = service.db.collection('key_offers');
    await eventually(async () =>
      expect(await offers.countDocuments({ accountId: account.accountId })).toBe(0),
    );
    expect(await confirm(later)).toMatchObject({ platform: 'woocommerce' });
  });

  it('keeps its code and the number of attempts when another store is connected at that moment', async () => {
    const account = await connect();
    await service.orders.disconnectPlatform({ accountId: account.accountId, platform: 'woocommerce' });
    await approve(account);
    const { accountId } = account;
    await service.db
      .collection('platform_connections')
      .insertOne({ accountId, platform: 'woocommerce', store: 'https://other.example' });
    for (let again = 0; again < 6; again += 1) {
      await expect(confirm(account)).rejects.toMatchObject({ reason: 'another_store_connected' });
    }
    await service.db.collection('platform_connections').deleteOne({ accountId });
    expect(await confirm(account)).toMatchObject({ platform: 'woocommerce' });
  });

  it('shows no code with a key that cannot create webhooks, and is refused', async () => {
    shop.events.settings.readOnly = true;
    const account = openAccount(service);
    await expect(approve(account)).rejects.toMatchObject({ code: 'invalid_argument' });
    expect(await waiting(account)).toBeUndefined();
  });

  it('sends its keys once, and a second use of the address is refused', async () => {
    const keys = wooKeys(await begin(openAccount(service).accountId), CONSUMER);
    await receive(keys);
    const refusal = { code: 'not_found', reason: 'hook_not_configured' };
    await expect(receive(keys)).rejects.toMatchObject(refusal);
    await expect(receive({ ...keys, key: `1${keys.key}` })).rejects.toMatchObject(refusal);
    await expect(receive({ ...keys, key: '' })).rejects.toMatchObject(refusal);
  });

  it('is not connected with keys that it refuses itself', async () => {
    const account = openAccount(service);
    const keys = wooKeys(await begin(account.accountId), { ...CONSUMER, consumerSecret: 'cs_guessed' });
    await expect(receive(keys)).rejects.toMatchObject({ code: 'invalid_argument' });
    expect(await account.connection()).toBeUndefined();
  });

  it('reports an order, which is then imported', async () => {
    const account = await connect();
    shop.put(aNewOrder());
    await receive(wooEvent(webhook(), { id: 1 }));
    await imported(account, 1);
  });

  it('may send an unsigned ping when a webhook is created, which does nothing', async () => {
    const account = await connect();
    await receive(wooPing(webhook().delivery_url));
    const { accountId } = account;
    const stored = await service.db.collection('platform_connections').findOne({ accountId });
    expect(stored?.requests).toBeUndefined();
  });

  it('is refused with an event that is not signed with its secret', async () => {
    await connect();
    const refusal = { code: 'unauthenticated' };
    await expect(receive(wooEvent({ ...webhook(), secret: 'guessed' }))).rejects.toMatchObject(refusal);
    const { headers, ...event } = wooEvent(webhook());
    await expect(
      receive({ ...event, headers: { 'content-type': headers['content-type'] } }),
    ).rejects.toMatchObject(refusal);
  });

  it('gets new webhooks when it is connected again, and the earlier ones are refused', async () => {
    const account = await connect();
    const before = webhook();
    await approve(account);
    await confirm(account);
    await eventually(async () => {
      expect((await account.connection())?.events).toBe('on');
      expect([...shop.events.webhooks.values()].map(({ topic }) => topic).sort()).toEqual(TOPICS);
      expect(webhook().delivery_url).not.toBe(before.delivery_url);
    });
    await expect(receive(wooEvent(before))).rejects.toMatchObject({ reason: 'hook_not_configured' });
  });

  it('works without events when its key cannot create webhooks', async () => {
    shop.events.settings.readOnly = true;
    const account = openAccount(service);
    const woocommerce = { url: shop.url, ...CONSUMER };
    await account.connect({ $case: 'woocommerce', woocommerce });
    await eventually(async () => expect((await account.connection())?.events).toBe('refused'));
    shop.put(aNewOrder());
    expect(await account.sync()).toMatchObject({ status: 'completed', counts: { created: 1 } });
  });

  it('has no webhook and no credentials after it is disconnected', async () => {
    const account = await connect();
    const before = webhook();
    await service.orders.disconnectPlatform({ accountId: account.accountId, platform: 'woocommerce' });
    expect(shop.events.webhooks.size).toBe(0);
    expect(
      await service.db.collection('platform_connections').countDocuments({ accountId: account.accountId }),
    ).toBe(0);
    await expect(receive(wooEvent(before))).rejects.toMatchObject({ reason: 'hook_not_configured' });
  });
});

it('is not asked for keys when it cannot reach the service over https', async () => {
  const database = await startTestDatabase();
  const service = await startOrders(database);
  expect(await service.orders.listConnections({ accountId: 1 })).toMatchObject({ woocommerceKeys: false });
  const asked = {
    accountId: 1,
    storeName: 'Mugs',
    url: 'https://mugs.example',
    accountName: 'ada@example.com',
  };
  await expect(service.orders.beginWooCommerceKeys(asked)).rejects.toMatchObject({
    reason: 'store_keys_need_https',
  });
  await service.stop();
  await database.close();
});
