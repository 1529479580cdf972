import { eventually } from '@parcelyard/testing/eventually';
import { createMcpClient, type McpClient } from './support/mcp-client';
import { anOrderBody, createRestClient, type RestClient } from './support/rest-client';
import { shareStack } from './support/share-stack';
import { createAccount, shipctl } from './support/shipctl';
import { type SecondGateway, startSecondGateway } from './support/start-second-gateway';
import type { RunningStack } from './support/start-stack';

const PARTNER = { 'x-partner-key': 'local-partner-key' };
const PASSWORD = 'correct horse battery';

describe('rates, labels, access and repeated requests over REST', () => {
  let stack: RunningStack;
  let second: SecondGateway;
  let rest: RestClient;
  let mcp: McpClient;

  const openShop = async (...options: string[]) => {
    const settings = options.length > 0 ? options : ['--plan', 'enterprise', '--balance', '100'];
    const account = await createAccount(stack.dataDir, ...settings);
    return {
      account,
      rest: createRestClient(stack.file().baseUrl, account.accessToken),
      /** A client that sends this account's requests to the second gateway. */
      there: createRestClient(second.url, account.accessToken),
      mcp: createMcpClient(stack.file().mcpUrl, account.accessToken),
    };
  };

  beforeAll(async () => {
    stack = await shareStack();
    second = await startSecondGateway(stack, { PARTNER_KEYS: 'local-partner-key' });
    ({ rest, mcp } = await openShop());
  });
  afterAll(() => second.stop());

  const create = async (client: RestClient, changes: Record<string, unknown> = {}) =>
    (await client('POST', '/public/order', anOrderBody(changes))).body.result;

  const rated = async (client: RestClient, orderId: number) => {
    const parcel = { weightOz: 12, length: 8, width: 6, height: 4 };
    const { body } = await client('POST', '/public/shipping-info', { orderId, ...parcel });
    const { packageId, rates } = body.result;
    const [{ rateId, method, serviceLevel }] = rates;
    return { info: body.result, purchase: { orderId, rateId, packageId, method, serviceLevel } };
  };

  it('a rate request gets its own values and the cheapest rate in PascalCase [REST-R1]', async () => {
    const request = {
      FromAddress: { FirstName: 'Ada', Zip: '78701', Country: 'US' },
      ToAddress: { LastName: 'Ng', City: 'New York', State: 'NY', Zip: '10118', Country: 'US' },
      BoxInformation: { Weight: 12, Length: 8, Height: 4, Width: 6, PackageType: 'Softpack' },
      ShippingInformation: { SignatureRequired: true },
      Items: [{ ItemCode: 'ENGINE-1', Price: 20.05, Quantity: '2' }],
      Total: 45.1,
      SalesTax: 4,
      Handling: 1,
      Subtotal: 40.1,
      Shipping: 0,
      Discount: 0,
      InvoiceNumber: 'INV-7',
    };
    const { status, body } = await rest('POST', '/public/rate', request);
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      FromAddress: { FirstName: 'Ada', LastName: null, Zip: '78701', Country: 'US' },
      ToAddress: { LastName: 'Ng', City: 'New York', Zip: '10118' },
      BoxInformation: request.BoxInformation,
      ShippingInformation: {
        SaturdayDelivery: false,
        SignatureRequired: true,
        Insurance: false,
        ShippingMethod: expect.any(String),
      },
      ShipmentInformation: {
        RateId: null,
        TrackingNumber: null,
        LabelUrl: null,
        Base64Label: null,
        Base64Form: null,
      },
      Total: 45.1,
      SalesTax: 4,
      Handling: 1,
      Subtotal: 40.1,
      Shipping: 0,
      Discount: 0,
      InvoiceNumber: 'INV-7',
    });
    const signed = body.result.ShipmentInformation.ShippingCost;
    const plain = await rest('POST', '/public/rate', { ...request, ShippingInformation: undefined });
    expect(signed).toBeGreaterThan(plain.body.result.ShipmentInformation.ShippingCost);
  });

  it.each([
    ['of the total', { Total: 250, Subtotal: 999 }, 2.5],
    ['of the items, at least a dollar', { Items: [{ Price: 20.05, Quantity: '2' }] }, 1],
    ['of nothing: none', {}, 0],
  ])('a rate with insurance includes the premium: %s [REST-R1]', async (_, worth, premium) => {
    const costWith = async (Insurance: boolean) => {
      const { body } = await rest('POST', '/public/rate', {
        FromAddress: { Zip: '78701', Country: 'US' },
        ToAddress: { Zip: '10118', Country: 'US' },
        BoxInformation: { Weight: 12, Length: 8, Height: 4, Width: 6, PackageType: 'Box' },
        ShippingInformation: { Insurance },
        ...worth,
      });
      return body.result.ShipmentInformation.ShippingCost as number;
    };
    expect(Math.round((await costWith(true)) * 100)).toBe(
      Math.round((await costWith(false)) * 100) + premium * 100,
    );
  });

  it('a rate to a place without a carrier, or from an invalid ZIP, is refused [REST-R2]', async () => {
    const box = { Weight: 12, Length: 8, Height: 4, Width: 6, PackageType: 'Box' };
    const ask = (from: string, to: string) =>
      rest('POST', '/public/rate', {
        FromAddress: { Zip: from, Country: 'US' },
        ToAddress: { Zip: to, Country: 'US' },
        BoxInformation: box,
      });
    expect((await ask('78701', '00004')).status).toBe(422);
    const refused = await ask('abc', '10118');
    expect({ status: refused.status, field: refused.body.fields[0].field }).toEqual({
      status: 400,
      field: 'FromAddress.Zip',
    });
  });

  it('a quote has prices by service level, as quote_shipping does [REST-R3]', async () => {
    const { body } = await rest('POST', '/public/quote', { toZip: '10118', weightOz: 12 });
    const rows = (await mcp.expectData('quote_shipping', { to_zip: '10118', weight_oz: 12 })).rates as {
      service_level: string;
      amount: number;
    }[];
    const prices = body.result.rates.flatMap(({ prices: of }: { prices: object[] }) => of);
    expect(
      prices
        .map(({ serviceLevel, amount }: { serviceLevel: string; amount: number }) => [serviceLevel, amount])
        .sort(),
    ).toEqual(rows.map(({ service_level, amount }) => [service_level, amount]).sort());
    expect(body.result.rates.map(({ carrier }: { carrier: string }) => carrier).sort()).toEqual([
      'fedex',
      'ups',
      'usps',
    ]);
  });

  it('rates of an order can be filtered and weighed in pounds, as get_rates does [REST-R4]', async () => {
    const { id: orderId } = await create(rest);
    const info = async (changes: Record<string, unknown>) =>
      rest('POST', '/public/shipping-info', { orderId, length: 8, width: 6, height: 4, ...changes });
    const { rates: all } = (await info({ weightLb: 0.75 })).body.result;
    const prices = ({ rates }: { rates: { serviceLevel: string; amount: number }[] }) =>
      rates.map(({ serviceLevel, amount }) => [serviceLevel, amount]);
    const ounces = (await info({ weightOz: 12 })).body.result;
    expect(prices({ rates: all })).toEqual(prices(ounces));
    expect(ounces).not.toHaveProperty('leftOut');

    const [{ amount: maxAmount, carrier }] = all;
    const filters = { deliverBy: '2099-01-01', maxAmount, carrier: carrier.toUpperCase() };
    const { rates, leftOut } = (await info({ weightOz: 12, ...filters })).body.result;
    expect(rates.length).toBeGreaterThan(0);
    expect(leftOut).toBe(all.length - rates.length);
    expect(rates.every((rate: { amount: number }) => rate.amount <= maxAmount)).toBe(true);
    const late = (await info({ weightOz: 12, deliverBy: '2000-01-01' })).body.result;
    expect([late.rates, late.leftOut]).toEqual([[], all.length]);

    const refusals: [Record<string, unknown>, string][] = [
      [{}, 'weightOz is required.'],
      [{ weightOz: 12, weightLb: 1 }, 'weightLb must be left out when weightOz is given.'],
      [{ weightOz: 12, deliverBy: '2026-02-30' }, 'deliverBy must be a calendar date as YYYY-MM-DD.'],
      [{ weightOz: 12, maxAmount: 1.005 }, 'maxAmount must be a whole number of cents.'],
    ];
    for (const [changes, error] of refusals) {
      expect(await info(changes)).toMatchObject({ status: 400, body: { code: 'invalid_input', error } });
    }
  });

  it('a label is bought once, and the order has it over both interfaces [REST-R4] [REST-O11]', async () => {
    const order = await create(rest);
    const { info, purchase } = await rated(rest, order.id);
    expect(info).toMatchObject({ orderId: order.id, addressCheck: { status: 'plausible' }, errors: [] });
    const balance = async () => (await mcp.expectData('get_balance')).balance as number;
    const before = await balance();
    const bought = await rest('POST', '/public/purchase-label', purchase);
    expect(bought.status).toBe(200);
    const label = bought.body.result;
    const again = await rest('POST', '/public/purchase-label', purchase);
    const { trackingNumber, totalCharge } = label;
    expect(again.body.result).toMatchObject({ trackingNumber, totalCharge });
    expect(await balance()).toBeCloseTo(before - label.totalCharge, 5);
    const shown = (await rest('GET', `/public/order/${order.id}`)).body.result;
    expect(shown).toMatchObject({
      orderStatus: 'Label Printed',
      shipment: {
        shippingMethod: purchase.method,
        shippingCost: label.totalCharge,
        trackingNumber: label.trackingNumber,
        trackingURL: label.trackingUrl,
        shippingLabelURL: label.labelUrl,
        shipDate: expect.any(String),
      },
    });
    expect((await fetch(label.labelUrl)).status).toBe(200);
    expect(await mcp.expectData('get_label', { order_id: order.id })).toMatchObject({
      tracking_number: label.trackingNumber,
      label_url: label.labelUrl,
    });
    const listed = await rest('GET', '/public/orders?status=Label%20Printed');
    expect(listed.body.result).toEqual([shown]);
    const edited = await rest('PUT', `/public/order/${order.id}`, { city: 'Austin' });
    expect({ status: edited.status, error: edited.body.error }).toEqual({
      status: 409,
      error: `Order ${order.id} has a label and cannot be changed. Delete the order, or void its label first with POST /public/order/{id}/void-label.`,
    });
  });

  it('a rate cannot be bought after the weight was edited: 409, and nothing is charged [REST-R8]', async () => {
    const { id } = await create(rest);
    const { purchase } = await rated(rest, id);
    await rest('PUT', `/public/order/${id}`, { weight: 400 });
    const { status, body } = await rest('POST', '/public/purchase-label', purchase);
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'rate_outdated' });
    expect((await rest('POST', '/public/purchase-label', (await rated(rest, id)).purchase)).status).toBe(200);
  });

  it('goods above 2,500 dollars can go abroad only with the number of their export filing [MCP-S18]', async () => {
    const shop = await openShop();
    const engine = { itemCode: 'ENGINE-1', quantity: 1, price: 3000, hsCode: '8412.80', originCountry: 'us' };
    const france = { city: 'Lyon', state: 'AR', zip: '69002', country: 'FR' };
    const order = await create(shop.rest, { ...france, items: [engine] });
    expect(order.items).toMatchObject([{ hsCode: '841280', originCountry: 'US' }]);
    const { info, purchase } = await rated(shop.rest, order.id);
    expect(info.warnings).toEqual([expect.stringContaining('itn')]);
    const buy = (changes: object) => shop.rest('POST', '/public/purchase-label', { ...purchase, ...changes });
    const refused = await buy({});
    expect({ status: refused.status, error: refused.body.error }).toEqual({
      status: 409,
      error: expect.stringMatching(/\$3000\.00.*15 CFR 30\.37\(a\).*Nothing was charged\.$/),
    });
    expect((await buy({ itn: 'X1' })).status).toBe(400);
    const bought = await buy({ itn: 'X20261122123456' });
    expect(bought.status).toBe(200);
    expect((await fetch(bought.body.result.formUrl)).headers.get('content-type')).toBe('application/pdf');
  });

  it('a shipped order cannot be deleted, and the refusal has its reason [REST-O10]', async () => {
    const order = await create(rest);
    await rest('POST', '/public/purchase-label', (await rated(rest, order.id)).purchase);
    await shipctl(stack.dataDir, 'tracking', 'advance', String(order.id), 'InTransit');
    const { status, body } = await rest('DELETE', `/public/order/${order.id}`);
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { success: false, error: expect.stringContaining('shipped') },
    });
  });

  it("a purchase without money gets 402, and one that the carrier declines 422 with the carrier's message [REST-E8] [REST-L7]", async () => {
    const poor = await openShop('--plan', 'enterprise');
    await shipctl(
      stack.dataDir,
      'account',
      'set',
      String(poor.account.accountId),
      '--payment-method',
      'sandbox_declined',
    );
    const order = await create(poor.rest);
    const { purchase } = await rated(poor.rest, order.id);
    const key = { 'idempotency-key': 'buy' };
    const unpaid = await poor.rest('POST', '/public/purchase-label', purchase, key);
    expect({ status: unpaid.status, success: unpaid.body.success }).toEqual({ status: 402, success: false });
    // The account has money now, so the same request with the same key buys the label.
    await shipctl(stack.dataDir, 'account', 'set', String(poor.account.accountId), '--add-balance', '50');
    const paid = await poor.there('POST', '/public/purchase-label', purchase, key);
    expect({ status: paid.status, success: paid.body.success }).toEqual({ status: 200, success: true });
    const declined = await create(rest, { externalOrderId: 'SBX_DECLINE' });
    const { status, body } = await rest(
      'POST',
      '/public/purchase-label',
      (await rated(rest, declined.id)).purchase,
    );
    expect({ status, body }).toEqual({
      status: 422,
      body: {
        success: false,
        code: 'carrier_refused',
        error: 'Carrier declined: address is outside the service area (SBX-1001)',
      },
    });
  });

  it('a token is created with e-mail and password, and is the same while it is valid [REST-A3]', async () => {
    const { account } = await openShop();
    const open = createRestClient(stack.file().baseUrl);
    for (const _time of [1, 2]) {
      const { status, body } = await open('POST', '/public/token', {
        email: account.email,
        password: PASSWORD,
      });
      expect({ status, result: body.result }).toEqual({
        status: 200,
        result: { accessToken: account.accessToken, expiresAt: expect.stringMatching(/Z$/) },
      });
    }
    const wrong = await open('POST', '/public/token', { email: account.email, password: 'wrong' });
    expect({ status: wrong.status, challenge: wrong.headers.get('www-authenticate') }).toEqual({
      status: 401,
      challenge: expect.stringMatching(/^Bearer /),
    });
  });

  it('a refreshed token ends the old one at once on both interfaces [REST-A4]', async () => {
    const shop = await openShop();
    const { status, body } = await shop.rest('POST', '/public/token/refresh');
    expect(status).toBe(200);
    const { accessToken } = body.result;
    expect(accessToken).not.toBe(shop.account.accessToken);
    expect((await shop.rest('GET', '/public/customers')).status).toBe(401);
    expect((await shop.there('GET', '/public/customers')).status).toBe(401);
    expect((await shop.mcp.send('tools/list')).status).toBe(401);
    expect((await createRestClient(second.url, accessToken)('GET', '/public/customers')).status).toBe(200);
    expect((await createMcpClient(stack.file().mcpUrl, accessToken).send('tools/list')).status).toBe(200);
  });

  it('a partner creates an account that works at once, and one account for each e-mail [REST-A5]', async () => {
    const open = createRestClient(stack.file().baseUrl);
    const body = { email: 'partner@x.co', password: PASSWORD, firstName: 'Pat', company: 'Parcels' };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => open('POST', '/public/account', body, PARTNER)),
    );
    const [made, ...more] = answers.filter(({ status }) => status === 201);
    expect({ more, refused: answers.filter(({ status }) => status === 409).length }).toEqual({
      more: [],
      refused: 3,
    });
    expect(made?.body.result).toMatchObject({
      email: 'partner@x.co',
      firstName: 'Pat',
      lastName: '',
      company: 'Parcels',
    });
    const rests = createRestClient(stack.file().baseUrl, made?.body.result.accessToken);
    const order = await create(rests);
    expect((await rated(rests, order.id)).info.rates.length).toBeGreaterThan(0);
    expect((await rests('GET', '/public/customers')).body.result).toHaveLength(1);
  });

  it('many accounts are created with a result for each [REST-A6]', async () => {
    const open = createRestClient(stack.file().baseUrl);
    const { status, body } = await open(
      'POST',
      '/public/accounts',
      [
        { email: 'm1@x.co', password: PASSWORD },
        { email: 'm1@x.co', password: PASSWORD },
        { email: 'm2' },
        7,
      ],
      PARTNER,
    );
    expect(status).toBe(200);
    expect(body.result).toMatchObject([
      { success: true, result: { email: 'm1@x.co', accessToken: expect.any(String) } },
      { success: false, fields: [{ field: 'accounts[1].email' }] },
      { success: false, fields: [{ field: 'accounts[2].email' }, { field: 'accounts[2].password' }] },
      { success: false, fields: [{ field: 'accounts[3]' }] },
    ]);
    const many = Array.from({ length: 51 }, () => ({}));
    expect((await open('POST', '/public/accounts', many, PARTNER)).status).toBe(400);
  });

  it('a repeated write gets the first answer from either gateway, also a refusal [REST-L2]', async () => {
    const shop = await openShop();
    const body = anOrderBody();
    const key = { 'idempotency-key': 'once' };
    const first = await shop.rest('POST', '/public/order', body, key);
    const again = await shop.there('POST', '/public/order', body, key);
    expect({ status: again.status, body: again.body }).toEqual({ status: 201, body: first.body });
    expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    const refusal = { 'idempotency-key': 'refused' };
    const refused = await shop.rest('POST', '/public/order', body, refusal);
    await shop.rest('DELETE', `/public/order/${first.body.result.id}`);
    const still = await shop.there('POST', '/public/order', body, refusal);
    expect({ status: still.status, body: still.body }).toEqual({ status: 409, body: refused.body });
  });

  it('a key is refused for another body or route, and free after invalid input [REST-L3]', async () => {
    const shop = await openShop();
    const key = { 'idempotency-key': 'mine' };
    expect((await shop.rest('POST', '/public/customer', { email: 'x' }, key)).status).toBe(400);
    const made = await shop.rest('POST', '/public/customer', { email: 'x@x.co' }, key);
    expect(made.status).toBe(201);
    for (const [path, body] of [
      ['/public/customer', { email: 'y@x.co' }],
      ['/public/customer', {}],
      ['/public/order', { email: 'x@x.co' }],
    ] as const) {
      const { status, body: told } = await shop.there('POST', path, body, key);
      expect({ status, error: told.error }).toEqual({
        status: 409,
        error: 'This Idempotency-Key was used for another request. Send a new key.',
      });
    }
    expect((await shop.rest('GET', '/public/customers')).body.pagination.totalCustomers).toBe(1);
    // A key counts only within its account, so another account may use the same key for its own request.
    const other = await openShop();
    expect((await other.rest('POST', '/public/customer', { email: 'y@x.co' }, key)).status).toBe(201);
    const bad = await shop.rest(
      'POST',
      '/public/customer',
      { email: 'z@x.co' },
      { 'idempotency-key': 'x'.repeat(256) },
    );
    expect({ status: bad.status, field: bad.body.fields[0].field }).toEqual({
      status: 400,
      field: 'Idempotency-Key',
    });
  });

  it('thirty requests at once with one key, over two gateways, are executed once [REST-L4]', async () => {
    const shop = await openShop();
    const order = await create(shop.rest);
    const { purchase } = await rated(shop.rest, order.id);
    const key = { 'idempotency-key': 'buy' };
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        (index % 2 ? shop.there : shop.rest)('POST', '/public/purchase-label', purchase, key),
      ),
    );
    const bodies = new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`));
    expect(bodies.size).toBe(1);
    expect(answers[0]?.body.result.totalCharge).toBeGreaterThan(0);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
  });

  it('a partner repeats an account with its key, and a refreshed token is returned again to its new holder [REST-L6]', async () => {
    const open = createRestClient(stack.file().baseUrl);
    const body = { email: 'again@x.co', password: PASSWORD };
    const key = { ...PARTNER, 'idempotency-key': 'again' };
    const first = await open('POST', '/public/account', body, key);
    const again = await createRestClient(second.url)('POST', '/public/account', body, key);
    expect({ status: again.status, body: again.body }).toEqual({ status: 201, body: first.body });
    const refresh = { 'idempotency-key': 'refresh' };
    const token = createRestClient(stack.file().baseUrl, first.body.result.accessToken);
    const renewed = await token('POST', '/public/token/refresh', undefined, refresh);
    expect((await token('POST', '/public/token/refresh', undefined, refresh)).status).toBe(401);
    const now = createRestClient(stack.file().baseUrl, renewed.body.result.accessToken);
    expect((await now('POST', '/public/token/refresh', undefined, refresh)).body).toEqual(renewed.body);
  });

  it('600 requests a minute are answered over both gateways together, and MCP is counted separately [REST-L1] [REST-L8]', async () => {
    const minute = () => Math.floor(Date.now() / 60_000);
    // A rate window is a UTC minute, and all requests must be in the same window. So the test starts while at least 18
    // seconds of the minute are left, and starts again when the minute has ended.
    const { shop, answers } = await eventually(async () => {
      expect(Date.now() % 60_000).toBeLessThan(42_000);
      const begun = minute();
      const asking = await openShop();
      const answered: Awaited<ReturnType<RestClient>>[] = [];
      for (let round = 0; round < 31; round += 1) {
        const requests = Array.from({ length: 20 }, (_, index) =>
          (index % 2 ? asking.there : asking.rest)('GET', '/public/webhook'),
        );
        answered.push(...(await Promise.all(requests)));
      }
      expect(minute()).toBe(begun);
      return { shop: asking, answers: answered };
    }, 180_000);
    const statuses = answers.map(({ status }) => status);
    const left: number[] = [];
    for (const { status, headers } of answers) {
      const [, r, t] = /^"default";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? [];
      if (status === 200) left.push(Number(r));
      else expect({ r, retryAfter: headers.get('retry-after') }).toEqual({ r: '0', retryAfter: t });
    }
    expect(left.sort((a, b) => b - a)).toEqual(Array.from({ length: 600 }, (_, index) => 599 - index));
    expect(statuses.filter((status) => status === 200)).toHaveLength(600);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    expect((await shop.mcp.send('tools/list')).status).toBe(200);
  });
});
