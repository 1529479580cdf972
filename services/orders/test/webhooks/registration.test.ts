import { startWebhookOrders, type WebhookOrders } from './start-webhook-orders';

describe('a webhook registration', () => {
  let shop: WebhookOrders;
  let accounts = 900;
  const nextAccount = () => {
    accounts += 1;
    return accounts;
  };

  beforeAll(async () => {
    shop = await startWebhookOrders();
  });
  afterAll(() => shop.stop());

  it('returns the URL and a secret of 256 bits, and a new URL keeps the secret [REST-W1]', async () => {
    const accountId = nextAccount();
    const url = shop.receiver.url();
    const first = await shop.orders.registerWebhook({ accountId, url });
    expect(first).toEqual({ url, signingSecret: expect.stringMatching(/^whsec_[A-Za-z0-9_-]{43}$/) });
    expect(await shop.orders.getWebhook({ accountId })).toEqual(first);

    const elsewhere = await shop.orders.registerWebhook({ accountId, url: shop.receiver.url('/elsewhere') });
    expect(elsewhere).toEqual({ url: shop.receiver.url('/elsewhere'), signingSecret: first.signingSecret });
    expect(await shop.database.db.collection('webhooks').countDocuments({ accountId })).toBe(1);
  });

  it('that is removed keeps its secret for the next registration [REST-W3]', async () => {
    const accountId = nextAccount();
    const url = shop.receiver.url();
    const { signingSecret } = await shop.orders.registerWebhook({ accountId, url });
    for (let turn = 0; turn < 2; turn += 1) await shop.orders.deleteWebhook({ accountId });
    expect(await shop.orders.getWebhook({ accountId })).toEqual({ signingSecret });
    expect(await shop.orders.registerWebhook({ accountId, url })).toEqual({ url, signingSecret });
  });

  it('is empty for an account without a webhook, and removing it is no error', async () => {
    const accountId = nextAccount();
    await shop.orders.deleteWebhook({ accountId });
    expect(await shop.orders.getWebhook({ accountId })).toEqual({});
  });

  it('without a secret gets one when it is read [REST-W2]', async () => {
    const accountId = nextAccount();
    await shop.orders.registerWebhook({ accountId, url: shop.receiver.url() });
    await shop.database.db.collection('webhooks').updateOne({ accountId }, { $unset: { secret: '' } });
    const looked = await shop.orders.getWebhook({ accountId });
    expect(looked.signingSecret).toMatch(/^whsec_/);
    expect(await shop.orders.getWebhook({ accountId })).toEqual(looked);
  });

  it('returns one secret to twenty registrations at once', async () => {
    const accountId = nextAccount();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        shop.orders.registerWebhook({ accountId, url: shop.receiver.url(`/${index}`) }),
      ),
    );
    expect(new Set(answers.map(({ signingSecret }) => signingSecret)).size).toBe(1);
  });

  it('keeps its secret encrypted and bound to its account', async () => {
    const [mine, theirs] = [nextAccount(), nextAccount()];
    const { signingSecret = '' } = await shop.orders.registerWebhook({
      accountId: mine,
      url: shop.receiver.url(),
    });
    const webhooks = shop.database.db.collection('webhooks');
    const kept = await webhooks.findOne({ accountId: mine });
    expect(Buffer.from(kept?.secret.sealed.value()).toString('latin1')).not.toContain(signingSecret);
    expect(JSON.stringify(kept)).not.toContain(signingSecret);
    await shop.orders.registerWebhook({ accountId: theirs, url: shop.receiver.url() });
    await webhooks.updateOne({ accountId: theirs }, { $set: { secret: kept?.secret } });
    expect(await shop.orders.getWebhook({ accountId: theirs })).toEqual({ url: shop.receiver.url() });
  });

  it.each([
    ['ftp://example.com/', 'must be an absolute http or https URL'],
    ['example.com', 'must be an absolute http or https URL'],
    ['', 'must be an absolute http or https URL'],
    ['http://localhost/hook', 'must be on a public host'],
    ['http://127.0.0.1:1/hook', 'must be on a public host'],
    ['http://169.254.169.254/latest', 'must be on a public host'],
    ['https://user:pass@example.com/', 'must not carry a user name or password'],
    ['https://example.com:25/', 'must not use port 25'],
  ])('at %j is refused and changes nothing [REST-W4]', async (url, rule) => {
    const accountId = nextAccount();
    const before = await shop.orders.registerWebhook({ accountId, url: shop.receiver.url() });
    await expect(shop.orders.registerWebhook({ accountId, url })).rejects.toMatchObject({
      code: 'invalid_argument',
      reason: 'url_refused',
      params: { rule },
      field: 'url',
    });
    expect(await shop.orders.getWebhook({ accountId })).toEqual(before);
  });
});
