import { createHmac } from 'node:crypto';
import { labelPurchased } from '@parcelyard/events/event-type';
import { createOutboxEntry, toEnvelope } from '@parcelyard/events/outbox-entry';
import type { WebhookEvent } from '@parcelyard/service-kit/webhook-event';
import { eventually } from '@parcelyard/testing/eventually';
import type { ReceivedEvent } from '@parcelyard/testing/start-receiver';
import { aLabel, anAddress } from '../support/builders';
import { FIVE_MINUTES_MS, startWebhookOrders, type WebhookOrders } from './start-webhook-orders';

/** Computes the signature as the specification says, without the product's code. */
function signatureOf({ headers, body }: ReceivedEvent, secret: string): string {
  const timestamp = String(headers['x-ship-timestamp']);
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

interface Told {
  EventId: number;
  EventType: string;
}

describe('the event of a purchase', () => {
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

  const eventsOf = (orderId: number) =>
    shop.receiver.received.filter(({ body }) => (JSON.parse(body) as { Id: number }).Id === orderId);
  const fiveMinutesLater = () => shop.clock.advance(FIVE_MINUTES_MS);

  it('is sent once, five minutes later, with a signature [REST-W5] [REST-W8]', async () => {
    const accountId = await shop.openAccount();
    const { orderId } = await shop.shipOne(accountId);
    const due = new Date(shop.clock.now().getTime() + FIVE_MINUTES_MS);
    expect((await shop.rows(accountId))[0]).toMatchObject({
      status: 'pending',
      attempt: 0,
      orderId,
      nextAttemptAt: due,
    });
    shop.clock.advance(FIVE_MINUTES_MS - 1);
    await shop.orders.registerWebhook({ accountId, url: shop.receiver.url('/signed') });
    expect(shop.receiver.received).toEqual([]);

    shop.clock.advance(1);
    const row = await shop.row(accountId, { status: 'delivered', attempt: 1, responseCode: 200 });
    expect(row?.durationMs).toBeGreaterThanOrEqual(0);
    expect(row?.nextAttemptAt).toBeUndefined();
    const [event, ...more] = eventsOf(orderId);
    expect(more).toEqual([]);
    if (!event) throw new Error('no event');
    const { signingSecret = '' } = await shop.orders.getWebhook({ accountId });
    expect(event).toMatchObject({
      path: '/signed',
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Parcelyard-Webhook/1.0',
        'x-ship-event-id': String(row?.eventId),
        'x-ship-timestamp': String(due.getTime() / 1_000),
        'x-ship-signature': signatureOf(event, signingSecret),
      },
    });
    expect(event.headers['x-ship-signature']).toMatch(/^v1=[0-9a-f]{64}$/);
    expect(signatureOf({ ...event, body: `${event.body} ` }, signingSecret)).not.toBe(
      event.headers['x-ship-signature'],
    );
  });

  it('contains the order in PascalCase exactly as specified [REST-W7]', async () => {
    const accountId = await shop.openAccount();
    const imported = await shop.orders.importOrders({
      accountId,
      orders: [
        {
          status: '',
          date: new Date('2026-03-01T00:00:00Z'),
          recipient: anAddress({
            street2: 'Flat 2',
            email: 'ada@example.com',
            phone: '5125550100',
            country: 'US',
          }),
          items: [
            { itemId: 0, name: 'Mug', sku: 'MUG-1', upc: '012345678905', quantity: 2, priceCents: 1_250 },
          ],
          shippingCents: 595,
          taxCents: 206,
          handlingCents: 100,
          discountCents: 50,
          weightOz: 12.5,
          note: '',
          invoiceNumber: 'INV-7',
        },
      ],
    });
    const orderId = imported.ids[0] ?? 0;
    await shop.buy(accountId, orderId, { costCents: 755 });
    await shop.row(accountId, { status: 'pending' });
    const shippedAt = `${shop.clock.now().toISOString().slice(0, 19)}Z`;
    fiveMinutesLater();
    const row = await shop.row(accountId, { status: 'delivered' });
    const order = await shop.orders.getOrder({ accountId, orderId });
    const expected: WebhookEvent = {
      EventId: row?.eventId ?? 0,
      EventType: 'label_printed',
      Id: orderId,
      InvoiceNumber: 'INV-7',
      OrderStatus: 'Label Printed',
      FirstName: 'Ada',
      LastName: 'Lovelace',
      Email: 'ada@example.com',
      Phone: '5125550100',
      Address1: '12 Analytical Way',
      Address2: 'Flat 2',
      Address3: '',
      City: 'Austin',
      State: 'TX',
      Zip: '78701',
      Country: 'US',
      Total: 33.51,
      SalesTax: 2.06,
      Handling: 1,
      Subtotal: 25,
      Shipping: 5.95,
      Weight: 12.5,
      Discount: 0.5,
      Shipment: {
        ShipDate: shippedAt,
        ShippingMethod: 'USPS Ground Advantage',
        ShippingCost: 7.55,
        TrackingNumber: order.trackingNumber ?? '',
        TrackingURL: `https://ship.example${order.trackingUrl}`,
        ShippingLabelURL: 'https://ship.example/labels/abc',
      },
      Items: [
        { Id: order.items[0]?.itemId ?? 0, ItemCode: 'MUG-1', UPC: '012345678905', Price: 12.5, Quantity: 2 },
      ],
    };
    const [event] = eventsOf(orderId);
    expect(event?.body).toBe(JSON.stringify(expected));
  });

  it.each([1, 3, 9])(
    'is delivered at the next attempt after %i failures, on the specified schedule [REST-W6]',
    async (failures) => {
      const accountId = await shop.openAccount();
      let answered = 0;
      shop.receiver.answers(() => {
        answered += 1;
        return answered <= failures ? 500 : 204;
      });
      const { orderId } = await shop.shipOne(accountId);
      fiveMinutesLater();
      for (let attempt = 1; attempt <= failures; attempt += 1) {
        const minutes = Math.min(5 * attempt, 60);
        await shop.row(accountId, {
          status: 'retrying',
          attempt,
          responseCode: 500,
          lastError: 'HTTP 500',
          nextAttemptAt: new Date(shop.clock.now().getTime() + minutes * 60_000),
        });
        expect(eventsOf(orderId)).toHaveLength(attempt);
        shop.clock.advance(minutes * 60_000);
      }
      const row = await shop.row(accountId, {
        status: 'delivered',
        attempt: failures + 1,
        responseCode: 204,
      });
      const events = eventsOf(orderId);
      expect(events).toHaveLength(failures + 1);
      expect(new Set(events.map(({ body }) => body)).size).toBe(1);
      expect(new Set(events.map(({ headers }) => headers['x-ship-event-id']))).toEqual(
        new Set([String(row?.eventId)]),
      );
      expect(new Set(events.map(({ headers }) => headers['x-ship-signature'])).size).toBe(failures + 1);
      expect(row?.lastError).toBeUndefined();
    },
  );

  it('fails after ten attempts, and a replay has ten attempts of its own [REST-W6] [REST-W9]', async () => {
    const accountId = await shop.openAccount();
    shop.receiver.answers(() => 503);
    const { orderId } = await shop.shipOne(accountId);
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      shop.clock.advance(60 * 60_000);
      await shop.row(accountId, { attempt });
    }
    const failed = await shop.row(accountId, { status: 'failed', attempt: 10, lastError: 'HTTP 503' });
    expect(failed?.nextAttemptAt).toBeUndefined();

    shop.receiver.answers(() => 200);
    const { deliveryId = 0 } = failed ?? {};
    const replayed = await shop.orders.replayWebhookDelivery({ accountId, deliveryId });
    expect(replayed).toMatchObject({ deliveryId, status: 'pending', attempt: 0, eventId: failed?.eventId });
    await shop.row(accountId, { status: 'delivered', attempt: 1 });
    const events = eventsOf(orderId);
    expect(events).toHaveLength(11);
    expect(new Set(events.map(({ body }) => body)).size).toBe(1);

    await shop.orders.replayAnyWebhookDelivery({ accountId: 0, deliveryId });
    await eventually(() => expect(eventsOf(orderId)).toHaveLength(12));
  });

  it('is sent again when two replays come at once, and both say so', async () => {
    const accountId = await shop.openAccount();
    await shop.shipOne(accountId);
    fiveMinutesLater();
    const { deliveryId = 0 } = (await shop.row(accountId, { status: 'delivered' })) ?? {};
    const replay = () => shop.orders.replayWebhookDelivery({ accountId, deliveryId });
    for (const { status } of await Promise.all([replay(), replay(), replay()]))
      expect(['pending', 'delivered']).toContain(status);
    await shop.row(accountId, { status: 'delivered', attempt: 1 });
  });

  it('cannot be replayed by another account, with the same message as an unknown one', async () => {
    const accountId = await shop.openAccount();
    await shop.shipOne(accountId);
    const [row] = await shop.rows(accountId);
    const deliveryId = row?.deliveryId ?? 0;
    const refused = (id: number) => ({
      code: 'not_found',
      reason: 'delivery_not_found',
      params: { deliveryId: id },
    });
    const replay = (id: number) => shop.orders.replayWebhookDelivery({ accountId: 7, deliveryId: id });
    await expect(replay(deliveryId)).rejects.toMatchObject(refused(deliveryId));
    await expect(replay(99_999)).rejects.toMatchObject(refused(99_999));
  });

  it('is shown and replayed across accounts only by operator methods', async () => {
    const accountId = await shop.openAccount();
    await shop.shipOne(accountId);
    const [row] = await shop.rows(accountId);
    const everybody = { accountId: 0, limit: 500 };
    expect((await shop.orders.listWebhookDeliveries(everybody)).deliveries).toEqual([]);
    const deliveryId = row?.deliveryId ?? 0;
    const replay = shop.orders.replayWebhookDelivery({ accountId: 0, deliveryId });
    await expect(replay).rejects.toMatchObject({ reason: 'delivery_not_found' });
    const { deliveries } = await shop.orders.inspectWebhookDeliveries(everybody);
    expect(deliveries).toContainEqual(expect.objectContaining({ accountId, deliveryId }));
  });

  it('is sent once for an order: the void of its label is sent once, and the next label sends nothing more [REST-W5] [REST-W16]', async () => {
    const accountId = await shop.openAccount();
    const { orderId, purchaseId } = await shop.shipOne(accountId);
    fiveMinutesLater();
    const first = await shop.row(accountId, { status: 'delivered' });
    await shop.orders.clearLabel({ accountId, orderId, purchaseId });
    await shop.row(accountId, { eventType: 'label_voided', status: 'delivered' });
    const second = await shop.buy(accountId, orderId);
    await shop.orders.clearLabel({ accountId, orderId, purchaseId: second });
    const { orderId: later } = await shop.shipOne(accountId);
    fiveMinutesLater();
    await shop.row(accountId, { orderId: later, status: 'delivered' });
    expect((await shop.rows(accountId)).map(({ eventType }) => eventType)).toEqual([
      ...['label_printed', 'label_voided', 'label_printed'],
    ]);
    const [printed, voided, ...others] = eventsOf(orderId).map(({ body }) => JSON.parse(body) as Told);
    expect(others).toEqual([]);
    expect(voided).toEqual({
      ...printed,
      EventId: expect.any(Number),
      EventType: 'label_voided',
      OrderStatus: 'Ready to ship',
    });
    expect([printed?.EventId, voided?.EventId === first?.eventId]).toEqual([first?.eventId, false]);
  });

  it("waits while a void is pending, and is sent after the carrier's answer", async () => {
    const accountId = await shop.openAccount();
    const { orderId, purchaseId } = await shop.shipOne(accountId);
    const voiding = { accountId, orderId, purchaseId, number: 1 };
    await shop.orders.noteVoidRequested(voiding);
    fiveMinutesLater();
    const due = (await shop.rows(accountId))[0]?.nextAttemptAt;
    await shop.row(accountId, { attempt: 0, nextAttemptAt: new Date(shop.clock.now().getTime() + 60_000) });
    expect([eventsOf(orderId), due]).toEqual([[], expect.any(Date)]);
    await shop.orders.noteVoidRefused(voiding);
    shop.clock.advance(60_000);
    await shop.row(accountId, { status: 'delivered' });
    expect(eventsOf(orderId)).toHaveLength(1);
  });

  it('contains the current label of the order at the first attempt, or the label that was bought', async () => {
    const accountId = await shop.openAccount();
    const rebought = await shop.shipOne(accountId);
    await shop.orders.clearLabel({ accountId, ...rebought });
    const second = await shop.buy(accountId, rebought.orderId);
    const voided = await shop.shipOne(accountId);
    await shop.orders.clearLabel({ accountId, ...voided });
    fiveMinutesLater();
    const trackingOf = (orderId: number) =>
      eventually(() => {
        const [event] = eventsOf(orderId);
        return (JSON.parse(event?.body ?? '') as { Shipment: { TrackingNumber: string } }).Shipment
          .TrackingNumber;
      });
    expect(await trackingOf(rebought.orderId)).toBe(`94${second}`);
    expect(await trackingOf(voided.orderId)).toBe(`94${voided.purchaseId}`);
    // Returns the types of the order's events. The first label has a purchase event, so its void has an event, too. The
    // next label has no events.
    const typesOf = (orderId: number) =>
      eventsOf(orderId)
        .map(({ body }) => (JSON.parse(body) as Told).EventType)
        .sort();
    await eventually(() => expect(typesOf(voided.orderId)).toEqual(['label_printed', 'label_voided']));
    expect(typesOf(rebought.orderId)).toEqual(['label_printed']);
  });

  it('has the same bytes at a retry, also after the order changed', async () => {
    const accountId = await shop.openAccount();
    shop.receiver.answers(() => 500);
    const { orderId, purchaseId } = await shop.shipOne(accountId);
    fiveMinutesLater();
    await shop.row(accountId, { status: 'retrying' });
    await shop.orders.clearLabel({ accountId, orderId, purchaseId });
    await shop.buy(accountId, orderId);
    shop.receiver.answers(() => 200);
    fiveMinutesLater();
    const [first, second] = await eventually(() => {
      const printed = eventsOf(orderId).filter(({ body }) => body.includes('label_printed'));
      expect(printed).toHaveLength(2);
      return printed;
    });
    expect(second?.body).toBe(first?.body);
  });

  it('is not created for an account without a webhook, or for carrier scans [REST-W5]', async () => {
    const accountId = 77;
    const { ids } = await shop.orders.importOrders({
      accountId,
      orders: [
        {
          status: '',
          recipient: anAddress(),
          items: [],
          note: '',
          shippingCents: 0,
          taxCents: 0,
          handlingCents: 0,
          discountCents: 0,
        },
      ],
    });
    const [orderId = 0] = ids;
    await shop.buy(accountId, orderId);
    const other = await shop.openAccount();
    const scanned = await shop.shipOne(other);
    const { trackingNumber = '' } = await shop.orders.getOrder({
      accountId: other,
      orderId: scanned.orderId,
    });
    await shop.orders.applyTracking({
      accountId: other,
      orderId: scanned.orderId,
      trackingNumber,
      status: 'InTransit',
      occurredAt: shop.clock.now(),
      scanId: 's1',
    });
    fiveMinutesLater();
    await shop.row(other, { status: 'delivered' });
    expect(eventsOf(scanned.orderId)).toHaveLength(1);
    expect(await shop.rows(accountId)).toEqual([]);
  });

  it('is not sent after the webhook is removed, and can be replayed after the next registration [REST-W3]', async () => {
    const accountId = await shop.openAccount();
    const { orderId } = await shop.shipOne(accountId);
    await shop.orders.deleteWebhook({ accountId });
    const removed = { status: 'failed', attempt: 0, lastError: 'The webhook was removed.' };
    const row = await shop.row(accountId, removed);
    const replay = () => shop.orders.replayWebhookDelivery({ accountId, deliveryId: row?.deliveryId ?? 0 });
    await expect(replay()).rejects.toMatchObject({
      code: 'failed_precondition',
      reason: 'no_webhook_url',
    });
    shop.clock.advance(24 * 60 * 60_000);
    const other = await shop.openAccount();
    await shop.shipOne(other);
    fiveMinutesLater();
    await shop.row(other, { status: 'delivered' });
    await shop.orders.registerWebhook({ accountId, url: shop.receiver.url() });
    expect(eventsOf(orderId)).toEqual([]);
    expect((await shop.rows(accountId))[0]).toMatchObject(removed);
    await replay();
    await shop.row(accountId, { status: 'delivered' });
    expect(eventsOf(orderId)).toHaveLength(1);
  });

  it('does not follow a redirect: the answer counts as a failure [REST-W10]', async () => {
    const accountId = await shop.openAccount();
    shop.receiver.answers(({ path }) => (path === '/hook' ? 307 : 200));
    await shop.shipOne(accountId);
    fiveMinutesLater();
    await shop.row(accountId, {
      status: 'retrying',
      responseCode: 307,
      lastError: 'HTTP 307 (redirects are not followed)',
    });
    expect(shop.receiver.received.map(({ path }) => path)).toEqual(['/hook']);
  });

  it('fails while the encryption key of its secret is missing, and is signed after the key is back', async () => {
    const accountId = await shop.openAccount();
    const { orderId } = await shop.shipOne(accountId);
    const webhooks = shop.database.db.collection('webhooks');
    const { signingSecret = '' } = await shop.orders.getWebhook({ accountId });
    const stored = await webhooks.findOne({ accountId });
    await webhooks.updateOne({ accountId }, { $set: { 'secret.kid': 'gone' } });
    fiveMinutesLater();
    const lastError = 'Not sent: the signing secret can no longer be read and must be rotated.';
    await shop.row(accountId, { status: 'retrying', attempt: 1, lastError });
    await webhooks.updateOne({ accountId }, { $set: { 'secret.kid': stored?.secret.kid } });
    fiveMinutesLater();
    await shop.row(accountId, { status: 'delivered', attempt: 2 });
    expect(eventsOf(orderId)).toHaveLength(1);
    const [event] = eventsOf(orderId);
    if (event) expect(event.headers['x-ship-signature']).toBe(signatureOf(event, signingSecret));
  });

  it('that cannot be created delays no other event of the account', async () => {
    const accountId = await shop.openAccount();
    const label = aLabel('pur_9_1', { purchasedAt: shop.clock.now() });
    const identity = { eventId: 'label_purchased:999999:1', accountId, occurredAt: shop.clock.now() };
    const entry = createOutboxEntry(labelPurchased, identity, { accountId, orderId: 999_999, label });
    await shop.bus.publish(toEnvelope(entry));
    await shop.row(accountId, { orderId: 999_999 });
    const { orderId } = await shop.shipOne(accountId);
    fiveMinutesLater();
    await shop.row(accountId, { orderId, status: 'delivered' });
    await eventually(async () => {
      const [, broken] = await shop.rows(accountId);
      const inAMinute = new Date(shop.clock.now().getTime() + 60_000);
      expect(broken).toMatchObject({ status: 'pending', attempt: 0, nextAttemptAt: inAMinute });
    });
  });

  it('that cannot be read is stored as a dead letter, which an operator sees and can try again', async () => {
    const accountId = await shop.openAccount();
    const identity = { eventId: 'label_purchased:1:1', accountId, occurredAt: shop.clock.now() };
    const entry = createOutboxEntry(labelPurchased, identity, { accountId, orderId: 1, label: undefined });
    await shop.bus.publish(toEnvelope(entry));
    const letter = await eventually(async () => {
      const { deadLetters } = await shop.orders.listDeadLetters({ accountId });
      expect(deadLetters).toMatchObject([
        { consumer: 'orders-webhook-events', reason: 'The event names no label.' },
      ]);
      return deadLetters[0];
    });
    if (!letter) throw new Error('no dead letter');
    await expect(shop.orders.replayDeadLetter(letter)).rejects.toMatchObject({ code: 'failed_precondition' });
    expect(await shop.rows(accountId)).toEqual([]);
  });

  it.each(['webhook-created', 'webhook-rendered', 'webhook-sent'])(
    'is sent again with the same bytes after a crash at %s',
    async (name) => {
      const accountId = await shop.openAccount();
      armed.add(name);
      const { orderId } = await shop.shipOne(accountId);
      fiveMinutesLater();
      await eventually(() => expect(armed.has(name)).toBe(false));
      const row = await eventually(async () => {
        shop.clock.advance(1_000);
        const [newest] = await shop.rows(accountId);
        expect(newest).toMatchObject({ status: 'delivered', attempt: 1 });
        return newest;
      });
      const events = eventsOf(orderId);
      expect(events).toHaveLength(name === 'webhook-sent' ? 2 : 1);
      expect(new Set(events.map(({ body }) => body)).size).toBe(1);
      expect(events[0]?.headers['x-ship-event-id']).toBe(String(row?.eventId));
      expect(await shop.rows(accountId)).toHaveLength(1);
    },
  );
});
