import { inputSchema } from '../../src/tools/arguments/check-arguments';
import { catalogue } from '../../src/tools/catalogue';
import { callTool, post, startGateway, type TestGateway } from '../support/start-gateway';

/**
 * Every call to a service fails in this gateway, because wrong arguments must be refused before a service is called.
 */
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
beforeEach(() => {
  gateway.calls.length = 0;
});

type Arguments = Record<string, unknown>;

const SHIP_TO = { name: 'Ada Lovelace', street1: '350 5th Ave', city: 'New York', state: 'NY', zip: '10118' };

const VALID: Record<string, Arguments> = {
  list_orders: {},
  get_order: { order_id: 1001 },
  get_label: { order_id: 1001 },
  track_order: { order_id: 1001 },
  list_products: {},
  create_order: { ship_to: SHIP_TO, items: [{ name: 'Engine' }] },
  bulk_create_orders: { orders: [{ ship_to: SHIP_TO, items: [{ name: 'Engine' }] }] },
  update_order: {
    order_id: 1001,
    items: [{ name: 'Engine' }],
    add_items: [{ sku: 'A' }],
    remove_items: [{ sku: 'B' }],
    order_note: 'Fragile',
  },
  update_order_address: { order_id: 1001, ship_to: SHIP_TO },
  cancel_order: { order_id: 1001, confirm: true },
  cancel_shipping_label: { order_id: 1001, confirm: true },
  quote_shipping: { to_zip: '10118', weight_oz: 12 },
  get_rates: { order_id: 1001, weight_oz: 12 },
  buy_label: {
    order_id: 1001,
    rate_id: 'rate',
    package_id: 'package',
    method: 'USPS Ground Advantage',
    service_level: 'usps_ground_advantage',
    confirm: true,
  },
  validate_address: { street1: '350 5th Ave', zip: '10118' },
  register_carrier: { carrier: 'ups', agreement_token: 'token', confirm: true },
  mark_labels_printed: { order_ids: [1001], confirm: true },
  check_pickup_availability: { date: '2026-03-04' },
  schedule_pickup: { date: '2026-03-04', location: 'Front porch', confirm: true },
  cancel_pickup: { pickup_id: 31, confirm: true },
  list_pickups: {},
  get_pickup: { pickup_id: 31 },
  trigger_batch_purchase: { order_ids: [1001], max_total: 50, confirm: true },
  get_batch_status: { batch_id: 301 },
  list_connected_platforms: {},
  sync_platform_orders: { days: 7 },
  get_sync_status: { job_id: 401 },
  list_customers: {},
  get_customer: { customer_id: 55 },
  create_or_update_customer: { customer_id: 55 },
  list_lapsed_customers: {},
  send_customer_email: { customer_id: 55, subject: 'Hi', body: 'Hello', confirm: true },
  send_mass_marketing_email: { segment: 'all', subject: 'Hi', body: 'Hello', confirm: true },
  redeem_referral_credit: { amount: 5, confirm: true },
  get_shipping_report: { months: 6 },
  get_tax_report: { from: '2026-01-01', to: '2026-02-28' },
  get_shipping_analytics: { from: '2026-01-01', to: '2026-02-28' },
  get_balance: {},
};

/**
 * Returns a copy of the arguments with another value at a path such as `ship_to.name` or `items[0].price`. With
 * undefined, the value is removed.
 */
function changed(args: Arguments, path: string, value: unknown): Arguments {
  const copy = structuredClone(args);
  const steps = path.split(/[.[\]]+/).filter(Boolean);
  const last = steps.pop() as string;
  let inner = copy as Record<string, unknown>;
  for (const [index, step] of steps.entries()) {
    inner[step] ??= (steps[index + 1] ?? last) === '0' ? [] : {};
    inner = inner[step] as Record<string, unknown>;
  }
  if (value === undefined && !Array.isArray(inner)) delete inner[last];
  else inner[last] = value;
  return copy;
}

const refusal = async (tool: string, args: unknown) => {
  const { isError, text, data } = await callTool(gateway, tool, args);
  expect(isError).toBe(true);
  expect(data).toBeUndefined();
  expect(gateway.calls).toEqual([]);
  return text;
};

