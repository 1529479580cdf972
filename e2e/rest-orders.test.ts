import { eventually } from '@parcelyard/testing/eventually';
import { createMcpClient, type McpClient } from './support/mcp-client';
import { anOrderBody, createRestClient, type RestClient } from './support/rest-client';
import { shareStack } from './support/share-stack';
import { createAccount } from './support/shipctl';
import type { RunningStack } from './support/start-stack';

const ABSENT = 999_999_999;

const A_TIME = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);

describe('customers and orders over REST', () => {
  let stack: RunningStack;
  let rest: RestClient;
  let mcp: McpClient;
  let other: RestClient;

  const openShop = async () => {
    const { accessToken } = await createAccount(stack.dataDir, '--plan', 'enterprise', '--balance', '100');
    return {
      rest: createRestClient(stack.file().baseUrl, accessToken),
      mcp: createMcpClient(stack.file().mcpUrl, accessToken),
    };
  };

  beforeAll(async () => {
    stack = await shareStack();
    ({ rest, mcp } = await openShop());
    other = (await openShop()).rest;
  });

  const create = async (changes: Record<string, unknown> = {}) =>
    (await rest('POST', '/public/order', anOrderBody(changes))).body.result;

  it('a customer is created with only an e-mail and is listed by it [REST-C2] [REST-C3]', async () => {
    const { status, body } = await rest('POST', '/public/customer', { email: 'ada@engine.example' });
    expect(status).toBe(201);
    expect(body.result).toEqual({
      id: expect.any(Number),
      firstName: '',
      lastName: '',
      company: '',
      email: 'ada@engine.example',
      phone: '',
      address1: '',
      address2: '',
      address3: '',
      city: '',
      state: '',
      zip: '',
      country: 'US',
    });
    await rest('POST', '/public/customer', { email: 'ada@engine.example.org' });
    const found = await rest('GET', '/public/customers?email=Ada@engine.example');
    expect(found.body).toEqual({
      success: true,
      result: [body.result],
      pagination: { currentPage: 1, pageSize: 25, totalCustomers: 1, totalPages: 1 },
    });
  });

  it('customers are listed in pages [REST-C1]', async () => {
    const shop = await openShop();
    for (let index = 0; index < 5; index += 1) {
      await shop.rest('POST', '/public/customer', { email: `c${index}@x.co`, firstName: `C${index}` });
    }
    const page = await shop.rest('GET', '/public/customers?page=2&pageSize=2');
    expect(page.body.result.map(({ firstName }: { firstName: string }) => firstName)).toEqual(['C2', 'C3']);
    expect(page.body.pagination).toEqual({ currentPage: 2, pageSize: 2, totalCustomers: 5, totalPages: 3 });
  });

  it('fifty posts of one e-mail create one customer, and 49 answers have its id [REST-C4]', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        rest('POST', '/public/customer', {
          email: index % 2 ? 'one@x.co' : ' ONE@x.co',
          company: `${index}`,
        }),
      ),
    );
    const [made, ...more] = answers.filter(({ status }) => status === 201);
    expect(more).toEqual([]);
    const told = answers.filter(({ status }) => status === 409).map(({ body }) => body);
    expect(told).toEqual(
      Array.from({ length: 49 }, () => ({
        success: false,
        code: 'customer_exists',
        error: 'Customer Exists',
        customerId: made?.body.result.id,
      })),
    );
    const { body } = await rest('GET', '/public/customers?email=one@x.co');
    expect(body.result).toEqual([made?.body.result]);
  });

  it('PUT changes given fields, empties empty ones, and never changes the e-mail [REST-C5] [REST-C6]', async () => {
    const made = await rest('POST', '/public/customer', {
      email: 'put@x.co',
      company: 'Engines',
      phone: '1',
    });
    const { id } = made.body.result;
    const changed = await rest('PUT', `/public/customer/${id}`, {
      city: 'Austin',
      phone: '',
      email: 'PUT@x.co',
    });
    expect(changed.body.result).toEqual({ ...made.body.result, city: 'Austin', phone: '' });
    for (const email of ['other@x.co', '']) {
      const refused = await rest('PUT', `/public/customer/${id}`, { email, city: 'Boston' });
      expect({ status: refused.status, body: refused.body }).toEqual({
        status: 400,
        body: { success: false, code: 'invalid_input', error: 'Email Change Not Supported' },
      });
    }
    expect((await rest('GET', '/public/customers?email=put@x.co')).body.result).toEqual([
      changed.body.result,
    ]);
  });

  it('an order has every field of the specification, with the exact amounts of the request [REST-O3]', async () => {
    const body = anOrderBody({
      email: 'mary@x.co',
      phone: '5125550142',
      address2: 'Apt 4',
      orderNote: 'Ring twice',
      total: 99.99,
      salesTax: 0.1,
      handling: 0.2,
      subtotal: 70.07,
      shipping: 19.99,
      discount: 1.15,
      weight: 12.5,
      items: [{ itemCode: 'ENGINE-1', upc: '012345678905', quantity: 3, price: 0.1 }],
    });
    const made = await rest('POST', '/public/order', body);
    expect(made.status).toBe(201);
    const { items, ...fields } = body;
    expect(made.body.result).toEqual({
      ...fields,
      id: expect.any(Number),
      customerId: expect.any(Number),
      orderNumber: expect.any(String),
      orderStatus: 'Ready to ship',
      voidPending: false,
      address3: '',
      externalOrderId: null,
      externalOrderNumber: null,
      storeNotice: null,
      storeFulfillment: null,
      length: null,
      width: null,
      height: null,
      dateTime: A_TIME,
      updatedAt: A_TIME,
      shipment: {
        shipDate: null,
        shippingMethod: null,
        shippingCost: null,
        trackingNumber: null,
        trackingURL: null,
        shippingLabelURL: null,
      },
      items: [{ ...(items as object[])[0], id: expect.any(Number), totalPrice: 0.3 }],
    });
    expect((await rest('GET', `/public/order/${made.body.result.id}`)).body.result).toEqual(made.body.result);
  });

  it('missing amounts are computed from the others', async () => {
    const { subtotal, total } = await create({ salesTax: 1.1, shipping: 2.2, discount: 0.3 });
    expect({ subtotal, total }).toEqual({ subtotal: 40.1, total: 43.1 });
  });

  it('fifty posts of one invoiceNumber create one order [REST-O4]', async () => {
    const body = anOrderBody();
    const answers = await Promise.all(Array.from({ length: 50 }, () => rest('POST', '/public/order', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(49).fill(409)]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.fields[0].field).toBe('invoiceNumber');
    const { body: listed } = await rest('GET', `/public/orders?invoiceNumber=${body.invoiceNumber}`);
    expect(listed.pagination.totalOrders).toBe(1);
    // Other accounts have their own numbers.
    expect((await other('POST', '/public/order', body)).status).toBe(201);
  });

  it('an order is assigned to the customer of its exact e-mail, who does not change [REST-O5]', async () => {
    const customer = (await rest('POST', '/public/customer', { email: 'bob@x.co', firstName: 'Robert' })).body
      .result;
    const first = await create({ email: 'BOB@x.co', firstName: 'Bob' });
    expect(first.customerId).toBe(customer.id);
    expect((await rest('GET', '/public/customers?email=bob@x.co')).body.result).toEqual([customer]);
    const second = await create({ email: 'new@x.co' });
    const made = (await rest('GET', '/public/customers?email=new@x.co')).body.result;
    expect(made).toMatchObject([{ id: second.customerId, firstName: 'Ada', address1: '350 5th Ave' }]);
    // Orders without an e-mail belong to the same contact when their name, street and ZIP are equal.
    const street = { address1: '1 Contact Way' };
    expect((await create(street)).customerId).toBe((await create(street)).customerId);
  });

  it("an order is assigned by customerId with any e-mail, and another account's customerId gets 404 and saves nothing [REST-O6]", async () => {
    const customer = (await rest('POST', '/public/customer', { email: 'told@x.co' })).body.result;
    const order = await create({ customerId: customer.id, email: 'bob2@x.co' });
    expect(order).toMatchObject({ customerId: customer.id, email: 'bob2@x.co', firstName: 'Ada' });
    expect((await rest('GET', '/public/customers?email=bob2@x.co')).body.result).toEqual([]);
    const foreign = (await other('POST', '/public/customer', { email: 'foreign@x.co' })).body.result.id;
    for (const customerId of [foreign, ABSENT]) {
      const body = anOrderBody({ customerId, email: 'nobody@x.co' });
      const { status } = await rest('POST', '/public/order', body);
      expect(status).toBe(404);
      const batch = await rest('POST', '/public/orders', [anOrderBody(), body]);
      expect({ status: batch.status, field: batch.body.fields[0].field }).toEqual({
        status: 404,
        field: 'orders[1].customerId',
      });
      const listed = await rest('GET', `/public/orders?invoiceNumber=${body.invoiceNumber}`);
      expect(listed.body.result).toEqual([]);
    }
  });

  it('an order that is given to another customer is counted and found with that customer [REST-O8] [REST-O9]', async () => {
    const add = async (email: string) => (await rest('POST', '/public/customer', { email })).body.result.id;
    const [giver, taker] = [await add('giver@x.co'), await add('taker@x.co')];
    const { id } = await create({ customerId: giver, email: '' });
    const countOf = async (customerId: number) =>
      (await mcp.expectData('get_customer', { customer_id: customerId })).order_count;
    const found = async (email: string) =>
      (await rest('GET', `/public/orders?email=${email}`)).body.result.map(
        (order: { id: number }) => order.id,
      );
    await eventually(async () => expect(await countOf(giver)).toBe(1));
    expect(await found('giver@x.co')).toEqual([id]);
    const { body } = await rest('PUT', `/public/order/${id}`, { customerId: taker });
    expect(body.result).toMatchObject({ customerId: taker, email: 'taker@x.co' });
    expect([await found('giver@x.co'), await found('taker@x.co')]).toEqual([[], [id]]);
    await eventually(async () => expect([await countOf(giver), await countOf(taker)]).toEqual([0, 1]));
  });

  it('a batch with problems saves nothing and names each problem by index [REST-O7]', async () => {
    const good = anOrderBody();
    const bad = { ...anOrderBody(), zip: '1', items: [{ quantity: 1 }] };
    const refused = await rest('POST', '/public/orders', [good, bad]);
    expect(refused.status).toBe(400);
    expect(refused.body.fields.map(({ field }: { field: string }) => field)).toEqual([
      'orders[1].zip',
      'orders[1].items[0].itemCode',
    ]);
    const taken = await rest('POST', '/public/orders', [good, anOrderBody(), good]);
    expect({ status: taken.status, field: taken.body.fields[0].field }).toEqual({
      status: 409,
      field: 'orders[2].invoiceNumber',
    });
    const numbered = `/public/orders?invoiceNumber=${good.invoiceNumber}`;
    expect((await rest('GET', numbered)).body.result).toEqual([]);
    const made = await rest('POST', '/public/orders', [good, anOrderBody()]);
    expect({ status: made.status, count: made.body.result.length }).toEqual({ status: 201, count: 2 });
    expect((await rest('GET', numbered)).body.result).toEqual([made.body.result[0]]);
  });

  it('orders are listed by status, date, e-mail and number, newest first [REST-O8]', async () => {
    const shop = await openShop();
    const days = ['2026-01-01', '2026-01-02T23:59:59Z', '2026-01-03', '2026-01-04T00:00:00-07:00'];
    const ids: number[] = [];
    for (const orderDate of days) {
      const email = orderDate.includes('T') ? 'late@x.co' : 'early@x.co';
      const made = await shop.rest('POST', '/public/order', anOrderBody({ orderDate, email }));
      ids.push(made.body.result.id);
    }
    await shop.rest('DELETE', `/public/order/${ids[0]}`);
    const list = async (query: string) => {
      const { body } = await shop.rest('GET', `/public/orders?${query}`);
      return { ids: body.result.map(({ id }: { id: number }) => id), total: body.pagination.totalOrders };
    };
    const [first, second, third, fourth] = ids;
    expect(await list('')).toEqual({ ids: [fourth, third, second, first], total: 4 });
    expect(await list('page=2&pageSize=3')).toEqual({ ids: [first], total: 4 });
    expect(await list('status=active&pageSize=1')).toEqual({ ids: [fourth], total: 3 });
    for (const status of ['Ready to ship', 'ready TO ship', 'ChooseShipping']) {
      expect(await list(`status=${encodeURIComponent(status)}`)).toEqual({
        ids: [fourth, third, second],
        total: 3,
      });
    }
    expect(await list('status=Canceled')).toEqual({ ids: [first], total: 1 });
    expect(await list('from=2026-01-02&to=2026-01-03')).toEqual({ ids: [third, second], total: 2 });
    expect(await list('to=2026-01-02T23:59:59Z')).toEqual({ ids: [first], total: 1 });
    expect(await list('email=LATE@x.co&from=2026-01-03')).toEqual({ ids: [fourth], total: 1 });
    expect(await list('invoiceNumber=nobody')).toEqual({ ids: [], total: 0 });
    const refused = await shop.rest('GET', '/public/orders?status=Lost');
    expect({ status: refused.status, field: refused.body.fields[0].field }).toEqual({
      status: 400,
      field: 'status',
    });
  });

  it('PUT changes only the given fields, for each field [REST-O9]', async () => {
    let order = await create({ email: 'edit@x.co', total: 50, discount: 1 });
    const changes: Record<string, unknown>[] = [
      ...[{ invoiceNumber: `E-${order.id}` }, { firstName: 'Grace' }, { lastName: 'Hopper' }],
      ...[{ email: 'grace@x.co' }, { phone: '5125550142' }, { address1: '1 Main St' }, { address2: 'B' }],
      ...[{ city: 'Austin' }, { state: 'TX' }, { zip: '78701' }, { country: 'CA' }, { total: 51.5 }],
      ...[{ salesTax: 1.01 }, { handling: 2.02 }, { subtotal: 40 }, { shipping: 3.03 }, { weight: 8 }],
      ...[{ discount: 0 }, { orderNote: 'Fragile' }, { address2: '' }, { orderNote: '' }],
    ];
    for (const change of changes) {
      const { status, body } = await rest('PUT', `/public/order/${order.id}`, { ...change, unknown: 1 });
      expect({ status, result: body.result }).toEqual({
        status: 200,
        result: { ...order, ...change, updatedAt: A_TIME },
      });
      order = body.result;
    }
    const items = [{ itemCode: 'NEW', quantity: 1, price: 9.99 }];
    const replaced = await rest('PUT', `/public/order/${order.id}`, { items });
    expect(replaced.body.result).toEqual({
      ...order,
      updatedAt: A_TIME,
      items: [{ ...items[0], upc: '', id: expect.any(Number), totalPrice: 9.99 }],
    });
    const taken = await create();
    const refused = await rest('PUT', `/public/order/${order.id}`, {
      invoiceNumber: taken.invoiceNumber,
      city: 'X',
    });
    expect(refused.status).toBe(409);
    expect((await rest('GET', `/public/order/${order.id}`)).body).toEqual(replaced.body);
  });

  it('DELETE cancels, releases the invoice number, and can be repeated [REST-O10]', async () => {
    const order = await create();
    for (const _time of [1, 2]) {
      const { status, body } = await rest('DELETE', `/public/order/${order.id}`);
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { success: true, result: { id: order.id, orderStatus: 'Canceled', labelVoided: false } },
      });
    }
    const edited = await rest('PUT', `/public/order/${order.id}`, { city: 'Austin' });
    expect({ status: edited.status, error: edited.body.error }).toEqual({
      status: 409,
      error: `Order ${order.id} is canceled and cannot be changed.`,
    });
    expect((await create({ invoiceNumber: order.invoiceNumber })).id).not.toBe(order.id);
  });

  it('an externalOrderId of an active order returns that order with 200 [REST-O12]', async () => {
    const body = anOrderBody({ externalOrderId: 'shop-1', orderDate: '2026-02-03T04:05:06Z' });
    const made = await rest('POST', '/public/order', body);
    expect({ status: made.status, dateTime: made.body.result.dateTime }).toEqual({
      status: 201,
      dateTime: '2026-02-03T04:05:06Z',
    });
    const again = await rest('POST', '/public/order', body);
    expect({ status: again.status, body: again.body }).toEqual({
      status: 200,
      body: { ...made.body, created: false },
    });
  });

  it('an order is the same over both interfaces, whichever created it [REST-O13]', async () => {
    const mine = await create({ email: 'both@x.co', total: 60, salesTax: 4.25, shipping: 5, weight: 9 });
    expect(await mcp.expectData('get_order', { order_id: mine.id })).toMatchObject({
      order_number: mine.orderNumber,
      ship_to: { name: 'Ada Lovelace', street1: '350 5th Ave', zip: '10118', email: 'both@x.co' },
      totals: { subtotal: 40.1, shipping: 5, tax: 4.25, total: 60, weight_oz: 9 },
      items: [{ sku: 'ENGINE-1', quantity: 2, price: 20.05 }],
    });
    const theirs = await mcp.expectData('create_order', {
      ship_to: { name: 'Bea Ng', street1: '1 Main St', city: 'Austin', state: 'TX', zip: '78701' },
      items: [{ name: 'Mug', sku: 'MUG', price: 3.5, quantity: 2 }],
    });
    expect((await rest('GET', `/public/order/${theirs.order_id}`)).body.result).toMatchObject({
      firstName: 'Bea',
      lastName: 'Ng',
      zip: '78701',
      total: 7,
      invoiceNumber: '',
      items: [{ itemCode: 'MUG', quantity: 2, price: 3.5, totalPrice: 7 }],
    });
    // The search looks in the names and descriptions of products. None of them contains this code.
    expect(await mcp.expectData('list_products', { query: 'ENGINE-1' })).toMatchObject({ total: 0 });
  });

  it('ids of another account get byte for byte the answer for unknown ones, and nothing changes [REST-E6]', async () => {
    const order = await create();
    const customer = (await rest('POST', '/public/customer', { email: 'mine@x.co' })).body.result;
    const requests: [string, (id: number | string) => string, unknown?][] = [
      ['GET', (id) => `/public/order/${id}`],
      ['PUT', (id) => `/public/order/${id}`, { city: 'Austin' }],
      ['PUT', (id) => `/public/order/${id}`, {}],
      ['DELETE', (id) => `/public/order/${id}`],
      ['GET', (id) => `/public/order/${id}/tracking`],
      ['POST', (id) => `/public/order/${id}/void-label`],
      ['GET', (id) => `/public/customer/${id}`],
      ['PUT', (id) => `/public/customer/${id}`, { city: 'Austin' }],
      ['PUT', (id) => `/public/customer/${id}`, { state: 'Texas' }],
    ];
    for (const [method, path, body] of requests) {
      const foreign = path(0).includes('customer') ? customer.id : order.id;
      const told = await Promise.all(
        [foreign, ABSENT, '0', '99999999999999999999', 'abc'].map(async (id) => {
          const answer = await other(method, path(id), body);
          return `${answer.status} ${JSON.stringify(answer.body).replace(String(id), 'ID')}`;
        }),
      );
      expect(new Set(told.slice(0, 3)).size).toBe(1);
      expect(told.every((each) => each.startsWith('404 {"success":false,"code":"not_found","error":'))).toBe(
        true,
      );
    }
    for (const path of ['/public/shipping-info', '/public/purchase-label']) {
      const bought = { rateId: 'r', packageId: 'p', method: 'm', serviceLevel: 's', weightOz: 5 };
      const told = await Promise.all(
        [order.id, ABSENT].map(async (orderId) => {
          const answer = await other('POST', path, { orderId, ...bought });
          return `${answer.status} ${JSON.stringify(answer.body).replace(String(orderId), 'ID')}`;
        }),
      );
      expect(told[0]).toBe(told[1]);
    }
    expect((await rest('GET', `/public/order/${order.id}`)).body.result).toEqual(order);
  });
});
