import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { eventually } from '@parcelyard/testing/eventually';
import { freePort } from '@parcelyard/testing/free-ports';
import { startReceiver } from '@parcelyard/testing/start-receiver';
import { createRestClient } from './support/rest-client';
import { shipctl } from './support/shipctl';
import { createOrder, openShop, rateOrder, type Shop } from './support/shop';
import { type Stack, startStack } from './support/start-stack';
import { signatureOf } from './support/webhook-signature';

interface DeliveryRow {
  delivery_id: number;
  event_id: number;
  order_id: number;
  attempt: number;
  status: string;
  response_code: number | null;
  last_error: string | null;
}

describe('the webhook with a running stack', () => {
  let stack: Stack;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let samplePort: number;
  let sample: ChildProcess | undefined;

  beforeAll(async () => {
    receiver = await startReceiver();
    samplePort = await freePort();
    stack = await startStack({
      EGRESS_ALLOW: `${receiver.host},127.0.0.1:${samplePort}`,
      WEBHOOK_FIRST_DELAY_S: '1',
      WEBHOOK_RETRY_UNIT_S: '1',
    });
  });
  afterAll(async () => {
    sample?.kill('SIGKILL');
    await stack.remove();
    receiver.close();
  });

  const rest = ({ account }: Shop) => createRestClient(stack.file().baseUrl, account.accessToken);
  const register = async (shop: Shop, url: string) => {
    const { status, body } = await rest(shop)('POST', '/public/webhook', { url });
    expect(status).toBe(200);
    return body.result as { url: string; signingSecret: string };
  };
  const buy = async ({ mcp }: Shop, orderId: number) => {
    const { purchase } = await rateOrder(mcp, orderId);
    await mcp.expectData('buy_label', { ...purchase, confirm: true });
  };
  const ship = async (shop: Shop) => {
    const orderId = await createOrder(shop.mcp);
    await buy(shop, orderId);
    return orderId;
  };
  const log = async ({ account }: Shop) => {
    const { accountId } = account;
    const listed = await shipctl(stack.dataDir, 'webhook', 'list', '--account', String(accountId));
    return listed.deliveries as DeliveryRow[];
  };
  const logged = (shop: Shop, looks: Partial<DeliveryRow>) =>
    eventually(async () => {
      const [newest] = await log(shop);
      expect(newest).toMatchObject(looks);
      return newest as DeliveryRow;
    });
  const eventsOf = (orderId: number) =>
    receiver.received.filter(({ body }) => (JSON.parse(body) as { Id: number }).Id === orderId);

  it('sends a purchase over MCP once to the URL that was registered over REST, with the order as REST has it [REST-W5] [REST-W7] [REST-W8]', async () => {
    const shop = await openShop(stack);
    const { signingSecret } = await register(shop, receiver.url('/shop'));
    const orderId = await ship(shop);
    const row = await logged(shop, {
      order_id: orderId,
      status: 'delivered',
      attempt: 1,
      response_code: 200,
    });
    const [event, ...more] = eventsOf(orderId);
    expect(more).toEqual([]);
    if (!event) throw new Error('no event');
    expect(event.headers['x-ship-signature']).toBe(signatureOf(event, signingSecret));
    expect(event.headers['x-ship-event-id']).toBe(String(row.event_id));
    expect(Math.abs(Date.now() / 1_000 - Number(event.headers['x-ship-timestamp']))).toBeLessThan(120);

    const { body } = await rest(shop)('GET', `/public/order/${orderId}`);
    const order = body.result as Record<string, unknown>;
    const told = JSON.parse(event.body) as Record<string, unknown>;
    expect(told).toMatchObject({
      EventId: row.event_id,
      EventType: 'label_printed',
      OrderStatus: 'Label Printed',
    });
    const { EventId, EventType, OrderStatus, Shipment, Items, ...fields } = told;
    for (const [name, value] of Object.entries(fields))
      expect([name, order[camel(name)]]).toEqual([name, value]);
    const shipment = order.shipment as Record<string, unknown>;
    for (const [name, value] of Object.entries(Shipment as object)) {
      expect([name, shipment[camel(name)]]).toEqual([name, value]);
    }
    expect(shipment.trackingNumber).toBeTruthy();
    const [item] = order.items as Record<string, unknown>[];
    expect(Items).toEqual([
      {
        Id: item?.id,
        ItemCode: item?.itemCode,
        UPC: item?.upc,
        Price: item?.price,
        Quantity: item?.quantity,
      },
    ]);
  });

  it('sends a void once and nothing for the next label, repeats the first event on a replay, and sends nothing after DELETE [REST-W3] [REST-W5] [REST-W9] [REST-W16]', async () => {
    const shop = await openShop(stack);
    const { signingSecret } = await register(shop, receiver.url('/rebuy'));
    const orderId = await ship(shop);
    const row = await logged(shop, { status: 'delivered' });
    await shop.mcp.expectData('cancel_shipping_label', { order_id: orderId, confirm: true });
    await eventually(() => buy(shop, orderId), 60_000, 1_500);
    const later = await ship(shop);
    await logged(shop, { order_id: later, status: 'delivered' });
    const typesOf = (events: { body: string }[]) =>
      events.map(({ body }) => (JSON.parse(body) as { EventType: string }).EventType);
    await eventually(() => expect(typesOf(eventsOf(orderId))).toEqual(['label_printed', 'label_voided']));

    const replayed = await shipctl(stack.dataDir, 'webhook', 'replay', String(row.delivery_id));
    expect(replayed).toMatchObject({
      delivery_id: row.delivery_id,
      event_id: row.event_id,
      status: 'pending',
    });
    const [first, , again] = await eventually(() => {
      expect(eventsOf(orderId)).toHaveLength(3);
      return eventsOf(orderId);
    });
    expect(again?.body).toBe(first?.body);
    if (again) expect(again.headers['x-ship-signature']).toBe(signatureOf(again, signingSecret));

    const removed = await rest(shop)('DELETE', '/public/webhook');
    expect([removed.status, removed.body]).toEqual([200, { success: true }]);
    const silent = await ship(shop);
    await expect(shipctl(stack.dataDir, 'webhook', 'replay', String(row.delivery_id))).rejects.toMatchObject({
      stdout: expect.stringContaining('No webhook URL is registered'),
    });
    expect((await register(shop, receiver.url('/rebuy'))).signingSecret).toBe(signingSecret);
    const told = await ship(shop);
    await logged(shop, { order_id: told, status: 'delivered' });
    expect(eventsOf(silent)).toEqual([]);
  });

  it('refuses a URL on this machine over REST with the field url, unless the operator allows it [REST-W4]', async () => {
    const shop = await openShop(stack);
    for (const url of ['http://127.0.0.1:1/hook', 'http://localhost/hook', 'http://[::1]/hook', '/hook']) {
      const { status, body } = await rest(shop)('POST', '/public/webhook', { url });
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { success: false, error: expect.stringMatching(/^url must /), fields: [{ field: 'url' }] },
      });
    }
    expect((await rest(shop)('GET', '/public/webhook')).body).toEqual({
      success: true,
      result: { url: null, signingSecret: null },
    });
  });

  it('works with the receiver of docs/webhooks.md, which accepts signed events, also with the old secret during a rotation, and refuses others [REST-W13]', async () => {
    const shop = await openShop(stack);
    const url = `http://127.0.0.1:${samplePort}/hook`;
    const { signingSecret } = await register(shop, url);
    const program = join(stack.dataDir, 'receiver.mjs');
    await writeFile(program, sampleOf('docs/webhooks.md'));
    let printed = '';
    sample = spawn(process.execPath, [program], {
      env: { PATH: process.env.PATH, PORT: String(samplePort), SIGNING_SECRET: signingSecret },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    sample.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    const orderId = await ship(shop);
    const row = await logged(shop, { order_id: orderId, status: 'delivered' });
    await eventually(() => expect(printed).toBe(`order ${orderId} shipped\n`));
    await shipctl(stack.dataDir, 'webhook', 'replay', String(row.delivery_id));
    await logged(shop, { order_id: orderId, status: 'delivered', attempt: 1 });
    expect(printed).toBe(`order ${orderId} shipped\n`);

    // The receiver still uses the secret from before the rotation.
    await rest(shop)('POST', '/public/webhook/rotate-secret');
    const { body: tested } = await rest(shop)('POST', '/public/webhook/test');
    expect(tested.result).toMatchObject({ status: 'delivered', responseCode: 204 });
    expect(printed).toBe(`order ${orderId} shipped\n`);

    const forged = await fetch(url, {
      method: 'POST',
      headers: {
        'x-ship-timestamp': String(Math.floor(Date.now() / 1_000)),
        'x-ship-signature': `v1=${'0'.repeat(64)}`,
      },
      body: '{"EventId":1}',
    });
    expect(forged.status).toBe(400);
  });
});

const camel = (name: string) => (name === 'UPC' ? 'upc' : `${name.charAt(0).toLowerCase()}${name.slice(1)}`);

function sampleOf(page: string): string {
  const text = readFileSync(join(resolve(__dirname, '..'), page), 'utf8');
  const [, code] = /```js\n([\s\S]*?)```/.exec(text) ?? [];
  if (code === undefined) throw new Error(`${page} has no sample.`);
  return code;
}