const REQUIRED: Record<string, readonly string[]> = {
  get_order: ['order_id'],
  get_label: ['order_id'],
  track_order: ['order_id'],
  create_order: [
    'ship_to.name',
    'ship_to.street1',
    'ship_to.city',
    'ship_to.state',
    'ship_to.zip',
    'items[0].name',
  ],
  bulk_create_orders: ['orders', 'orders[0].ship_to.zip', 'orders[0].items[0].name'],
  update_order: ['order_id', 'items[0].name'],
  update_order_address: ['order_id', 'ship_to.name', 'ship_to.street1', 'ship_to.zip'],
  cancel_order: ['order_id'],
  cancel_shipping_label: ['order_id'],
  quote_shipping: ['to_zip', 'weight_oz'],
  get_rates: ['order_id', 'weight_oz'],
  buy_label: ['order_id', 'rate_id', 'package_id', 'method', 'service_level'],
  validate_address: ['street1'],
  register_carrier: ['carrier'],
  check_pickup_availability: ['date'],
  schedule_pickup: ['date', 'location'],
  cancel_pickup: ['pickup_id'],
  get_pickup: ['pickup_id'],
  get_customer: ['customer_id'],
  send_customer_email: ['customer_id', 'subject', 'body'],
  send_mass_marketing_email: ['segment', 'subject', 'body'],
};
const NUMBERS = /(_id|weight_oz)$/;
const isNumber = (path: string) => NUMBERS.test(path) && !/rate_id|package_id/.test(path);

describe('an empty or meaningless value counts as missing, for models that must send every argument', () => {
  const NOWHERE = {
    name: '',
    company: '',
    street1: ' ',
    street2: '',
    city: '',
    state: '',
    zip: '',
    country: '',
  };

  it.each<[string, Arguments, Arguments]>([
    ['create_order', { customer_id: 0, ship_to: SHIP_TO }, { ship_to: SHIP_TO }],
    ['create_order', { customer_id: 7, ship_to: NOWHERE, external_order_id: '' }, { customer_id: 7 }],
    [
      'bulk_create_orders',
      { orders: [{ customer_id: 0, ship_to: SHIP_TO }] },
      { orders: [{ ship_to: SHIP_TO }] },
    ],
    ['get_batch_status', { batch_id: 0, page: 0 }, {}],
    ['get_sync_status', { job_id: 0 }, {}],
    ['mark_labels_printed', { order_ids: [1001], batch_id: 0 }, { order_ids: [1001] }],
    [
      'get_rates',
      {
        order_id: 1001,
        weight_oz: 9,
        weight_lb: 0,
        length: 0,
        width: 0,
        height: 0,
        max_amount: 0,
        carrier: '',
        deliver_by: '',
      },
      { order_id: 1001, weight_oz: 9 },
    ],
    ['get_rates', { order_id: 1001, weight_oz: 0, weight_lb: 1 }, { order_id: 1001, weight_oz: 16 }],
    [
      'quote_shipping',
      { to_zip: '10118', weight_oz: 9, length: 0, to_state: '' },
      { to_zip: '10118', weight_oz: 9 },
    ],
  ])('%s %j is %j', async (tool, args, meant) => {
    await callTool(gateway, tool, args);
    const [given] = gateway.calls.splice(0);
    await callTool(gateway, tool, meant);
    expect(given).toEqual(gateway.calls[0]);
    expect(given).toBeDefined();
  });

  it.each([
    ['get_order', { order_id: 0 }, undefined],
    ['create_order', { ship_to: SHIP_TO, weight_oz: 0 }, 'weight_oz must be greater than 0; got 0.'],
    ['get_rates', { order_id: 1001, weight_oz: 0 }, 'weight_oz must be greater than 0; got 0.'],
    [
      'update_order_address',
      { order_id: 1001, ship_to: NOWHERE },
      'ship_to.name, ship_to.street1, ship_to.city, ship_to.state and ship_to.zip are required.',
    ],
  ])('except in a required argument: %s %j', async (tool, args, sentence) => {
    const { text } = await callTool(gateway, tool, args);
    if (sentence) expect(text).toBe(sentence);
    else expect(gateway.calls).toHaveLength(1);
  });
});

