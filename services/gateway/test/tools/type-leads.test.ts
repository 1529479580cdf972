import fc from 'fast-check';
import { inputSchema } from '../../src/tools/arguments/check-arguments';
import { type ArgumentType, leadFor } from '../../src/tools/arguments/type-leads';
import { catalogue } from '../../src/tools/catalogue';
import { callTool, startGateway, type TestGateway } from '../support/start-gateway';

const SHIP_TO = { name: 'Ada Lovelace', street1: '350 5th Ave', city: 'New York', state: 'NY', zip: '10118' };
const FINDS_ORDER = 'list_orders with query finds its order_id.';
const FINDS_CUSTOMER = 'list_customers with query finds its customer_id.';

describe('a frequent mistake of language models is answered with the right call [MCP-E6]', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });

  it.each<[tool: string, args: Record<string, unknown>, reason: string]>([
    [
      'get_order',
      { order_id: 'QG2XYS' },
      `order_id must be an integer; got "QG2XYS", which looks like an order number: ${FINDS_ORDER}`,
    ],
    [
      'track_order',
      { order_id: '#1001-B' },
      `order_id must be an integer; got "#1001-B", which looks like an order number: ${FINDS_ORDER}`,
    ],
    [
      'cancel_order',
      { order_id: '9400111202555842123456' },
      `order_id must be an integer; got "9400111202555842123456", which looks like a tracking number: ${FINDS_ORDER}`,
    ],
    [
      'get_label',
      { order_id: '1Z 999 AA1 01 2345 6784' },
      `order_id must be an integer; got "1Z 999 AA1 01 2345 6784", which looks like a tracking number: ${FINDS_ORDER}`,
    ],
    [
      'get_order',
      { order_id: 'Ada Lovelace' },
      `order_id must be an integer; got "Ada Lovelace": ${FINDS_ORDER}`,
    ],
    [
      'get_order',
      { order_id: 'ada@example.com' },
      `order_id must be an integer; got "ada@example.com", which looks like an e-mail address: ${FINDS_ORDER}`,
    ],
    ['get_order', { order_id: [1001] }, 'order_id must be an integer; got [1001]: send one, not a list.'],
    [
      'get_order',
      { order_id: { order_id: 1001 } },
      'order_id must be an integer; got {"order_id":1001}: send only its order_id.',
    ],
    [
      'mark_labels_printed',
      { order_ids: [1001, 'QG2XYS'] },
      `order_ids[1] must be an integer; got "QG2XYS", which looks like an order number: ${FINDS_ORDER}`,
    ],
    [
      'mark_labels_printed',
      { order_ids: '[1001, 1002]' },
      'order_ids must be a list; got "[1001, 1002]": it is a list written as text; send the list itself, without quotes.',
    ],
    [
      'mark_labels_printed',
      { order_ids: '1001,1002' },
      'order_ids must be a list; got "1001,1002": send a list with each value as its own element.',
    ],
    [
      'mark_labels_printed',
      { order_ids: 1001 },
      'order_ids must be a list; got 1001: send a list, even for one value.',
    ],
    [
      'get_customer',
      { customer_id: '55' },
      'customer_id must be an integer; got "55": send 55 without quotes.',
    ],
    ['get_customer', { customer_id: 'Ada' }, `customer_id must be an integer; got "Ada": ${FINDS_CUSTOMER}`],
    [
      'get_customer',
      { customer_id: 'ada@example.com' },
      `customer_id must be an integer; got "ada@example.com", which looks like an e-mail address: ${FINDS_CUSTOMER}`,
    ],
    [
      'get_pickup',
      { pickup_id: 'WTC123' },
      'pickup_id must be an integer; got "WTC123": list_pickups returns the pickup_id of each pickup.',
    ],
    [
      'get_batch_status',
      { batch_id: 'latest' },
      'batch_id must be an integer; got "latest": get_batch_status without batch_id returns the latest batch.',
    ],
    [
      'get_sync_status',
      { job_id: 'shopify' },
      'job_id must be an integer; got "shopify": get_sync_status without job_id returns the latest job of each store.',
    ],
    [
      'get_rates',
      { order_id: 1001, weight_oz: '12.5' },
      'weight_oz must be a number; got "12.5": send 12.5 without quotes.',
    ],
    [
      'get_rates',
      { order_id: 1001, weight_oz: '12 oz' },
      'weight_oz must be a number; got "12 oz": send the number alone, without quotes, unit or sign.',
    ],
    [
      'buy_label',
      {
        order_id: 1001,
        rate_id: 'r',
        package_id: 'p',
        method: 'm',
        service_level: 's',
        max_cost: '$12.00',
      },
      'max_cost must be a number; got "$12.00": send the number alone, without quotes, unit or sign.',
    ],
    [
      'cancel_order',
      { order_id: 1001, confirm: 'true' },
      'confirm must be true or false; got "true": send it without quotes.',
    ],
    [
      'cancel_order',
      { order_id: 1001, confirm: 1 },
      'confirm must be true or false; got 1: send true or false.',
    ],
    ['list_orders', { page: '2' }, 'page must be an integer; got "2": send 2 without quotes.'],
    [
      'create_order',
      { ship_to: { ...SHIP_TO, zip: 2108 } },
      'ship_to.zip must be text; got 2108: send it as text with its leading zeros, "02108".',
    ],
    [
      'quote_shipping',
      { to_zip: 10118, weight_oz: 12 },
      'to_zip must be text; got 10118: send it as text, "10118".',
    ],
    [
      'create_order',
      { ship_to: 'Ada Lovelace, 350 5th Ave, New York' },
      'ship_to must be an object; got "Ada Lovelace, 350 5th Ave, New York": give its parts separately: name, street1, city, state and zip.',
    ],
    [
      'create_order',
      { ship_to: '{"name":"Ada"}' },
      'ship_to must be an object; got "{\\"name\\":\\"Ada\\"}": it is an object written as text; send the object itself, without quotes.',
    ],
    [
      'create_order',
      { ship_to: SHIP_TO, items: { name: 'Mug' } },
      'items must be a list; got {"name":"Mug"}: send a list, even for one value.',
    ],
    [
      'create_order',
      { ship_to: SHIP_TO, items: [{ name: 'Mug', quantity: '2' }] },
      'items[0].quantity must be an integer; got "2": send 2 without quotes.',
    ],
    [
      'check_pickup_availability',
      { date: 20260304 },
      'date must be text; got 20260304: send it as text, YYYY-MM-DD.',
    ],
  ])('%s %j', async (tool, args, reason) => {
    const { isError, text } = await callTool(gateway, tool, args);
    expect(isError).toBe(true);
    expect(text.replace(/ \(reference [\w-]{36}\)$/, '')).toBe(
      `Something went wrong while running ${tool}. Nothing was saved. ${reason}`,
    );
    expect(gateway.calls).toEqual([]);
  });
});

