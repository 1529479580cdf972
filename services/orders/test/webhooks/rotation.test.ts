import { createHash, createHmac } from 'node:crypto';
import type { ReceivedEvent } from '@parcelyard/testing/start-receiver';
import { FIVE_MINUTES_MS, startWebhookOrders, type WebhookOrders } from './start-webhook-orders';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Returns the header that an event has when exactly these secrets sign it, in this order. */
function signedBy({ headers, body }: ReceivedEvent, ...secrets: string[]): string {
  const signed = `${headers['x-ship-timestamp']}.${body}`;
  return secrets.map((secret) => `v1=${createHmac('sha256', secret).update(signed).digest('hex')}`).join(',');
}

describe('a rotated signing secret', () => {
  let shop: WebhookOrders;

  beforeAll(async () => {
    shop = await startWebhookOrders();
  });
  afterAll(() => shop.stop());
  afterEach(() => shop.closeAccounts());
  beforeEach(() => {
    shop.receiver.received.splice(0);
    shop.receiver.answers(() => 200);
  });

  const secretOf = async (accountId: number) =>
    (await shop.orders.getWebhook({ accountId })).signingSecret ?? '';
  const rotate = async (accountId: number) =>
    (await shop.orders.rotateWebhookSecret({ accountId })).signingSecret ?? '';
  const webhooks = () => shop.database.db.collection('webhooks');
  /** Creates an order with a new label, lets five minutes pass, and returns the event of this label. */
  const nextEvent = async (accountId: number) => {
    const { orderId } = await shop.shipOne(accountId);
    shop.clock.advance(FIVE_MINUTES_MS);
    await shop.row(accountId, { orderId, status: 'delivered' });
    const event = shop.receiver.received.at(-1);
    if (!event) throw new Error('no event');
    return event;
  };

  it('is new, and for 24 hours the old one also signs, the new signature first [REST-W13]', async () => {
    const accountId = await shop.openAccount();
    const old = await secretOf(accountId);
    const answer = await shop.orders.rotateWebhookSecret({ accountId });
    const fresh = answer.signingSecret ?? '';
    const expiresAt = new Date(shop.clock.now().getTime() + DAY_MS);
    expect(answer).toEqual({
      url: shop.receiver.url(),
      signingSecret: expect.stringMatching(/^whsec_[A-Za-z0-9_-]{43}$/),
      previousSecretExpiresAt: expiresAt,
    });
    expect(fresh).not.toBe(old);
    expect(await shop.orders.getWebhook({ accountId })).toEqual(answer);

    const both = await nextEvent(accountId);
    expect(both.headers['x-ship-signature']).toBe(signedBy(both, fresh, old));

    shop.clock.advance(DAY_MS - FIVE_MINUTES_MS);
    const later = await nextEvent(accountId);
    expect(later.headers['x-ship-signature']).toBe(signedBy(later, fresh));
    expect(await shop.orders.getWebhook({ accountId })).toEqual({ url: answer.url, signingSecret: fresh });
  });

  it('twice within a day signs with the newest and the one before it only [REST-W13]', async () => {
    const accountId = await shop.openAccount();
    await rotate(accountId);
    const second = await rotate(accountId);
    const third = await rotate(accountId);
    const event = await nextEvent(accountId);
    expect(event.headers['x-ship-signature']).toBe(signedBy(event, third, second));
  });

  it('by twenty calls at once leaves one secret, which some of them got, and one previous secret [REST-W13]', async () => {
    const accountId = await shop.openAccount();
    const old = await secretOf(accountId);
    const got = await Promise.all(Array.from({ length: 20 }, () => rotate(accountId)));
    const fresh = await secretOf(accountId);
    expect(got).toContain(fresh);
    const event = await nextEvent(accountId);
    const before = [old, ...got].filter((secret) => secret !== fresh);
    expect(before.map((secret) => signedBy(event, fresh, secret))).toContain(
      event.headers['x-ship-signature'],
    );
  });

  it('is rotated once by calls that replace the same secret, so that this secret still signs', async () => {
    const accountId = await shop.openAccount();
    const old = await secretOf(accountId);
    const replacesSha256 = createHash('sha256').update(old).digest('hex');
    const answer = await shop.orders.rotateWebhookSecret({ accountId, replacesSha256 });
    expect(await shop.orders.rotateWebhookSecret({ accountId, replacesSha256 })).toEqual(answer);
    const event = await nextEvent(accountId);
    expect(event.headers['x-ship-signature']).toBe(signedBy(event, answer.signingSecret ?? '', old));
  });

  it('signs retries of earlier events with the currently valid secrets', async () => {
    const accountId = await shop.openAccount();
    const old = await secretOf(accountId);
    shop.receiver.answers(() => 500);
    await shop.shipOne(accountId);
    shop.clock.advance(FIVE_MINUTES_MS);
    await shop.row(accountId, { status: 'retrying' });
    const fresh = await rotate(accountId);
    shop.receiver.answers(() => 200);
    shop.clock.advance(FIVE_MINUTES_MS);
    await shop.row(accountId, { status: 'delivered' });
    const [first, again] = shop.receiver.received;
    if (!first || !again) throw new Error('no events');
    expect(first.headers['x-ship-signature']).toBe(signedBy(first, old));
    expect(again.headers['x-ship-signature']).toBe(signedBy(again, fresh, old));
    expect(again.body).toBe(first.body);
  });

  it('whose encryption key is missing is replaced by one that signs alone', async () => {
    const accountId = await shop.openAccount();
    await webhooks().updateOne({ accountId }, { $set: { 'secret.kid': 'gone' } });
    const answer = await shop.orders.rotateWebhookSecret({ accountId });
    expect(answer).toEqual({ url: shop.receiver.url(), signingSecret: expect.stringMatching(/^whsec_/) });
    const event = await nextEvent(accountId);
    expect(event.headers['x-ship-signature']).toBe(signedBy(event, answer.signingSecret ?? ''));
  });

  it('signs alone when only the encryption key of the previous one is missing', async () => {
    const accountId = await shop.openAccount();
    const fresh = await rotate(accountId);
    await webhooks().updateOne({ accountId }, { $set: { 'previousSecret.kid': 'gone' } });
    const event = await nextEvent(accountId);
    expect(event.headers['x-ship-signature']).toBe(signedBy(event, fresh));
  });

  it('is stored encrypted, like the previous one', async () => {
    const accountId = await shop.openAccount();
    const secrets = [await secretOf(accountId), await rotate(accountId)];
    const kept = await webhooks().findOne({ accountId });
    for (const place of ['secret', 'previousSecret']) {
      const sealed = Buffer.from(kept?.[place].sealed.value()).toString('latin1');
      for (const secret of secrets) expect(sealed).not.toContain(secret);
    }
    for (const secret of secrets) expect(JSON.stringify(kept)).not.toContain(secret);
  });

  it('stays after a removal and with another URL, like the previous one [REST-W3]', async () => {
    const accountId = await shop.openAccount();
    const old = await secretOf(accountId);
    const fresh = await rotate(accountId);
    await shop.orders.deleteWebhook({ accountId });
    await shop.orders.registerWebhook({ accountId, url: shop.receiver.url('/again') });
    const event = await nextEvent(accountId);
    expect(event.headers['x-ship-signature']).toBe(signedBy(event, fresh, old));
  });

  it.each(['never registered', 'removed'])('is refused for a webhook that was %s', async (state) => {
    const accountId = state === 'removed' ? await shop.openAccount() : 5;
    await shop.orders.deleteWebhook({ accountId });
    await expect(shop.orders.rotateWebhookSecret({ accountId })).rejects.toMatchObject({
      code: 'failed_precondition',
      reason: 'no_webhook_url',
    });
  });
});