describe('a missing argument is named [MCP-E5]', () => {
  const cases = Object.entries(REQUIRED).flatMap(([tool, paths]) =>
    paths.flatMap((path) => [
      { tool, path, how: 'left out', value: undefined },
      { tool, path, how: 'null', value: null },
      ...(isNumber(path) || ['order_ids', 'orders'].includes(path)
        ? []
        : [{ tool, path, how: 'empty', value: '' }]),
    ]),
  );

  it.each(cases)('$tool: $path $how', async ({ tool, path, value }) => {
    expect(await refusal(tool, changed(VALID[tool] as Arguments, path, value))).toBe(`${path} is required.`);
  });

  it('a text of spaces is missing too', async () => {
    expect(await refusal('schedule_pickup', { date: '2026-03-04', location: '  \t ' })).toBe(
      'location is required.',
    );
    expect(await refusal('create_order', { ship_to: { ...SHIP_TO, name: ' ' } })).toBe(
      'ship_to.name is required.',
    );
  });

  it.each([{}, { order_ids: null, confirm: true }, { order_ids: [1001], batch_id: 301 }])(
    'mark_labels_printed requires either order_ids or batch_id: %j',
    async (args) => {
      expect(await refusal('mark_labels_printed', args)).toBe(
        'Exactly one of order_ids or batch_id must be provided. Nothing was marked.',
      );
    },
  );

  it('null in a list is a missing element', async () => {
    expect(await refusal('mark_labels_printed', { order_ids: [1001, null] })).toBe(
      'order_ids[1] is required.',
    );
    expect(await refusal('create_order', { ship_to: SHIP_TO, items: [null] })).toBe('items[0] is required.');
  });

  it.each([
    ['buy_label', { order_id: 1001, service_level: 'x' }, 'rate_id, package_id and method are required.'],
    ['send_customer_email', {}, 'customer_id, subject and body are required.'],
    ['schedule_pickup', { date: null, location: ' ', carrier: 'ups' }, 'date and location are required.'],
    ['quote_shipping', {}, 'to_zip and weight_oz are required.'],
    [
      'create_order',
      { ship_to: {}, items: [{ quantity: 2 }] },
      'ship_to.name, ship_to.street1, ship_to.city, ship_to.state, ship_to.zip and items[0].name are required.',
    ],
  ])('%s %j: all missing arguments are named at once', async (tool, args, message) => {
    expect(await refusal(tool, args)).toBe(message);
  });

  it.each([undefined, null, {}])('arguments %j count as empty', async (args) => {
    expect(await refusal('get_order', args)).toBe('order_id is required.');
  });
});

const OBJECTS = { text: 'text', integer: 1, fraction: 1.5, boolean: true, object: {}, list: [1] };

/** Which values a published JSON type accepts. */
const ADMITTED: Record<string, readonly (keyof typeof OBJECTS)[]> = {
  string: ['text'],
  integer: ['integer'],
  number: ['integer', 'fraction'],
  boolean: ['boolean'],
  object: ['object'],
  array: ['list'],
};
const wrongFor = (type: string) =>
  Object.entries(OBJECTS).filter(([kind]) => !ADMITTED[type]?.includes(kind as keyof typeof OBJECTS));

interface PublishedSchema {
  type: string;
  properties?: Record<string, PublishedSchema>;
  items?: PublishedSchema;
}

/** Returns every argument in `tools/list`, including inner arguments such as `items[0].price`. */
function publishedArguments(schema: PublishedSchema, path = ''): { path: string; type: string }[] {
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    publishedArguments(property, path ? `${path}.${name}` : name),
  );
  const elements = schema.items ? publishedArguments(schema.items, `${path}[0]`) : [];
  return [...(path ? [{ path, type: schema.type }] : []), ...inner, ...elements];
}

