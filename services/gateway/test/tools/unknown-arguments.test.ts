import fc from 'fast-check';
import { inputSchema } from '../../src/tools/arguments/check-arguments';
import { ignoredArguments } from '../../src/tools/arguments/unknown-arguments';
import { catalogue } from '../../src/tools/catalogue';
import { newOrder } from '../../src/tools/orders/new-order';
import { callTool, startGateway, type TestGateway } from '../support/start-gateway';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
beforeEach(() => {
  gateway.calls.length = 0;
});

const SHIP_TO = { name: 'Ada Lovelace', street1: '350 5th Ave', city: 'New York', state: 'NY', zip: '10118' };

const refusal = async (tool: string, args: unknown) => {
  const { isError, text, data } = await callTool(gateway, tool, args);
  expect(isError).toBe(true);
  expect(data).toBeUndefined();
  expect(gateway.calls).toEqual([]);
  return text;
};

describe('an unknown argument of a writing tool is refused [MCP-E8]', () => {
  it.each([
    [
      'trigger_batch_purchase',
      { max_cost: 50, confirm: true },
      'max_cost is not an argument of trigger_batch_purchase; did you mean max_total? Nothing was done.',
    ],
    [
      'create_order',
      { ship_to: { ...SHIP_TO, zip: undefined, zipcode: '10118' } },
      'ship_to.zipcode is not an argument of create_order; did you mean ship_to.zip? Nothing was done.',
    ],
    [
      'bulk_create_orders',
      { orders: [{ ship_to: SHIP_TO }, { ship_to: SHIP_TO, items: [{ name: 'Mug', qty: 2 }] }] },
      'orders[1].items[0].qty is not an argument of bulk_create_orders; did you mean orders[1].items[0].quantity? Nothing was done.',
    ],
    [
      'cancel_order',
      { order_id: 1001, reason: 'changed her mind' },
      'reason is not an argument of cancel_order, which takes order_id and confirm. Nothing was done.',
    ],
    [
      'update_order_address',
      { order_id: 1001, ship_to: { ...SHIP_TO, province: 'NY' } },
      'ship_to.province is not an argument of update_order_address; ship_to takes name, company, street1, street2, city, state, zip and country. Nothing was done.',
    ],
    [
      'update_order_address',
      { order_id: 1001, street1: '350 5th Ave' },
      'street1 is not an argument of update_order_address; did you mean ship_to.street1? Nothing was done.',
    ],
    [
      'create_order',
      { ship_to: SHIP_TO, items: [{ name: 'Mug', weight_oz: 12 }] },
      'items[0].weight_oz is not an argument of create_order; did you mean weight_oz? Nothing was done.',
    ],
    [
      'create_order',
      { ship_to: { ...SHIP_TO, email: 'ada@example.com' } },
      'ship_to.email is not an argument of create_order; save it with create_or_update_customer, and give its customer_id in place of ship_to. Nothing was done.',
    ],
    [
      'bulk_create_orders',
      { orders: [{ ship_to: { ...SHIP_TO, phone: '512-555-0100' } }] },
      'orders[0].ship_to.phone is not an argument of bulk_create_orders; save it with create_or_update_customer, and give its customer_id in place of ship_to. Nothing was done.',
    ],
  ])('%s %j', async (tool, args, message) => {
    expect(await refusal(tool, args)).toBe(message);
  });

  it('before its other arguments are checked, in a preview and in a confirm', async () => {
    const sentence =
      'dry_run is not an argument of cancel_order, which takes order_id and confirm. Nothing was done.';
    expect(await refusal('cancel_order', { dry_run: true })).toBe(sentence);
    expect(await refusal('cancel_order', { order_id: 'x', dry_run: true })).toBe(sentence);
    expect(await refusal('cancel_order', { order_id: 1001, confirm: true, dry_run: true })).toBe(sentence);
  });

  it('once for all orders that have it, with at most five names', async () => {
    const order = { ship_to: { ...SHIP_TO, zipcode: '1' }, note: 'x' };
    const taken = new Intl.ListFormat('en-GB').format(Object.keys(newOrder.shape));
    expect(await refusal('bulk_create_orders', { orders: [order, order, order] })).toBe(
      `orders[0].ship_to.zipcode is not an argument of bulk_create_orders; did you mean orders[0].ship_to.zip? orders[0].note is not an argument of bulk_create_orders; orders[0] takes ${taken}. Nothing was done.`,
    );
    const made = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`x${index}`, 1]));
    expect(await refusal('cancel_order', { order_id: 1001, ...made })).toMatch(
      /^(x\d is not an argument [^.]+\. ){5}2 more arguments are also unknown\. Nothing was done\.$/,
    );
  });

  it('with a shortened name', async () => {
    const text = await refusal('cancel_order', { order_id: 1001, ['x'.repeat(900_000)]: 1 });
    expect(text.length).toBeLessThan(250);
  });

  it('unless it is null, which counts as missing', async () => {
    expect(await refusal('cancel_order', { dry_run: null })).toBe('order_id is required.');
  });

  it('also with the name "__proto__"', async () => {
    const args = JSON.parse('{"order_id": 1001, "__proto__": {"confirm": true}}') as unknown;
    expect(await refusal('cancel_order', args)).toContain('__proto__ is not an argument of cancel_order');
  });
});

