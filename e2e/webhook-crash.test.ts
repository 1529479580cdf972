import { eventually } from '@parcelyard/testing/eventually';
import { type NatsServer, startNatsServer } from '@parcelyard/testing/start-nats-server';
import { startReceiver } from '@parcelyard/testing/start-receiver';
import { createRestClient } from './support/rest-client';
import { shipctl } from './support/shipctl';
import { createOrder, openShop, POLITE_PAUSE_MS, rateOrder, type Shop } from './support/shop';
import { type Stack, startStack } from './support/start-stack';
import { signatureOf } from './support/webhook-signature';

interface Payload {
  EventId: number;
  Id: number;
}

describe('after kill -9 each order has one event with one EventId [REST-W12]', () => {
  let nats: NatsServer;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let stack: Stack;
  let shop: Shop;
  let signingSecret: string;

  beforeAll(async () => {
    nats = await startNatsServer();
    receiver = await startReceiver();
    stack = await startStack({
      SPLIT: '1',
      NATS_URL: nats.url,
      EGRESS_ALLOW: receiver.host,
      WEBHOOK_FIRST_DELAY_S: '0',
      WEBHOOK_RETRY_UNIT_S: '1',
    });
    shop = await openShop(stack);
    const rest = createRestClient(stack.file().baseUrl, shop.account.accessToken);
    const { body } = await rest('POST', '/public/webhook', { url: receiver.url() });
    signingSecret = (body.result as { signingSecret: string }).signingSecret;
  });
  afterAll(async () => {
    await stack.remove();
    receiver.close();
    await nats.stop();
  });
  beforeEach(() => receiver.answers(() => 200));

  /** Sends SIGKILL. Resolves when the supervisor has replaced the process. */
  const kill = async (service: string) => {
    const { pid = 0 } = stack.file().services[service] ?? {};
    process.kill(pid, 'SIGKILL');
    await eventually(() => expect(stack.file().services[service]?.pid).not.toBe(pid));
  };
  const rated = async () => {
    const orderId = await createOrder(shop.mcp);
    return { orderId, ...(await rateOrder(shop.mcp, orderId)) };
  };
  /** Repeats the purchase until an answer says that it succeeded, as a careful caller does. */
  const buy = ({ purchase }: Awaited<ReturnType<typeof rated>>) =>
    eventually(
      async () => {
        const bought = await shop.mcp.expectData('buy_label', { ...purchase, confirm: true });
        expect(bought.purchased).toBe(true);
      },
      75_000,
      POLITE_PAUSE_MS,
    );
  const payloads = (orderId: number) =>
    receiver.received
      .map((event) => ({ event, payload: JSON.parse(event.body) as Payload }))
      .filter(({ payload }) => payload.Id === orderId);

  const expectOneEvent = async (orderId: number) => {
    const row = await eventually(
      async () => {
        const listed = await shipctl(stack.dataDir, 'webhook', 'list');
        const rows = (listed.deliveries as { order_id: number; event_id: number; status: string }[]).filter(
          ({ order_id }) => order_id === orderId,
        );
        expect(rows).toEqual([expect.objectContaining({ status: 'delivered' })]);
        return rows[0];
      },
      90_000,
      250,
    );
    const arrived = payloads(orderId);
    expect(arrived.length).toBeGreaterThan(0);
    expect(new Set(arrived.map(({ event }) => event.body)).size).toBe(1);
    for (const { event, payload } of arrived) {
      expect(payload.EventId).toBe(row?.event_id);
      expect(event.headers['x-ship-event-id']).toBe(String(row?.event_id));
      expect(event.headers['x-ship-signature']).toBe(signatureOf(event, signingSecret));
    }
  };

  it('when orders dies while the receiver handles the event', async () => {
    receiver.answers(() => 'hangs');
    const order = await rated();
    await buy(order);
    await eventually(() => expect(payloads(order.orderId)).toHaveLength(1));
    receiver.answers(() => 200);
    await kill('orders');
    await expectOneEvent(order.orderId);
    expect(payloads(order.orderId)).toHaveLength(2);
  }, 240_000);

  it('when NATS is down at the purchase, and orders dies before NATS is available', async () => {
    await nats.kill();
    const order = await rated();
    await buy(order);
    await kill('orders');
    expect(payloads(order.orderId)).toEqual([]);
    await nats.restart();
    await expectOneEvent(order.orderId);
  }, 240_000);

  it('when shipping, orders and NATS die in the middle of purchases', async () => {
    const orders = [await rated(), await rated(), await rated()];
    const bought = Promise.all(orders.map(buy));
    await Promise.all([kill('shipping'), kill('orders'), nats.kill().then(() => nats.restart())]);
    await bought;
    for (const { orderId } of orders) await expectOneEvent(orderId);
    const ids = orders.map(({ orderId }) => payloads(orderId)[0]?.payload.EventId);
    expect(new Set(ids).size).toBe(orders.length);
  }, 300_000);
});
