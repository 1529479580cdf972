import { labelPurchased } from '@parcelyard/events/event-type';
import { createOutboxEntry, toEnvelope } from '@parcelyard/events/outbox-entry';
import { eventually } from '@parcelyard/testing/eventually';
import { aLabel, anImport } from '../support/builders';
import { FIVE_MINUTES_MS, startWebhookOrders, type WebhookOrders } from './start-webhook-orders';

const DEAD_ACCOUNTS = 200;
const AT_ONE_TIME = 10;

describe("one account's endpoint never delays another's", () => {
  let shop: WebhookOrders;

  beforeEach(async () => {
    shop = await startWebhookOrders({ outlet: { timeoutMs: 600_000, maxIdleMs: 500 } });
    shop.receiver.answers(({ path }) => (path === '/dead' ? 'hangs' : 200));
  });
  afterEach(() => shop.stop());

  /** Creates orders of the account, and publishes for each that its label was bought now. */
  const buyMany = async (accountId: number, count: number) => {
    const { ids } = await shop.orders.importOrders({
      accountId,
      orders: Array.from({ length: count }, () => anImport()),
    });
    for (const orderId of ids) {
      const label = aLabel(`pur_${orderId}_1`, { purchasedAt: shop.clock.now() });
      const identity = { eventId: `label_purchased:${orderId}:1`, accountId, occurredAt: shop.clock.now() };
      const entry = createOutboxEntry(labelPurchased, identity, { accountId, orderId, label });
      await shop.bus.publish(toEnvelope(entry));
    }
  };
  const openDead = async () => buyMany(await shop.openAccount(shop.receiver.url('/dead')), 1);
  const waiting = () =>
    shop.database.db.collection('webhook_deliveries').countDocuments({ status: 'pending' });
  const healthy = () => shop.receiver.received.filter(({ path }) => path === '/hook');

  it('also when two hundred accounts have endpoints that do not answer [REST-W11]', async () => {
    for (let opened = 0; opened < DEAD_ACCOUNTS; opened += AT_ONE_TIME) {
      await Promise.all(Array.from({ length: AT_ONE_TIME }, openDead));
    }
    shop.clock.advance(1);
    await buyMany(await shop.openAccount(), 1);
    await eventually(async () => expect(await waiting()).toBe(DEAD_ACCOUNTS + 1));

    shop.clock.advance(FIVE_MINUTES_MS);
    await eventually(() => expect(healthy()).toHaveLength(1));
    await eventually(() => expect(shop.receiver.open()).toBe(DEAD_ACCOUNTS));
    // No request to the dead endpoints has ended, so the healthy account did not have to wait for them.
    await eventually(async () => expect(await waiting()).toBe(DEAD_ACCOUNTS));
  });

  it('also when more endpoints do not answer for the first time than can be called at once', async () => {
    await shop.stop();
    shop = await startWebhookOrders({ outlet: { timeoutMs: 600_000, maxIdleMs: 500, turns: 4, slowMs: 50 } });
    shop.receiver.answers(({ path }) => (path === '/dead' ? 'hangs' : 200));
    await Promise.all(Array.from({ length: 30 }, openDead));
    shop.clock.advance(1);
    await buyMany(await shop.openAccount(), 1);
    await eventually(async () => expect(await waiting()).toBe(31));

    shop.clock.advance(FIVE_MINUTES_MS);
    await eventually(() => expect(healthy()).toHaveLength(1));
    await eventually(() => expect(shop.receiver.open()).toBe(30));
    await eventually(async () => expect(await waiting()).toBe(30));
  });

  it('also when one account has many events for an endpoint that does not answer', async () => {
    const dead = await shop.openAccount(shop.receiver.url('/dead'));
    await buyMany(dead, 50);
    shop.clock.advance(1);
    await buyMany(await shop.openAccount(), 30);
    await eventually(async () => expect(await waiting()).toBe(80));

    shop.clock.advance(FIVE_MINUTES_MS);
    await eventually(() => expect(healthy()).toHaveLength(30));
    expect(new Set(healthy().map(({ headers }) => headers['x-ship-event-id'])).size).toBe(30);
    await eventually(() => expect(shop.receiver.open()).toBe(4));
    await eventually(async () => expect(await waiting()).toBe(50));
    expect(shop.receiver.open()).toBe(4);
  });
});
