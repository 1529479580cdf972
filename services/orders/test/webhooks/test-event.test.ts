import { createHmac } from 'node:crypto';
import { eventually } from '@parcelyard/testing/eventually';
import { FIVE_MINUTES_MS, startWebhookOrders, type WebhookOrders } from './start-webhook-orders';

describe('a test event', () => {
  let shop: WebhookOrders;
  /** Points of the code at which the work stops once, as in a crash. */
  const armed = new Set<string>();

  beforeAll(async () => {
    shop = await startWebhookOrders({
      failPoint: (name) => {
        if (armed.delete(name)) throw new Error(`killed at ${name}`);
      },
    });
  });
  afterAll(() => shop.stop());
  afterEach(() => shop.closeAccounts());
  beforeEach(() => {
    shop.receiver.received.splice(0);
    shop.receiver.answers(() => 200);
  });

  const test = (accountId: number) => shop.orders.testWebhook({ accountId });
  const bodies = () => shop.receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);

  it('is sent at once with the usual signature, and its delivery is the answer [REST-W14]', async () => {
    const accountId = await shop.openAccount();
    const { signingSecret = '' } = await shop.orders.getWebhook({ accountId });
    const row = await test(accountId);
    expect(row).toMatchObject({ eventType: 'test', status: 'delivered', attempt: 1, responseCode: 200 });
    expect([row.orderId, row.nextAttemptAt, row.lastError]).toEqual([undefined, undefined, undefined]);
    expect(await shop.rows(accountId)).toEqual([row]);

    const [event, ...more] = shop.receiver.received;
    expect(more).toEqual([]);
    if (!event) throw new Error('no event');
    const signed = `${event.headers['x-ship-timestamp']}.${event.body}`;
    const digest = createHmac('sha256', signingSecret).update(signed).digest('hex');
    expect(event.headers).toMatchObject({
      'x-ship-event-id': String(row.eventId),
      'x-ship-signature': `v1=${digest}`,
    });
  });

  it("has the structure of an order's event, with an order that does not exist [REST-W14]", async () => {
    const accountId = await shop.openAccount();
    const { eventId } = await test(accountId);
    await shop.shipOne(accountId, { items: [{ name: 'Mug', quantity: 1, priceCents: 100 }] });
    shop.clock.advance(FIVE_MINUTES_MS);
    await shop.row(accountId, { eventType: 'label_printed', status: 'delivered' });
    const [sample, real] = bodies();
    expect(sample).toMatchObject({ EventId: eventId, EventType: 'test', Id: 0, InvoiceNumber: 'TEST-0000' });
    expect(shapeOf(sample)).toEqual(shapeOf({ ...real, Weight: 1 }));
    expect(real?.EventId).not.toBe(eventId);
  });

  it.each([
    [500, 'HTTP 500'],
    [307, 'HTTP 307 (redirects are not followed)'],
  ])('with the answer %i has failed and is not tried again [REST-W14]', async (status, lastError) => {
    const accountId = await shop.openAccount();
    shop.receiver.answers(() => status);
    const row = await test(accountId);
    expect(row).toMatchObject({ status: 'failed', attempt: 1, responseCode: status, lastError });
    expect(row.nextAttemptAt).toBeUndefined();
    shop.clock.advance(24 * 60 * 60_000);
    const other = await shop.openAccount();
    await shop.shipOne(other);
    shop.clock.advance(FIVE_MINUTES_MS);
    await shop.row(other, { attempt: 1 });
    expect(bodies().filter(({ EventType }) => EventType === 'test')).toHaveLength(1);
  });

  it('can be sent repeatedly and replayed, once each time', async () => {
    const accountId = await shop.openAccount();
    const rows = await Promise.all(Array.from({ length: 5 }, () => test(accountId)));
    expect(new Set(rows.map(({ eventId }) => eventId)).size).toBe(5);
    shop.receiver.answers(() => 500);
    const [{ deliveryId } = { deliveryId: 0 }] = await shop.rows(accountId);
    await shop.orders.replayWebhookDelivery({ accountId, deliveryId });
    await shop.row(accountId, { deliveryId, status: 'failed', attempt: 1, lastError: 'HTTP 500' });
    expect(bodies()).toHaveLength(6);
  });

  it('does not wait for failing events, and does not change them', async () => {
    const accountId = await shop.openAccount();
    shop.receiver.answers(({ body }) => (body.includes('"EventType":"test"') ? 200 : 500));
    const { orderId } = await shop.shipOne(accountId);
    const dueAt = (await shop.rows(accountId))[0]?.nextAttemptAt;
    expect(await test(accountId)).toMatchObject({ status: 'delivered' });
    expect((await shop.rows(accountId))[1]).toMatchObject({
      orderId,
      status: 'pending',
      attempt: 0,
      nextAttemptAt: dueAt,
    });
    shop.clock.advance(FIVE_MINUTES_MS);
    await eventually(async () =>
      expect((await shop.rows(accountId))[1]).toMatchObject({ status: 'retrying', attempt: 1 }),
    );
    expect(await test(accountId)).toMatchObject({ status: 'delivered' });
  });

  it.each(['webhook-rendered', 'webhook-sent'])('is sent by a worker after a crash at %s', async (name) => {
    const accountId = await shop.openAccount();
    armed.add(name);
    await expect(test(accountId)).rejects.toThrow();
    expect((await shop.rows(accountId))[0]).toMatchObject({ status: 'pending', attempt: 0 });
    shop.clock.advance(60_000);
    await shop.row(accountId, { status: 'delivered', attempt: 1 });
    expect(new Set(shop.receiver.received.map(({ body }) => body)).size).toBe(1);
  });

  it('needs a URL and a readable secret', async () => {
    const refused = (reason: string) => ({ code: 'failed_precondition', reason });
    await expect(test(6)).rejects.toMatchObject(refused('no_webhook_url'));
    const accountId = await shop.openAccount();
    const webhooks = shop.database.db.collection('webhooks');
    await webhooks.updateOne({ accountId }, { $set: { 'secret.kid': 'gone' } });
    await expect(test(accountId)).rejects.toMatchObject(refused('webhook_secret_lost'));
    expect(await shop.rows(accountId)).toEqual([]);
    await shop.orders.rotateWebhookSecret({ accountId });
    expect(await test(accountId)).toMatchObject({ status: 'delivered' });
  });

  it('is listed beside the deliveries of labels', async () => {
    const accountId = await shop.openAccount();
    await shop.shipOne(accountId);
    await test(accountId);
    expect((await shop.rows(accountId)).map(({ eventType }) => eventType)).toEqual(['test', 'label_printed']);
  });
});

/** Returns names and types, in order, at every depth. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.entries(value).map(([name, member]) => [name, shapeOf(member)]);
}
