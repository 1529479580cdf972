import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@parcelyard/testing/eventually';
import { createOrder, openShop, rateOrder, type Shop } from './support/shop';
import { type CollectedSpan, type Collector, startCollector } from './support/start-collector';
import { type Stack, startStack } from './support/start-stack';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

/** Personal data, which must be in no log and no trace. */
const PERSONAL = {
  name: 'Wilhelmina Quackenbush',
  street1: '4711 Peculiar Parade',
  email: 'wilhelmina@quackenbush.example',
  phone: '+1 212 555 0147',
};
const DESTINATION = { name: PERSONAL.name, street1: PERSONAL.street1 };

let collector: Collector;
let stack: Stack;
let shop: Shop;
beforeAll(async () => {
  collector = await startCollector();
  stack = await startStack({ SPLIT: '1', LOG_LEVEL: 'debug', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  shop = await openShop(stack);
});
afterAll(async () => {
  await stack.remove();
  await collector.stop();
});

const spanOf = (name: string): CollectedSpan => {
  const found = collector.spans.find((span) => span.traceId === TRACE && span.name === name);
  if (!found) throw new Error(`There is no span ${name} among ${collector.spans.map((span) => span.name)}.`);
  return found;
};

it('one tool call is one trace, from its caller through gateway and service to the consumer of its event', async () => {
  const response = await fetch(stack.file().mcpUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${shop.account.accessToken}`,
      traceparent: `00-${TRACE}-${CALLER}-01`,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'create_order',
        arguments: {
          ship_to: { ...DESTINATION, city: 'New York', state: 'NY', zip: '10118' },
          items: [{ name: 'Umbrella', price: 20 }],
          weight_oz: 12,
        },
      },
    }),
  });
  expect(await response.json()).toMatchObject({ result: { isError: false } });

  await eventually(() => {
    const edge = spanOf('HTTP POST');
    expect(edge).toMatchObject({
      service: 'gateway',
      parentSpanId: CALLER,
      attributes: {
        'parcelyard.tool': 'create_order',
        'parcelyard.request': expect.stringMatching(/^[0-9a-f-]{36}$/),
        'http.response.status_code': 200,
      },
    });
    const served = spanOf('Orders.CreateOrder');
    expect(served).toMatchObject({ service: 'orders', parentSpanId: edge.spanId });
    expect(spanOf('Customers.ResolveContact')).toMatchObject({
      service: 'customers-email',
      parentSpanId: served.spanId,
    });
    expect(spanOf('consume order.created')).toMatchObject({
      service: 'customers-email',
      parentSpanId: served.spanId,
    });
  });
});

it('logs contain request, account and trace, and no names, addresses or tokens, and neither do the traces', async () => {
  const { mcp, account } = shop;
  const orderId = await createOrder(mcp, DESTINATION);
  await mcp.call('create_order', { ship_to: { ...DESTINATION, zip: '' }, items: [] });
  await mcp.call('update_order_address', { order_id: 999_999_999, ship_to: DESTINATION });
  await mcp.call('create_or_update_customer', {
    email: PERSONAL.email,
    phone: PERSONAL.phone,
    first_name: PERSONAL.name,
  });
  await mcp.call('validate_address', { street1: PERSONAL.street1, zip: '10118' });
  const declined = await createOrder(mcp, { ...DESTINATION, company: 'SBX_DECLINE' });
  const { purchase } = await rateOrder(mcp, declined);
  expect((await mcp.call('buy_label', { ...purchase, confirm: true })).isError).toBe(true);

  const refused = await eventually(() => {
    const lines = stack
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    const found = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .find(({ msg, tool }) => msg === 'tool refused' && tool === 'buy_label');
    expect(found).toBeDefined();
    return found;
  });
  expect(refused).toMatchObject({
    accountId: account.accountId,
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  await eventually(() => expect(collector.sent()).toContain('Shipping.BuyLabel'));
  const secrets = [...Object.values(PERSONAL), 'Quackenbush', '555 0147', account.accessToken, account.email];
  for (const told of [stack.output().slice(stack.output().indexOf('{"level"')), collector.sent()]) {
    expect(secrets.filter((secret) => told.includes(secret))).toEqual([]);
  }
  expect(orderId).toBeGreaterThan(0);
});

it('the tour follows a purchase from its request to its ledger lines, with only its own collector', async () => {
  await collector.stop();
  const root = resolve(__dirname, '..');
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'examples/tour.mjs')], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: stack.dataDir, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  });
  const [, requestId] = /X-Request-Id: (\S+)/.exec(stdout) ?? [];
  const [, span] = /Orders\.AttachLabel {2}(\w+) {2}\(orders\)/.exec(stdout) ?? [];
  const [, purchase] = /hold:(pur_\w+)/.exec(stdout) ?? [];
  for (const told of [
    /HTTP POST \/public\/purchase-label → 200 {2}\w+ {2}\(gateway\)/,
    /consume order\.label_purchased {2}\w+ {2}\(orders\)/,
    `caused by span ${span}`,
    `requestId: ${requestId}, actor: token, action: buy_label`,
    `_id: ${purchase}, state: done`,
    'status: PrintLabel',
    new RegExp(`hold:${purchase}\\n +available −\\d+, held \\+\\d+\\n +sum 0;`),
    new RegExp(`capture:${purchase}\\n +held −\\d+, carrier_payable \\+\\d+\\n +sum 0;`),
  ])
    expect(stdout).toMatch(told);
});