const READING = catalogue.filter(({ access }) => access === 'Read-only');
const WRITING = catalogue.filter((tool) => !READING.includes(tool));

it.each(READING.map(({ name }) => name))(
  '%s only reads, and refuses no argument because of its name',
  async (tool) => {
    const { text } = await callTool(gateway, tool, { client_context: { page: 'x' } });
    expect(text).not.toContain('is not an argument');
  },
);

it('get_rates saves a weight, so it refuses unknown arguments', async () => {
  expect(await refusal('get_rates', { order_id: 1001, weight: 32 })).toBe(
    'weight is not an argument of get_rates; did you mean weight_oz or weight_lb? Nothing was done.',
  );
});

describe('a read-only tool names ignored arguments first [MCP-E8]', () => {
  let lists: TestGateway;
  beforeAll(async () => {
    lists = await startGateway({
      orders: {
        listOrders: async () => ({ orders: [], total: 0, status: 'ChooseShipping' }),
        listProducts: async () => ({ products: [], total: 0 }),
      },
    });
  });

  it.each([
    ['list_products', { search: 'mug' }, [{ name: 'search' }]],
    ['list_products', { pageSize: 5 }, [{ name: 'pageSize', did_you_mean: 'page_size' }]],
    [
      'list_products',
      { querry: 'mug', client_context: {} },
      [{ name: 'querry', did_you_mean: 'query' }, { name: 'client_context' }],
    ],
  ])('%s %j', async (tool, args, ignored) => {
    const { isError, data, text } = await callTool(lists, tool, args);
    expect(isError).toBe(false);
    expect(data?.ignored_arguments).toEqual(ignored);
    expect(Object.keys(JSON.parse(text) as object)[0]).toBe('ignored_arguments');
  });

  it('and names none when all are known or null', async () => {
    const { data } = await callTool(lists, 'list_orders', { page: 1, customer: null });
    expect(data).not.toHaveProperty('ignored_arguments');
  });

  it('up to twenty, each shortened', async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${'y'.repeat(500)}${n}`, 1]));
    const { data } = await callTool(lists, 'list_orders', many);
    const named = data?.ignored_arguments as { name: string }[];
    expect(named).toHaveLength(20);
    for (const { name } of named) expect(name.length).toBeLessThan(70);
  });
});

it.each([
  [{ before: '2026-10-01', since: '2026-09-01' }, ['to', 'from']],
  [{ start_date: '2026-10-01', end_date: '2026-10-31' }, ['from', 'to']],
])('a date range with other names, %j, suggests from and to', (args, meant) => {
  const tool = catalogue.find(({ name }) => name === 'get_tax_report') as (typeof catalogue)[number];
  expect(ignoredArguments(tool, args).map(({ did_you_mean }) => did_you_mean)).toEqual(meant);
});

it.each(WRITING)('$name refuses every unknown name, and calls no service', async (tool) => {
  const names = Object.keys(inputSchema(tool.input).properties as object);
  await fc.assert(
    fc.asyncProperty(
      fc.string({ minLength: 1, maxLength: 30 }).filter((name) => !names.includes(name)),
      fc.constantFrom<unknown>(1, 'x', true, {}, [1]),
      async (name, value) => {
        expect(await refusal(tool.name, { [name]: value, confirm: true })).toMatch(
          /is not an argument of \w+(; did you mean .+\?|, which takes .+\.) (1 more argument is also unknown\. )?(confirm is not .+ )?Nothing was done\.$/s,
        );
      },
    ),
    { numRuns: 15 },
  );
});
