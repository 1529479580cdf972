import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedMongo, startEmbeddedMongo } from '@parcelyard/embedded-mongo/start-embedded-mongo';
import { parseStackEnvironment } from '@parcelyard/local-stack/config';
import { type RunningStack, startStack } from '@parcelyard/local-stack/start-stack';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { runShipctl } from '../src/run-shipctl';

const NO_LIMITS = { label: null, day: null, askAbove: null, spentToday: 0 };

describe('shipctl against a running stack', () => {
  let folder: string;
  let engine: EmbeddedMongo;
  let stack: RunningStack;
  let accounts = 0;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parcelyard-shipctl-'));
    engine = await startEmbeddedMongo({ dataDir: join(folder, 'engine'), fsync: false });
    const parsed = parseStackEnvironment({
      PORT: '0',
      DATA_DIR: folder,
      MONGODB_URI: engine.uri,
      LOG_LEVEL: 'silent',
    });
    stack = await startStack({ parsed, programsDir: folder, logger: silentLogger });
  });
  afterAll(async () => {
    await stack.stop();
    await engine.stop();
    rmSync(folder, { recursive: true });
  });

  const shipctl = async (...argv: string[]) => {
    const { output, exitCode } = await runShipctl(argv, { DATA_DIR: folder });
    // The test reads the printed output, as a script does.
    return { exitCode, output: JSON.parse(JSON.stringify(output)) as Record<string, unknown> };
  };
  const succeed = async (...argv: string[]) => {
    const { output, exitCode } = await shipctl(...argv);
    expect({ exitCode, error: output.error }).toEqual({ exitCode: 0 });
    return output as Record<string, unknown>;
  };
  const fail = async (...argv: string[]) => {
    const { output, exitCode } = await shipctl(...argv);
    expect(exitCode).toBe(1);
    return output.error as string;
  };
  const createAccount = (...options: string[]) => {
    accounts += 1;
    const email = `merchant${accounts}@example.com`;
    return succeed('account', 'create', '--email', email, '--password', 'correct horse battery', ...options);
  };
  const fileOf = (content: unknown) => {
    const path = join(folder, `import-${Math.random()}.json`);
    writeFileSync(path, JSON.stringify(content));
    return path;
  };
  const call = async (token: unknown, name: string, args: Record<string, unknown> = {}) => {
    const response = await fetch(stack.file.mcpUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args },
      }),
    });
    const { result } = (await response.json()) as {
      result: { structuredContent?: Record<string, unknown>; content: { text: string }[] };
    };
    if (!result.structuredContent) throw new Error(result.content[0]?.text);
    return result.structuredContent;
  };

  it('connects a store, and shows why one cannot be connected', async () => {
    const { accountId, accessToken } = await createAccount();
    const connect = ['platform', 'connect', '--account', String(accountId), '--platform'];
    expect(await succeed(...connect, 'sandbox', '--orders-per-day', '3')).toMatchObject({
      accountId,
      platform: 'sandbox',
      storeName: 'Sandbox store',
      status: 'connected',
    });
    expect(await call(accessToken, 'list_connected_platforms')).toMatchObject({
      platforms: [{ platform: 'sandbox', store_name: 'Sandbox store' }],
    });
    expect(await fail(...connect, 'shopify', '--shop', 'mugs.myshopify.com')).toBe(
      '--access-token, or --client-id with --client-secret, is required.',
    );
    expect(
      await fail(...connect, 'shopify', '--shop', 'mugs.example', '--access-token', 'shpat_x'),
    ).toContain('such as mugs.myshopify.com');
    const keys = ['--consumer-key', 'ck_x', '--consumer-secret', 'cs_x'];
    expect(await fail(...connect, 'woocommerce', '--url', 'https://127.0.0.1:1', ...keys)).toBe(
      '127.0.0.1:1 refused access: its address is not a public https address.',
    );
    expect(await fail(...connect, 'etsy')).toContain('--platform must be one of');
  });

  it('counts the reports of an account again', async () => {
    const { accountId } = await createAccount();
    const orders = fileOf([
      { recipient: { name: 'Ada', street1: '1 A St', city: 'Austin', state: 'TX', zip: '78701' } },
    ]);
    await succeed('import', 'orders', '--account', `${accountId}`, '--file', orders);
    expect(await succeed('reports', 'rebuild', '--account', `${accountId}`)).toEqual({ accountId, days: 1 });
    expect(await fail('reports', 'rebuild')).toMatch('--account is required.');
  });

  it('seals stored secrets again', async () => {
    const none = { resealed: 0, unreadable: 0 };
    expect(await succeed('secrets', 'reseal')).toEqual({
      keyRings: [
        { keyRing: 'PLATFORM_KEYS', ...none },
        { keyRing: 'WEBHOOK_KEYS', ...none },
      ],
    });
  });

  it('creates an account with its options, and its token works at once', async () => {
    const account = await createAccount(
      ...[
        '--plan',
        'growth',
        '--balance',
        '12.5',
        '--auto-recharge',
        '0.01',
        '--payment-method',
        'sandbox_declined',
      ],
      ...['--print', 'qr'],
    );
    expect(account).toEqual({
      accountId: expect.any(Number),
      email: `merchant${accounts}@example.com`,
      accessToken: expect.stringMatching(/^OAUTH2\.[\w-]{43}$/),
    });
    expect(await call(account.accessToken, 'get_balance')).toMatchObject({
      balance: 12.5,
      auto_recharge_amount: 0.01,
    });
    expect(await succeed('account', 'set', String(account.accountId))).toEqual({
      accountId: account.accountId,
      timeZone: 'America/Chicago',
      plan: 'growth',
      balance: 12.5,
      autoRecharge: 0.01,
      paymentMethod: 'sandbox_declined',
      referralCredit: 0,
      print: 'qr',
      insurance: 'off',
      limits: { token: NO_LIMITS, apps: NO_LIMITS },
    });
  });

  it('creates an account without options with an empty balance, no recharge and no orders', async () => {
    const { accountId, accessToken } = await createAccount();
    expect(await succeed('account', 'set', String(accountId))).toMatchObject({
      plan: 'trial',
      balance: 0,
      autoRecharge: 0,
      paymentMethod: 'sandbox_ok',
    });
    expect(await call(accessToken, 'list_orders', { status: 'active' })).toMatchObject({ total: 0 });
  });

  it('changes an account later, and adds money each time', async () => {
    const { accountId } = await createAccount('--plan', 'none');
    const id = String(accountId);
    await succeed('account', 'set', id, '--add-balance', '5', '--insurance', 'on', '--plan', 'pro');
    expect(
      await succeed('account', 'set', id, '--add-balance', '5', '--add-referral-credit', '3.25'),
    ).toMatchObject({ plan: 'pro', balance: 10, insurance: 'on', referralCredit: 3.25 });
  });

  it('stores a referral code later, and an unknown code changes nothing', async () => {
    const inviter = await createAccount();
    const { referral_code } = await call(inviter.accessToken, 'get_referral_info');
    const { accountId } = await createAccount();
    const set = ['account', 'set', String(accountId), '--add-balance', '5', '--referred-by'];
    expect(await fail(...set, 'nobody')).toContain('code');
    expect(await succeed(...set, String(referral_code))).toMatchObject({ balance: 5 });
    expect(await call(inviter.accessToken, 'get_referral_info')).toMatchObject({
      referrals: [{ status: 'joined' }],
    });
  });

  it('sets spending limits of both connection kinds, one at a time, and 0 is off', async () => {
    const { accountId, accessToken } = await createAccount();
    const id = String(accountId);
    await succeed('account', 'set', id, '--limit-label', '50', '--limit-day', '200.50', '--ask-above', '20');
    const set = await succeed('account', 'set', id, '--limit-label', '0');
    const limits = { label: null, day: 200.5, askAbove: 20, spentToday: 0 };
    expect(set).toMatchObject({ limits: { token: limits, apps: limits } });
    expect((await call(accessToken, 'get_balance')).spending_limits).toEqual({
      per_label: null,
      per_day: 200.5,
      ask_above: 20,
      spent_today: 0,
      left_today: 200.5,
    });
    expect(await fail('account', 'set', id, '--limit-day', 'much')).toContain('--limit-day must be dollars');
  });

  it('sets the time zone of an account, and an unknown zone changes nothing', async () => {
    const { accountId } = await createAccount();
    const id = String(accountId);
    expect(await succeed('account', 'set', id)).toMatchObject({ timeZone: 'America/Chicago' });
    expect(await succeed('account', 'set', id, '--time-zone', 'europe/berlin')).toMatchObject({
      timeZone: 'Europe/Berlin',
    });
    expect(await fail('account', 'set', id, '--time-zone', 'Mars/Olympus', '--plan', 'pro')).toContain(
      'time_zone must be an IANA time zone, such as America/Chicago; got "Mars/Olympus".',
    );
    expect(await succeed('account', 'set', id)).toMatchObject({ timeZone: 'Europe/Berlin', plan: 'trial' });
  });

  it.each([
    [['account', 'create', '--email', 'a@example.com'], '--password is required.'],
    [['account', 'create', '--mail', 'a@example.com'], "Unknown option '--mail'"],
    [
      ['account', 'create', '--email', 'b@example.com', '--password', 'long enough', '--balance', '1.005'],
      '--balance must be dollars such as 25 or 0.01; got 1.005.',
    ],
    [
      ['account', 'create', '--email', 'b@example.com', '--password', 'long enough', '--print', 'paper'],
      '--print must be one of pdf, qr; got paper.',
    ],
    [['account', 'set', 'me'], 'ID must be a whole number above 0; got me.'],
    [['account', 'set'], 'Usage: shipctl account set ID'],
    [['account', 'set', '999999', '--plan', 'pro'], 'not found'],
    [['tracking', 'advance', '999999', 'InTransit'], 'Order 999999 has no label'],
    [['import', 'orders', '--account', '999999', '--file', '/nowhere.json'], 'not found'],
    [
      ['dead-letters', 'replay', 'label_printed:1'],
      'There is no dead letter with the event id label_printed:1.',
    ],
    [['webhook', 'replay', '9'], 'Webhook delivery 9 was not found.'],
    [['webhook', 'replay', 'x'], 'DELIVERY_ID must be a whole number above 0'],
  ])('%j fails with a message', async (argv, error) => {
    expect((await fail(...argv)).toLowerCase()).toContain(error.toLowerCase());
  });

  it('refuses the same e-mail twice', async () => {
    await createAccount();
    expect(
      await fail(
        'account',
        'create',
        '--email',
        `merchant${accounts}@example.com`,
        '--password',
        'another one',
      ),
    ).toMatch(/e-?mail|exists/i);
  });

  it.each([
    ['--plan', 'gold'],
    ['--referred-by', 'nobody'],
  ])('prints id and token of a new account although %s is unknown, and fails', async (option, value) => {
    const create = ['account', 'create', '--email', `${value}@example.com`, '--password', 'long enough'];
    const { output, exitCode } = await shipctl(...create, option, value);
    expect(output).toMatchObject({
      accountId: expect.any(Number),
      accessToken: expect.any(String),
      error: expect.stringMatching(/^The account was created, but not all of its settings: /),
    });
    expect(exitCode).toBe(1);
  });

  it('says when there is no stack', async () => {
    const { output, exitCode } = await runShipctl(['ledger', 'verify'], {
      DATA_DIR: join(folder, 'nothing'),
    });
    expect(exitCode).toBe(1);
    expect(output).toEqual({
      error: `No local stack is running in ${join(folder, 'nothing')}, and BILLING_ADDRESS is not set.`,
    });
  });

  it('uses addresses of the environment before those of the local stack', async () => {
    const { exitCode, output } = await runShipctl(['ledger', 'verify'], {
      DATA_DIR: folder,
      BILLING_ADDRESS: '127.0.0.1:1',
    });
    expect(exitCode).toBe(1);
    expect(output).toMatchObject({ error: expect.stringContaining('not available') });
  });

  it('imports orders once, with exact dates, states and names', async () => {
    const { accountId, accessToken } = await createAccount();
    const file = fileOf([
      {
        external_order_id: 'old-1',
        status: 'Delivered',
        date: '2024-02-29',
        ship_to: { name: ' N/A ', street1: '1 Main St', city: 'Austin', state: 'TX', zip: '00501' },
        items: [{ name: 'Mug', quantity: 2, price: 9.99, sku: 'MUG' }],
        tax: 1.65,
        weight_oz: 12.5,
        tracking_number: '9400',
        delivered_date: '2024-03-04T10:00:00',
      },
      { externalOrderId: 'old-2', shipTo: { name: 'Ada' }, total: 10 },
    ]);
    const args = ['import', 'orders', '--account', String(accountId), '--file', file];
    const first = await succeed(...args);
    expect(first).toEqual({ created: 2, skipped: 0, ids: [expect.any(Number), expect.any(Number)] });
    expect(await succeed(...args)).toEqual({ created: 0, skipped: 2, ids: first.ids });

    const { orders } = await call(accessToken, 'list_orders', { status: 'Delivered' });
    expect(orders).toMatchObject([{ name: ' N/A ', zip: '00501', total: 21.63, tracking_number: '9400' }]);
    const [id] = first.ids as number[];
    expect(await call(accessToken, 'get_order', { order_id: id })).toMatchObject({
      date: expect.stringContaining('2024-02-29'),
      totals: { subtotal: 19.98, tax: 1.65, total: 21.63, weight_oz: 12.5 },
      ship_to: { name: 'Current Resident' },
      items: [{ sku: 'MUG', quantity: 2, price: 9.99 }],
    });
  });

  it('imports products with label and inactive flag', async () => {
    const { accountId, accessToken } = await createAccount();
    const file = fileOf({
      products: [
        { name: 'Mug', description: 'Stoneware', catalog: 'Kitchen', price: 19 },
        { name: 'Wreath', inactive: true },
        { name: 'Card', active: true },
      ],
    });
    expect(await succeed('import', 'products', '--account', String(accountId), '--file', file)).toMatchObject(
      {
        created: 3,
      },
    );
    const { products, total } = await call(accessToken, 'list_products');
    expect(total).toBe(2);
    expect(products).toMatchObject([
      { name: 'Card' },
      { name: 'Mug', catalog: 'Kitchen', description: 'Stoneware', price: 19 },
    ]);
  });

  it('imports customers, and an order can be created for one', async () => {
    const { accountId, accessToken } = await createAccount();
    const file = fileOf([
      {
        first_name: 'Ada',
        last_name: 'Lovelace',
        email: 'ada@example.com',
        address1: '350 5th Ave',
        city: 'New York',
        state: 'NY',
        zip: '10118',
      },
    ]);
    const { ids } = await succeed('import', 'customers', '--account', String(accountId), '--file', file);
    const order = await call(accessToken, 'create_order', { customer_id: (ids as number[])[0] });
    expect(order).toMatchObject({
      created: true,
      ship_to: { name: 'Ada Lovelace', email: 'ada@example.com' },
    });
  });

  it.each([
    [{ orders: 'none' }, 'must contain a list'],
    [[5], 'orders[0] must be an object.'],
    [[{ items: [{ quantity: 'two' }] }], 'orders[0].items[0].quantity must be a number; got "two".'],
    [[{ date: 'yesterday' }], 'orders[0].date must be a date such as'],
    [[{ date: '2026-02-30' }], 'orders[0].date must be a date such as'],
    [[{ status: 'Shipped' }], 'orders[0].status must be one of'],
  ])('refuses an import file with %j, with position and rule', async (content, error) => {
    const { accountId } = await createAccount();
    expect(
      await fail('import', 'orders', '--account', String(accountId), '--file', fileOf(content)),
    ).toContain(error);
  });

  it('says which orders were imported before a refusal, and where in the file the refused order is', async () => {
    const { accountId } = await createAccount();
    const orders = Array.from({ length: 504 }, (_, place) => ({ external_order_id: `shop-${place}` }));
    const file = fileOf([...orders, { status: 'Shipped' }]);
    const { output, exitCode } = await shipctl(
      'import',
      'orders',
      '--account',
      `${accountId}`,
      '--file',
      file,
    );
    expect(exitCode).toBe(1);
    expect(output).toMatchObject({ created: 500, skipped: 0 });
    expect(output.ids).toHaveLength(500);
    expect(output.error).toMatch(/^orders\[504\]\.status must be one of /);
    expect(output.error).toMatch(
      / The first 500 orders of the file were imported: remove them before you import the rest\.$/,
    );
  });

  it('refuses an import file that cannot be read', async () => {
    const { accountId } = await createAccount();
    const args = ['import', 'orders', '--account', String(accountId), '--file', '/nowhere.json'];
    expect(await fail(...args)).toContain('/nowhere.json cannot be read');
  });

  it('imports a day without a time as a day of the shop, so the reports count the order on that day', async () => {
    const { accountId, accessToken } = await createAccount('--plan', 'pro');
    const id = String(accountId);
    await succeed('account', 'set', id, '--time-zone', 'America/Los_Angeles');
    const file = fileOf([
      {
        external_order_id: 'day-1',
        status: 'Delivered',
        date: '2026-03-01',
        delivered_date: '2026-03-08',
        ship_to: { name: 'Ada', street1: '1 Main St', city: 'Austin', state: 'TX', zip: '78701' },
        tax: 1,
      },
    ]);
    const { ids } = await succeed('import', 'orders', '--account', id, '--file', file);
    const order = { order_id: (ids as number[])[0] };
    expect(await call(accessToken, 'get_order', order)).toMatchObject({ date: '2026-03-01T08:00:00' });
    expect(await call(accessToken, 'track_order', order)).toMatchObject({
      delivered_date: '2026-03-08T08:00:00',
    });
    const march = { from: '2026-03-01', to: '2026-03-31' };
    expect(await call(accessToken, 'get_tax_report', march)).toMatchObject({
      months: [{ month: '2026-03', state: 'TX', orders: 1, tax: 1 }],
    });
  });

  it('a bought label passes the verification and is advanced by tracking, and a second seed adds nothing', async () => {
    const { accountId, accessToken } = await createAccount('--plan', 'enterprise', '--balance', '50');
    const { order_id } = await call(accessToken, 'create_order', {
      ship_to: { name: 'Ada', street1: '350 5th Ave', city: 'New York', state: 'NY', zip: '10118' },
    });
    const { package_id, rates } = await call(accessToken, 'get_rates', { order_id, weight_oz: 12 });
    const [{ rate_id, method, service_level }] = rates as [Record<string, unknown>];
    await call(accessToken, 'buy_label', {
      order_id,
      rate_id,
      package_id,
      method,
      service_level,
      confirm: true,
    });
    await call(accessToken, 'mark_labels_printed', { order_ids: [order_id], confirm: true });

    expect(await succeed('tracking', 'advance', String(order_id), 'InTransit')).toMatchObject({
      orderId: order_id,
      accountId,
      status: 'InTransit',
      trackingNumber: expect.any(String),
    });
    expect(await succeed('ledger', 'verify', '--account', String(accountId))).toMatchObject({
      ok: true,
      accounts: 1,
      captures: 1,
      labels: 1,
      open_holds: 0,
      violations: [],
    });
    expect(await succeed('ledger', 'verify')).toMatchObject({ ok: true, captures: 1, labels: 1 });
    expect(await succeed('dead-letters', 'list')).toEqual({ deadLetters: [] });
    expect(await succeed('webhook', 'list')).toEqual({ deliveries: [] });
    expect(await succeed('demo', 'seed')).toEqual({
      ...stack.file.demo,
      created: { products: 0, customers: 0, orders: 0 },
    });
  });
});
