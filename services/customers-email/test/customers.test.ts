import type { Address } from '@parcelyard/contracts/common';
import type { Customer } from '@parcelyard/contracts/customers';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { unseenIn, withUnseen } from '@parcelyard/testing/unseen-text';
import { type WatchedQueries, watchQueries } from '@parcelyard/testing/watch-queries';
import { aCustomer } from './support/a-customer';
import { startCustomersEmail } from './support/start-customers-email';

const anAddress = (given: Partial<Address> = {}): Address => ({
  name: 'Ada King Lovelace',
  firstName: '',
  lastName: '',
  company: 'Engines',
  street1: '12 Analytical Way',
  street2: 'Flat 2',
  street3: '',
  city: 'Austin',
  state: 'TX',
  zip: '78701',
  country: '',
  phone: '512-555-0100',
  email: 'ada@engine.org',
  ...given,
});

describe('the address book', () => {
  let database: TestDatabase;
  let watched: WatchedQueries;
  let service: Awaited<ReturnType<typeof startCustomersEmail>>;
  let account = 0;

  beforeAll(async () => {
    database = await startTestDatabase();
    watched = await watchQueries(database);
    service = await startCustomersEmail(watched.mongo, 'smtp://127.0.0.1:1');
  });
  beforeEach(() => {
    account += 1;
  });
  afterAll(async () => {
    await service.stop();
    await watched.close();
    await database.close();
  });

  const resolve = (given: Partial<Address> = {}) =>
    service.customers.resolveContact({ accountId: account, address: anAddress(given) });
  const take = (...customers: Partial<Customer>[]) =>
    service.customers.importCustomers({ accountId: account, customers: customers.map(aCustomer) });
  it('stores no invisible characters, whatever the source of a record is [MCP-O25]', async () => {
    const given = {
      firstName: 'Ada',
      lastName: 'King',
      company: 'Engines',
      address1: '12 Way',
      zip: '78701',
    };
    const { ids } = await take({ ...withUnseen({ ...given, email: 'ada@engine.org' }), phone: '1' });
    expect(await get(ids[0] as number)).toMatchObject({ ...given, email: 'ada@engine.org' });
    const { customer } = await resolve(withUnseen(anAddress()));
    expect(customer).toMatchObject({
      firstName: 'Ada',
      lastName: 'King Lovelace',
      address1: '12 Analytical Way',
    });
    expect((await resolve()).customer?.customerId).toBe(customer?.customerId);
    await service.customers.saveCustomer({
      accountId: account,
      customerId: customer?.customerId,
      ...withUnseen({ company: 'Looms', address2: 'Flat 3' }),
    });
    const bidi = { accountId: account, email: 'eve\u202e@engine.org', ...withUnseen({ firstName: 'Eve' }) };
    expect((await service.customers.saveCustomer(bidi)).customer).toMatchObject({
      firstName: 'Eve',
      email: 'eve@engine.org',
    });
    const bell = { accountId: account, email: 'eve\u0007@engine.org' };
    await expect(service.customers.saveCustomer(bell)).rejects.toMatchObject({ field: 'email' });
    expect(
      unseenIn(await database.db.collection('customers').find({ accountId: account }).toArray()),
    ).toEqual([]);
  });

  const get = (customerId: number) => service.customers.getCustomer({ accountId: account, customerId });

  it('divides the name of a new contact at the first space', async () => {
    const { customer, created } = await resolve();
    expect(created).toBe(true);
    expect(customer).toEqual({
      accountId: account,
      customerId: customer?.customerId,
      firstName: 'Ada',
      lastName: 'King Lovelace',
      company: 'Engines',
      email: 'ada@engine.org',
      phone: '512-555-0100',
      address1: '12 Analytical Way',
      address2: 'Flat 2',
      address3: '',
      city: 'Austin',
      state: 'TX',
      zip: '78701',
      country: 'US',
      subscribed: true,
      createdAt: service.clock.now(),
    });
    expect(await get(customer?.customerId ?? 0)).toEqual(customer);
  });

  it('finds the same contact by the same name, street in any case and ZIP, and does not change it', async () => {
    const first = await resolve();
    const second = await resolve({
      street1: ' 12  ANALYTICAL way ',
      city: 'Elsewhere',
      email: 'new@x.org',
      phone: '1',
    });
    expect(second).toEqual({ customer: first.customer, created: false });
  });

  it.each([
    ['name', { name: 'Ada Lovelace' }],
    ['street', { street1: '13 Analytical Way' }],
    ['ZIP', { zip: '78702' }],
  ])('adds another contact for another %s, also with the same e-mail', async (_what, change) => {
    const first = await resolve();
    const second = await resolve(change);
    expect(second.created).toBe(true);
    expect(second.customer?.customerId).not.toBe(first.customer?.customerId);
    expect(second.customer?.email).toBe('ada@engine.org');
    expect(await resolve(change)).toEqual({ customer: second.customer, created: false });
  });

  it('creates one record when fifty requests resolve one new contact at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => resolve()));
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(answers.map(({ customer }) => customer?.customerId)).size).toBe(1);
  });

  it('may have one e-mail in fifty different contacts that are added at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => resolve({ name: `Ada ${index}` })),
    );
    expect(answers.every(({ created }) => created)).toBe(true);
    expect(new Set(answers.map(({ customer }) => customer?.customerId)).size).toBe(50);
  });

  it("refuses another account's customer with the same message as an unknown one", async () => {
    const { customer } = await resolve();
    for (const customerId of [customer?.customerId ?? 0, 999_999]) {
      await expect(
        service.customers.getCustomer({ accountId: account + 1_000, customerId }),
      ).rejects.toMatchObject({
        code: 'not_found',
        reason: 'customer_not_found',
        params: { customerId },
      });
    }
  });

  it('returns many records of several accounts in one call, each only for its own account', async () => {
    const [one, two] = [await resolve(), await resolve({ name: 'Grace Hopper' })];
    const other = account + 1_000;
    const [a, b] = [one.customer?.customerId ?? 0, two.customer?.customerId ?? 0];
    const refs = [
      { accountId: account, customerId: b },
      { accountId: other, customerId: a },
      { accountId: account, customerId: a },
      { accountId: account, customerId: 999_999 },
    ];
    const { customers } = await service.customers.getCustomers({ customers: refs });
    expect([...customers].sort((x, y) => x.customerId - y.customerId)).toEqual([one.customer, two.customer]);
    expect(await service.customers.getCustomers({ customers: refs.slice(1, 2) })).toEqual({ customers: [] });
    const tooMany = Array.from({ length: 501 }, () => ({ accountId: account, customerId: a }));
    await expect(service.customers.getCustomers({ customers: tooMany })).rejects.toMatchObject({
      code: 'invalid_argument',
      reason: 'too_many_named',
      params: { max: 500, got: 501 },
    });
  });

  it('an import skips known e-mails, and known contacts without an e-mail, and can be repeated', async () => {
    const known = await resolve();
    const place = {
      firstName: 'Ada',
      lastName: 'King Lovelace',
      address1: '12 ANALYTICAL Way',
      zip: '78701',
    };
    const customers = [
      { email: 'ADA@engine.org' },
      { ...place },
      { ...place, email: 'ada.home@engine.org' },
      { email: 'grace@navy.mil', firstName: 'Grace' },
      { email: ' Grace@Navy.mil ' },
      {},
      {},
    ];
    const first = await take(...customers);
    expect(first).toMatchObject({ created: 4, skipped: 3 });
    const [ada, adaAgain, home, grace, graceAgain] = first.ids;
    expect([ada, adaAgain]).toEqual([known.customer?.customerId, known.customer?.customerId]);
    expect(graceAgain).toBe(grace);
    expect((await get(home ?? 0)).email).toBe('ada.home@engine.org');
    const second = await take(...customers.slice(0, 5));
    expect(second).toEqual({ created: 0, skipped: 5, ids: first.ids.slice(0, 5) });
    expect(await resolve()).toEqual({ customer: known.customer, created: false });
  });

  it('imports of the same customers at once create one record for each', async () => {
    const book = Array.from({ length: 40 }, (_, index) => ({
      email: `c${index % 20}@x.org`,
      firstName: 'C',
    }));
    const answers = await Promise.all(Array.from({ length: 4 }, () => take(...book)));
    expect(answers.reduce((sum, { created }) => sum + created, 0)).toBe(20);
    for (const { ids } of answers) expect(ids).toEqual(answers[0]?.ids);
  });

  it("an account's mails have the service's default settings until the owner changes them", async () => {
    const at = { accountId: account };
    expect(await service.customers.getMailSettings(at)).toEqual({
      labelPrintedEmail: true,
      senderName: '',
      replyTo: '',
      replyToAsked: '',
      addressUnverified: false,
      bouncedAddresses: [],
    });
    await service.customers.updateMailSettings({ ...at, senderName: ' Mugs\r\nBcc: all ' });
    await service.customers.updateMailSettings({ ...at, labelPrintedEmail: false });
    const saved = {
      labelPrintedEmail: false,
      senderName: 'Mugs Bcc: all',
      replyTo: '',
      replyToAsked: '',
      addressUnverified: false,
      bouncedAddresses: [],
    };
    await service.customers.updateMailSettings(at);
    expect(await service.customers.getMailSettings(at)).toEqual(saved);
  });

  it('every query uses an index and reads little more than it returns', async () => {
    await take(...Array.from({ length: 60 }, (_, index) => ({ email: `filler${index}@x.org` })));
    await resolve();
    await resolve({ name: 'Somebody New' });
    const explained = await watched.explain();
    expect(explained.length).toBeGreaterThan(8);
    expect(
      explained.filter(({ indexed, sortsInMemory, wasted }) => !indexed || sortsInMemory || wasted > 30),
    ).toEqual([]);
  });
});