describe('a wrong JSON type gets the general message, and nothing is saved [MCP-E6]', () => {
  const cases = catalogue.flatMap(({ name: tool, input }) =>
    publishedArguments(inputSchema(input) as unknown as PublishedSchema).flatMap(({ path, type }) =>
      wrongFor(type).map(([kind, value]) => ({ tool, path, kind, value })),
    ),
  );

  it.each(cases)('$tool: $path as $kind', async ({ tool, path, value }) => {
    expect(await refusal(tool, changed(VALID[tool] as Arguments, path, value))).toMatch(
      new RegExp(
        `^Something went wrong while running ${tool}\\. Nothing was saved\\. ${reasonFor(path)} \\(reference [\\w-]{36}\\)$`,
      ),
    );
  });

  const reasonFor = (path: string) =>
    `${path.replace(/[.[\]]/g, '\\$&')} (must be (an integer|a number|text|true or false|a list|an object)|has the wrong JSON type); got .+\\.`;

  it.each([
    [
      'get_order',
      { order_id: 10001.5 },
      'order_id must be an integer; got 10001.5: list_orders with query finds its order_id.',
    ],
    [
      'get_order',
      { order_id: '10001' },
      'order_id must be an integer; got "10001": if it is the order_id, send it without quotes; if it is an order number, list_orders with query finds its order_id.',
    ],
    [
      'mark_labels_printed',
      { order_ids: [1001, 1002.25] },
      'order_ids[1] must be an integer; got 1002.25: list_orders with query finds its order_id.',
    ],
    [
      'create_order',
      { customer_id: 7, items: [{ name: 'Mug', quantity: 1.5 }] },
      'items[0].quantity must be an integer; got 1.5.',
    ],
    [
      'bulk_create_orders',
      { orders: [{ customer_id: 7.5, items: [] }] },
      'orders[0].customer_id must be an integer; got 7.5: list_customers with query finds its customer_id.',
    ],
  ])('%s %j: a fraction and a text are named as such', async (tool, args, reason) => {
    expect(await refusal(tool, args)).toMatch(
      new RegExp(
        `^Something went wrong while running ${tool}\\. Nothing was saved\\. ${reason.replace(/[.[\]]/g, '\\$&')} \\(reference [\\w-]{36}\\)$`,
      ),
    );
  });

  it.each([
    ['a list', [1]],
    ['a text', 'order_id=1'],
    ['a number', 7],
  ])('arguments that are %s', async (_kind, args) => {
    expect(await refusal('get_order', args)).toContain('Something went wrong while running get_order.');
  });

  it('a number above the maximum is no integer', async () => {
    const body =
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_order","arguments":{"order_id":1e999}}}';
    expect(await (await post(gateway, body)).text()).toContain(
      'Something went wrong while running get_order.',
    );
  });
});

