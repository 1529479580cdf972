import { anOrder } from '../../support/contracts';
import { rest } from '../../support/rest';
import { PARTNER_KEY, startGateway, type TestGateway } from '../../support/start-gateway';

const ORDER = {
  invoiceNumber: 'INV-1',
  firstName: 'Ada',
  lastName: 'Lovelace',
  address1: '350 5th Ave',
  city: 'New York',
  state: 'NY',
  zip: '10118',
  country: 'US',
  items: [{ itemCode: 'ENGINE-1', quantity: 1 }],
};

const RATE = {
  FromAddress: { Zip: '78701', Country: 'US' },
  ToAddress: { Zip: '10118', Country: 'US' },
  BoxInformation: { Weight: 12, Length: 8, Height: 4, Width: 6, PackageType: 'Box' },
};

const x = (length: number) => 'x'.repeat(length);

/** Returns a copy of the body with the value at the path. */
function withAt(body: object, path: string, value: unknown): unknown {
  const copy = structuredClone(body) as Record<string, unknown>;
  const parts = path.split(/[.[\]]+/).filter((part) => part !== '');
  const last = parts.pop() as string;
  let place = copy;
  for (const part of parts) place = place[part] as Record<string, unknown>;
  if (value === undefined) delete place[last];
  else place[last] = value;
  return copy;
}