/** Tests a property for every possible lead (the advice at the end of a refusal). */
const anyLead = (check: (lead: string) => void) => {
  const names = [
    'order_id',
    'order_ids',
    'customer_id',
    'pickup_id',
    'batch_id',
    'job_id',
    'ship_to',
    'zip',
    'days',
  ];
  const types: ArgumentType[] = ['integer', 'number', 'string', 'boolean', 'array', 'object'];
  const value = fc.oneof(
    ...[fc.anything(), fc.json(), fc.string(), fc.emailAddress(), fc.integer().map(String), fc.double()],
    fc.stringMatching(/^#?[A-Z0-9-]{2,30}$/),
  );
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.constantFrom(...types), value, (name, type, given) =>
      check(leadFor(name, type, given)),
    ),
    { numRuns: 2_000 },
  );
};

it('advice ends the sentence that it belongs to', () => {
  anyLead((lead) => expect(lead).toMatch(/^(\.|[:,] .*\.)$/s));
});

it('advice names only tools that every connection has, with existing arguments', () => {
  const seen = new Set<string>();
  anyLead((lead) => {
    for (const [tool, argument] of [...lead.matchAll(/\b((?:list|get)_\w+) (?:with|without) (\w+)/g)].map(
      ([, ...names]) => names as [string, string],
    )) {
      const found = catalogue.find(({ name }) => name === tool);
      expect(found?.offeredToApps).toBe(true);
      expect(inputSchema(found?.input as never).properties).toHaveProperty(argument);
      seen.add(tool);
    }
    for (const [tool] of lead.matchAll(/\b(?:list|get)_\w+/g)) {
      expect(catalogue.find(({ name }) => name === tool)?.offeredToApps).toBe(true);
    }
  });
  expect([...seen].sort()).toEqual(['get_batch_status', 'get_sync_status', 'list_customers', 'list_orders']);
});