describe('a value that breaks its rule is refused with argument, rule and value [MCP-E7]', () => {
  const long = 'x'.repeat(101);
  it.each([
    ['get_rates', 'weight_oz', 0, 'weight_oz must be greater than 0; got 0.'],
    ['get_rates', 'weight_oz', -3.5, 'weight_oz must be greater than 0; got -3.5.'],
    ['get_rates', 'weight_oz', 100_001, 'weight_oz must be at most 100000; got 100001.'],
    ['get_rates', 'length', -1, 'length must be greater than 0; got -1.'],
    ['create_order', 'weight_oz', 0, 'weight_oz must be greater than 0; got 0.'],
    ['create_order', 'items[0].quantity', 0, 'items[0].quantity must be at least 1; got 0.'],
    ['create_order', 'items[0].quantity', -2, 'items[0].quantity must be at least 1; got -2.'],
    ['create_order', 'items[0].price', -0.01, 'items[0].price must be 0 or more; got -0.01.'],
    ['create_order', 'items[0].price', 0.005, 'items[0].price must be a whole number of cents; got 0.005.'],
    ['update_order', 'discount', 19.999, 'discount must be a whole number of cents; got 19.999.'],
    [
      'create_order',
      'ship_to.country',
      'USA',
      'ship_to.country must be a two-letter country code; got "USA".',
    ],
    [
      'create_order',
      'ship_to.name',
      long,
      `ship_to.name must be at most 100 characters; got "${'x'.repeat(59)}….`,
    ],
    [
      'create_order',
      'external_order_id',
      long,
      `external_order_id must be at most 100 characters; got "${'x'.repeat(59)}….`,
    ],
    ['buy_label', 'max_cost', -1, 'max_cost must be 0 or more; got -1.'],
    ['buy_label', 'max_charge', -0.01, 'max_charge must be 0 or more; got -0.01.'],
    ['mark_labels_printed', 'order_ids', [], 'order_ids must hold at least 1 order id; got [].'],
    ['trigger_batch_purchase', 'order_ids', [], 'order_ids must hold at least 1 order id; got [].'],
    ['trigger_batch_purchase', 'max_total', -0.01, 'max_total must be 0 or more; got -0.01.'],
    ['trigger_batch_purchase', 'max_charge', -0.01, 'max_charge must be 0 or more; got -0.01.'],
    ['trigger_batch_purchase', 'weight_oz', 0, 'weight_oz must be greater than 0; got 0.'],
    [
      'trigger_batch_purchase',
      'service_preference',
      'slowest',
      'service_preference must be one of cheapest, fastest, best_value; got "slowest".',
    ],
    [
      'check_pickup_availability',
      'date',
      'tomorrow',
      'date must be a calendar date as YYYY-MM-DD; got "tomorrow".',
    ],
    [
      'check_pickup_availability',
      'date',
      '2026-02-30',
      'date must be a calendar date as YYYY-MM-DD; got "2026-02-30".',
    ],
    [
      'check_pickup_availability',
      'date',
      '2026-3-4',
      'date must be a calendar date as YYYY-MM-DD; got "2026-3-4".',
    ],
    [
      'check_pickup_availability',
      'date',
      '2026-03-04T00:00:00Z',
      'date must be a calendar date as YYYY-MM-DD; got "2026-03-04T00:00:00Z".',
    ],
    ['check_pickup_availability', 'carrier', 'dhl', 'carrier must be one of usps, ups, fedex; got "dhl".'],
    ['redeem_referral_credit', 'amount', 1e300, 'amount must be at most 1000000; got 1e+300.'],
    ['redeem_referral_credit', 'amount', -1e300, 'amount must be greater than 0; got -1e+300.'],
    ['list_lapsed_customers', 'days', 0, 'days must be at least 1; got 0.'],
    [
      'send_mass_marketing_email',
      'segment',
      'everybody',
      'segment must be one of all, recent, lapsed; got "everybody".',
    ],
    [
      'send_customer_email',
      'subject',
      'Hi\r\nBcc: x',
      'subject must be one line without control characters; got "Hi\\r\\nBcc: x".',
    ],
    ['create_or_update_customer', 'country', 'USA', 'country must be a two-letter country code; got "USA".'],
    [
      'schedule_pickup',
      'date',
      '04/03/2026',
      'date must be a calendar date as YYYY-MM-DD; got "04/03/2026".',
    ],
    ['schedule_pickup', 'carrier', 'USPS', 'carrier must be one of usps, ups, fedex; got "USPS".'],
    [
      'schedule_pickup',
      'location',
      long,
      `location must be at most 100 characters; got "${'x'.repeat(59)}….`,
    ],
  ])('%s: %s = %j', async (tool, path, value, message) => {
    expect(await refusal(tool, changed(VALID[tool] as Arguments, path, value))).toBe(message);
  });

  it('list_orders: an unknown status lists the accepted names [MCP-O2]', async () => {
    const text = await refusal('list_orders', { status: 'choose_shipping' });
    expect(text).toMatch(
      /^status must be one of active, MissingEmail_InvoiceDraft, .*, Deleted; got "choose_shipping"\.$/,
    );
    expect(text.match(/, /g)).toHaveLength(26);
  });

  it.each([
    [{ length: 8 }, 'length'],
    [{ width: 6, height: 4 }, 'width and height'],
  ])('get_rates: sides %j are not all three', async (sides, got) => {
    expect(await refusal('get_rates', { ...VALID.get_rates, ...sides })).toBe(
      `length, width and height go together: give all three or none; got ${got}.`,
    );
  });

  it('create_order takes exactly one of customer_id and ship_to [MCP-O10] [MCP-O14]', async () => {
    const rule = 'Exactly one of customer_id or ship_to must be provided; got';
    expect(await refusal('create_order', {})).toBe(`${rule} neither.`);
    expect(await refusal('create_order', { customer_id: 5, ship_to: SHIP_TO })).toBe(`${rule} both.`);
    expect(await refusal('create_order', { customer_id: null, ship_to: null })).toBe(`${rule} neither.`);
  });

  it.each([
    ['get_order', 'order_id', 'Order'],
    ['buy_label', 'order_id', 'Order'],
    ['get_pickup', 'pickup_id', 'Pickup'],
    ['get_customer', 'customer_id', 'Customer'],
    ['send_customer_email', 'customer_id', 'Customer'],
    ['create_or_update_customer', 'customer_id', 'Customer'],
    ['create_order', 'customer_id', 'Customer'],
  ])('%s: an id that cannot exist gets the answer for an unknown one', async (tool, path, record) => {
    expect(await refusal(tool, { ...VALID[tool], [path]: 2 ** 60 })).toBe(
      `${record} 1152921504606846976 was not found in this account.`,
    );
  });

  it('a long value is shortened in the answer', async () => {
    const text = await refusal('list_orders', { status: 'y'.repeat(10_000) });
    expect(text.length).toBeLessThan(1_000);
  });
});

it('a "__proto__" from a caller stays plain data', async () => {
  const args = JSON.parse('{"__proto__": {"order_id": 1001}, "x": null}') as unknown;
  expect(await refusal('get_order', args)).toBe('order_id is required.');
});

it('a read-only tool ignores arguments that are nested too deep', async () => {
  const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_order","arguments":{"x":${'['.repeat(90)}${']'.repeat(90)}}}}`;
  expect(await (await post(gateway, deep)).json()).toMatchObject({
    result: { isError: true, content: [{ text: 'order_id is required.' }] },
  });
});
