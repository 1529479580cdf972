import { eventually } from '@parcelyard/testing/eventually';
import { type ReceivedEvent, startReceiver } from '@parcelyard/testing/start-receiver';
import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { MongoClient } from 'mongodb';
import Stripe from 'stripe';
import { createRestClient } from './support/rest-client';
import { createOrder, openShop, rateOrder, type Shop } from './support/shop';
import { type Stack, startStack } from './support/start-stack';
import { signatureOf } from './support/webhook-signature';

interface Row {
  deliveryId: number;
  eventId: number;
  orderId: number | null;
  status: string;
}

describe('the webhook of an integration over REST', () => {
  let stack: Stack;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let judge: Ajv2020;

  beforeAll(async () => {
    receiver = await startReceiver();
    stack = await startStack({ EGRESS_ALLOW: receiver.host, WEBHOOK_FIRST_DELAY_S: '1' });
    const { body: document } = await createRestClient(stack.file().baseUrl)('GET', '/public/openapi.json');
    judge = new Ajv2020({ strict: false });
    addFormats(judge);
    judge.addSchema(JSON.parse(JSON.stringify(document, closed)), 'document');
  });
  afterAll(async () => {
    await stack.remove();
    receiver.close();
  });
  beforeEach(() => receiver.answers(() => 200));

  const open = async (path: string) => {
    const shop = await openShop(stack);
    const rest = createRestClient(stack.file().baseUrl, shop.account.accessToken);
    const ask = async (method: string, address: string, body?: unknown) => {
      const answer = await rest(method, `/public/webhook${address}`, body);
      expect({ address, status: answer.status }).toEqual({ address, status: 200 });
      return answer.body;
    };
    const { result } = await ask('POST', '', { url: receiver.url(path) });
    const events = () => receiver.received.filter((event) => event.path === path);
    return { shop, rest, ask, events, secret: result.signingSecret as string };
  };
  const ship = async ({ mcp }: Shop) => {
    const orderId = await createOrder(mcp);
    const { purchase } = await rateOrder(mcp, orderId);
    await mcp.expectData('buy_label', { ...purchase, confirm: true });
    return orderId;
  };
  const newest = (events: () => ReceivedEvent[]) => {
    const event = events().at(-1);
    if (!event) throw new Error('no event');
    return event;
  };

  it('sends a test event at once, as documented, with a signature that another verifier accepts [REST-W14] [REST-W8]', async () => {
    const { ask, events, secret } = await open('/test');
    const { result } = await ask('POST', '/test');
    expect(result).toMatchObject({
      eventType: 'test',
      orderId: null,
      status: 'delivered',
      responseCode: 200,
    });
    expect(events()).toHaveLength(1);
    const event = newest(events);
    expect(event.headers['x-ship-event-id']).toBe(String(result.eventId));
    expect(faultsOf(event)).toBeNull();
    expect(acceptedByStripe(event, secret)).toMatchObject({
      EventId: result.eventId,
      EventType: 'test',
      Id: 0,
    });
    expect(() => acceptedByStripe({ ...event, body: `${event.body} ` }, secret)).toThrow();

    receiver.answers(() => 503);
    const { result: failed } = await ask('POST', '/test');
    expect(failed).toMatchObject({ status: 'failed', attempt: 1, responseCode: 503, nextAttemptAt: null });
    expect((await ask('GET', '/deliveries')).result).toEqual([failed, result]);
  });

  it('signs with both secrets for 24 hours after a rotation, and then only with the new one [REST-W13]', async () => {
    const { shop, ask, events, secret: old } = await open('/rotated');
    const { result } = await ask('POST', '/rotate-secret');
    const fresh = result.signingSecret as string;
    expect(fresh).toMatch(/^whsec_/);
    expect(fresh).not.toBe(old);
    const hoursLeft = (Date.parse(result.previousSecretExpiresAt) - Date.now()) / 3_600_000;
    expect(hoursLeft).toBeGreaterThan(23.9);
    expect(hoursLeft).toBeLessThanOrEqual(24);
    expect((await ask('GET', '')).result).toEqual({ url: receiver.url('/rotated'), signingSecret: fresh });

    await ask('POST', '/test');
    const both = newest(events);
    expect(both.headers['x-ship-signature']).toBe(`${signatureOf(both, fresh)},${signatureOf(both, old)}`);
    for (const secret of [fresh, old]) expect(acceptedByStripe(both, secret)).toBeTruthy();

    await aDayPasses(shop);
    await ask('POST', '/test');
    const alone = newest(events);
    expect(alone.headers['x-ship-signature']).toBe(signatureOf(alone, fresh));
    expect(acceptedByStripe(alone, fresh)).toBeTruthy();
    expect(() => acceptedByStripe(alone, old)).toThrow();
  });

  it('lists deliveries page by page, and sends one again with the same bytes [REST-W15] [REST-W9]', async () => {
    const { shop, rest, ask, events } = await open('/replayed');
    const orderId = await ship(shop);
    const row = await eventually(async () => {
      const [first] = (await ask('GET', '/deliveries')).result as Row[];
      expect(first).toMatchObject({ orderId, eventType: 'label_printed', status: 'delivered' });
      return first as Row;
    });
    expect(faultsOf(newest(events))).toBeNull();
    for (let count = 0; count < 2; count += 1) await ask('POST', '/test');

    const walked: Row[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { result, pagination } = await ask('GET', `/deliveries?pageSize=1&cursor=${cursor}`);
      walked.push(...result);
      cursor = pagination.nextCursor;
    }
    expect(walked.map((each) => each.orderId)).toEqual([null, null, orderId]);

    const { result } = await ask('POST', `/deliveries/${row.deliveryId}/replay`);
    expect(result).toMatchObject({ deliveryId: row.deliveryId, eventId: row.eventId, attempt: 0 });
    const ofOrder = () => events().filter(({ body }) => (JSON.parse(body) as { Id: number }).Id === orderId);
    await eventually(() => expect(ofOrder()).toHaveLength(2));
    expect(new Set(ofOrder().map(({ body }) => body)).size).toBe(1);

    const stranger = await open('/stranger');
    const foreign = await stranger.rest('POST', `/public/webhook/deliveries/${row.deliveryId}/replay`);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found']);
    await ask('DELETE', '');
    for (const address of ['rotate-secret', 'test', `deliveries/${row.deliveryId}/replay`]) {
      const refused = await rest('POST', `/public/webhook/${address}`);
      expect([refused.status, refused.body.code]).toEqual([409, 'wrong_state']);
    }
  });

  /**
   * Returns how a delivery differs from the published document, such as members that the document does not name; null
   * when there is no difference.
   */
  const faultsOf = ({ body }: ReceivedEvent) => {
    const validate = judge.compile({ $ref: 'document#/components/schemas/WebhookEvent' });
    validate(JSON.parse(body));
    return validate.errors ?? null;
  };

  /**
   * After a rotation, the previous secret is accepted for one more day. This function sets the stored end of that day
   * to a minute ago, because the stack's clock cannot be moved.
   */
  async function aDayPasses({ account }: Shop): Promise<void> {
    const client = await MongoClient.connect(stack.file().engines.mongo.uri);
    try {
      const webhooks = client.db('parcelyard_orders').collection('webhooks');
      const { modifiedCount } = await webhooks.updateOne(
        { accountId: account.accountId },
        { $set: { 'previousSecret.until': new Date(Date.now() - 60_000) } },
      );
      expect(modifiedCount).toBe(1);
    } finally {
      await client.close();
    }
  }
});

/**
 * Checks an event with Stripe's library. Stripe signs events in the same way, but sends the timestamp and the signature
 * in one header.
 * @throws when Stripe's library refuses
 */
function acceptedByStripe({ headers, body }: ReceivedEvent, secret: string): unknown {
  const header = `t=${headers['x-ship-timestamp']},${headers['x-ship-signature']}`;
  return new Stripe('sk_test_unused').webhooks.constructEvent(body, header, secret);
}

/** Makes the schema stricter: a member that the document does not name counts as a fault. */
const closed = (_name: string, each: { type?: string; properties?: object } | null) =>
  each?.type === 'object' && each.properties ? { ...each, additionalProperties: false } : each;