describe('every field of a request at the edge of its rule', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway({
      orders: {
        createOrder: async () => ({ created: true, order: anOrder() }),
        bulkCreateOrders: async ({ orders }) => ({
          created: orders.length,
          skipped: 0,
          results: orders.map(() => ({ created: true, order: anOrder() })),
        }),
        updateOrder: async () => ({ order: anOrder() }),
        getOrder: async () => anOrder(),
      },
      shipping: { quoteShipping: async () => ({ rates: [], errors: [] }) },
    });
  });
  beforeEach(() => {
    gateway.calls.length = 0;
  });

  const expectRefused = async (path: string, body: unknown, field: string, rule: string, headers = {}) => {
    const answer = await rest(gateway, 'POST', path, body, headers);
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toContainEqual({ field, message: `${field} ${rule}` });
    expect(gateway.calls).toEqual([]);
  };

  it.each([
    ['invoiceNumber', 255],
    ['firstName', 50],
    ['lastName', 50],
    ['email', 100],
    ['phone', 10],
    ['address1', 50],
    ['address2', 50],
    ['address3', 50],
    ['city', 50],
    ['orderNote', 50],
    ['externalOrderId', 100],
    ['items[0].itemCode', 100],
    ['items[0].upc', 50],
  ])(
    "an order with %s of %i characters is accepted, and one more character is refused with the field's name [REST-O1]",
    async (field, most) => {
      const send = (length: number) =>
        rest(gateway, 'POST', '/public/order', withAt(ORDER, field, x(length)));
      expect((await send(most)).status).toBe(201);
      gateway.calls.length = 0;
      const longer = withAt(ORDER, field, x(most + 1));
      await expectRefused('/public/order', longer, field, `must be at most ${most} characters.`);
      const inBatch = [ORDER, longer];
      await expectRefused(
        '/public/orders',
        inBatch,
        `orders[1].${field}`,
        `must be at most ${most} characters.`,
      );
    },
  );

  it.each([
    ['state', 'N', 'must be a two-letter code.'],
    ['state', 'NYC', 'must be at most 2 characters.'],
    ['state', '12', 'must be a two-letter code.'],
    ['country', 'USA', 'must be at most 2 characters.'],
    ['country', 'U', 'must be a two-letter code.'],
    ['zip', '1011', 'must be a five-digit ZIP.'],
    ['zip', '101180', 'must be at most 5 characters.'],
    ['zip', '1011a', 'must be a five-digit ZIP.'],
    ['zip', 10118, 'must be a string.'],
    ['total', -0.01, 'must be 0 or more.'],
    ['total', '5.00', 'must be a number.'],
    ['salesTax', 10_000_000.01, 'must be at most 10000000.'],
    ['weight', 0, 'must be greater than 0.'],
    ['customerId', 0, 'must be at least 1.'],
    ['customerId', 1.5, 'must be a whole number.'],
    ['items', [], 'must hold at least one item.'],
    ['items', {}, 'must be an array.'],
    ['items[0].quantity', 0, 'must be at least 1.'],
    ['items[0].quantity', 1.5, 'must be a whole number.'],
    ['items[0].quantity', '1', 'must be a number.'],
    ['items[0].price', -1, 'must be 0 or more.'],
    ['orderDate', '2026-02-30', 'must be a date as YYYY-MM-DD or a time as YYYY-MM-DDThh:mm:ssZ.'],
    ['orderDate', 'yesterday', 'must be a date as YYYY-MM-DD or a time as YYYY-MM-DDThh:mm:ssZ.'],
  ])("an order with %s %j is refused with the field's name [REST-O1]", (field, value, rule) =>
    expectRefused('/public/order', withAt(ORDER, field, value), field, rule),
  );

  it.each(['invoiceNumber', 'firstName', 'lastName', 'address1', 'city', 'items[0].itemCode', 'zip'])(
    'an order whose %s has only characters that are not saved is refused as without it [REST-O2]',
    async (field) => {
      for (const value of ['\0', ' \u202e ', '\n'])
        await expectRefused('/public/order', withAt(ORDER, field, value), field, 'is required.');
    },
  );

  it('lengths are counted in code points, as JSON Schema does: most emoji are one character [REST-O1]', async () => {
    const named = (count: number) => withAt(ORDER, 'firstName', '📦'.repeat(count));
    expect((await rest(gateway, 'POST', '/public/order', named(50))).status).toBe(201);
    gateway.calls.length = 0;
    await expectRefused('/public/order', named(51), 'firstName', 'must be at most 50 characters.');
  });

  it.each([
    [2 ** 60, 'customerId must be at most 9007199254740991.'],
    [-(2 ** 60), 'customerId must be at least 1.'],
  ])('a customerId of %d, too large for a double, is one problem [REST-O1]', async (customerId, message) => {
    const { body } = await rest(gateway, 'POST', '/public/order', { ...ORDER, customerId });
    expect(body.fields).toEqual([{ field: 'customerId', message }]);
  });

  it.each([
    ...['invoiceNumber', 'firstName', 'lastName', 'address1', 'city', 'state', 'zip', 'country', 'items'],
    ...['items[0].itemCode', 'items[0].quantity'],
  ])("an order without %s, or with null there, is refused with the field's name [REST-O2]", async (field) => {
    for (const value of [undefined, null]) {
      await expectRefused('/public/order', withAt(ORDER, field, value), field, 'is required.');
    }
    if (!/items$|quantity/.test(field)) {
      await expectRefused('/public/order', withAt(ORDER, field, '  '), field, 'is required.');
    }
  });

  it('an order needs only the fields that are marked as required [REST-O2]', async () => {
    expect((await rest(gateway, 'POST', '/public/order', ORDER)).status).toBe(201);
  });

  it('an edit has the same rules, and an empty edit changes nothing [REST-O9]', async () => {
    const long = await rest(gateway, 'PUT', '/public/order/1001', { firstName: x(51), zip: 'abc' });
    expect(long.body.fields.map(({ field }: { field: string }) => field)).toEqual(['firstName', 'zip']);
    expect((await rest(gateway, 'PUT', '/public/order/1001', {})).status).toBe(200);
    expect(gateway.calls.map(({ method }) => method)).toEqual(['getOrder']);
  });

  it('a batch of 100 is accepted, and a batch of 0 or 101 is refused [REST-O7]', async () => {
    const of = (count: number) => Array.from({ length: count }, () => ORDER);
    expect((await rest(gateway, 'POST', '/public/orders', of(100))).status).toBe(201);
    gateway.calls.length = 0;
    await expectRefused('/public/orders', of(101), 'orders', 'must hold at most 100 orders.');
    await expectRefused('/public/orders', [], 'orders', 'must hold at least one order.');
    await expectRefused('/public/orders', { orders: of(1) }, 'orders', 'must be an array.');
  });

  it.each([
    ['FromAddress', undefined, 'is required.'],
    ['ToAddress', undefined, 'is required.'],
    ['BoxInformation', undefined, 'is required.'],
    ['FromAddress.Zip', undefined, 'is required.'],
    ['ToAddress.Zip', '', 'is required.'],
    ['ToAddress.Country', undefined, 'is required.'],
    ['FromAddress.Country', 'USA', 'must be a two-letter country code.'],
    ['FromAddress.Country', 'DE', 'must be US, because labels are sold only for parcels from the US.'],
    ['FromAddress.Zip', 'SW1A 1AA', 'must be a US ZIP of five digits; got "SW1A 1AA".'],
    ['ToAddress.Zip', '1011', 'must be a US ZIP of five digits; got "1011".'],
    ['BoxInformation.Weight', undefined, 'is required.'],
    ['BoxInformation.Length', 0, 'must be greater than 0.'],
    ['BoxInformation.Height', '4', 'must be a number.'],
    ['BoxInformation.Width', undefined, 'is required.'],
    ['BoxInformation.PackageType', undefined, 'is required.'],
    ['BoxInformation.PackageType', 'box', 'must be Box or Softpack.'],
    ['ShippingInformation', { SaturdayDelivery: 'yes' }, ''],
  ])("a rate request with %s %j is refused with the field's name [REST-R2]", async (field, value, rule) => {
    if (rule !== '') return expectRefused('/public/rate', withAt(RATE, field, value), field, rule);
    const name = 'ShippingInformation.SaturdayDelivery';
    return expectRefused('/public/rate', withAt(RATE, field, value), name, 'must be true or false.');
  });

  it.each(['Box', 'Softpack'])('a rate request with a %s is accepted [REST-R2]', async (type) => {
    const { status } = await rest(
      gateway,
      'POST',
      '/public/rate',
      withAt(RATE, 'BoxInformation.PackageType', type),
    );
    // The package type is accepted. The status is 422 because no carrier has a rate in this test.
    expect(status).toBe(422);
  });

  it.each([
    [{ length: 3 }, 'length', 'must be given together with width and height: give all three or none.'],
    [{ weightOz: 0 }, 'weightOz', 'must be greater than 0.'],
    [{ toCountry: 'USA' }, 'toCountry', 'must be a two-letter country code.'],
    [{ toZip: ' ' }, 'toZip', 'is required.'],
  ])("a quote with %j is refused with the field's name [REST-R3]", (changes, field, rule) =>
    expectRefused('/public/quote', { toZip: '10118', weightOz: 12, ...changes }, field, rule),
  );

  it.each([
    [{}, 'email', 'is required.'],
    [{ email: 'ada' }, 'email', 'must be an e-mail address such as name@example.com.'],
    [{ email: 'ada@example.com', password: '1234567' }, 'password', 'must have 8 to 200 characters.'],
    [{ email: 'ada@example.com', password: x(201) }, 'password', 'must have 8 to 200 characters.'],
    [
      { email: 'ada@example.com', password: x(8), firstName: x(101) },
      'firstName',
      'must be at most 100 characters.',
    ],
  ])("an account with %j is refused with the field's name [REST-A5]", (body, field, rule) =>
    expectRefused('/public/account', body, field, rule, { 'x-partner-key': PARTNER_KEY }),
  );

  it.each([10.999, 0.001, 19.9949])('an amount of %d is not a whole number of cents', async (total) => {
    await expectRefused('/public/order', { ...ORDER, total }, 'total', 'must be a whole number of cents.');
  });

  it('an amount that is too large for any number of cents is refused as too large', async () => {
    await expectRefused('/public/order', { ...ORDER, total: 1e308 }, 'total', 'must be at most 10000000.');
  });

  it('an amount with a rounding error of a program is rounded to its cents', async () => {
    expect((await rest(gateway, 'POST', '/public/order', { ...ORDER, total: 0.1 + 0.2 })).status).toBe(201);
    expect(gateway.calls[0]?.request).toMatchObject({ order: { amounts: { totalCents: 30 } } });
  });

  it('null in an edit empties an optional field, and is refused in a required one', async () => {
    const edit = (body: object) => rest(gateway, 'PUT', '/public/order/7', body);
    expect((await edit({ orderNote: null, phone: null })).status).toBe(200);
    expect(gateway.calls[0]?.request).toMatchObject({ note: '', shipTo: { phone: '' } });
    gateway.calls.length = 0;
    const { status, body } = await edit({ orderNote: null, zip: null, weight: null });
    expect([status, body.fields]).toEqual([
      400,
      ['zip', 'weight'].map((field) => ({
        field,
        message: `${field} must not be null; leave it out to keep its value.`,
      })),
    ]);
    expect(gateway.calls).toEqual([]);
  });

  it('page numbers are clamped, and other texts are refused [REST-C1]', async () => {
    const pages: unknown[] = [];
    const listing = await startGateway({
      customers: {
        listCustomers: async ({ page }) => {
          pages.push(page);
          return { customers: [], total: 0 };
        },
      },
    });
    const huge = `?page=3&pageSize=${'9'.repeat(400)}`;
    for (const query of ['', '?page=0&pageSize=0', huge, '?page=-2&pageSize=100']) {
      expect((await rest(listing, 'GET', `/public/customers${query}`)).status).toBe(200);
    }
    expect(pages).toEqual([
      { page: 1, pageSize: 25 },
      { page: 1, pageSize: 1 },
      { page: 3, pageSize: 100 },
      { page: 1, pageSize: 100 },
    ]);
    for (const query of ['?page=one', '?pageSize=2.5']) {
      expect((await rest(listing, 'GET', `/public/customers${query}`)).status).toBe(400);
    }
  });
});
