import type { SaveCustomerRequest } from '@parcelyard/contracts/customers';
import { eventually } from '@parcelyard/testing/eventually';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { type WatchedQueries, watchQueries } from '@parcelyard/testing/watch-queries';
import { aCustomer } from './support/a-customer';
import { startCustomersEmail } from './support/start-customers-email';

const DAY_MS = 86_400_000;

describe('customers of an account', () => {
  let database: TestDatabase;
  let watched: WatchedQueries;
  let service: Awaited<ReturnType<typeof startCustomersEmail>>;
  let account = 0;
  let order = 0;

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

  const save = (wanted: Omit<SaveCustomerRequest, 'accountId'>) =>
    service.customers.saveCustomer({ accountId: account, ...wanted });
  const saved = async (wanted: Omit<SaveCustomerRequest, 'accountId'>) =>
    (await save(wanted)).customer?.customerId as number;
  const get = (customerId: number) => service.customers.getCustomer({ accountId: account, customerId });
  const list = (query = '', page = 1, pageSize = 25) =>
    service.customers.listCustomers({ accountId: account, query, page: { page, pageSize } });
  const emails = async (query = '') => (await list(query)).customers.map(({ email }) => email);
  const daysAgo = (days: number) => new Date(service.clock.now().getTime() - days * DAY_MS);
  const ordered = (customerId: number, date: Date, orderId = ++order) =>
    service.publishOrder({ accountId: account, orderId, customerId, date });

  describe('saving', () => {
    it('adds a record for a new e-mail, and changes only the given fields of a known one [MCP-C3]', async () => {
      const first = await save({
        email: ' Ada@Engine.org ',
        firstName: 'Ada',
        city: 'Austin',
        country: 'us',
      });
      expect(first).toMatchObject({
        created: true,
        customer: {
          email: 'Ada@Engine.org',
          firstName: 'Ada',
          city: 'Austin',
          country: 'US',
          subscribed: true,
        },
      });
      const second = await save({ email: 'ada@engine.ORG', lastName: ' Lovelace ', firstName: ' ' });
      expect(second).toEqual({ created: false, customer: { ...first.customer, lastName: 'Lovelace' } });
      const third = await save({ customerId: first.customer?.customerId, zip: '78701' });
      expect(third).toEqual({ created: false, customer: { ...second.customer, zip: '78701' } });
      expect(await get(first.customer?.customerId ?? 0)).toEqual(third.customer);
      expect(await save({ email: 'ada@engine.org' })).toEqual(third);
    });

    it('never changes an existing e-mail [MCP-C3]', async () => {
      const customerId = await saved({ email: 'ada@engine.org' });
      await expect(save({ customerId, email: 'other@engine.org', firstName: 'X' })).rejects.toMatchObject({
        code: 'invalid_argument',
        reason: 'customer_email_fixed',
        params: { customerId },
        field: 'email',
      });
      expect((await get(customerId)).firstName).toBe('');
      expect((await save({ customerId, email: 'ADA@engine.org', firstName: 'Ada' })).created).toBe(false);
    });

    it('adds an e-mail to a record without one, unless another record has that e-mail [MCP-C3]', async () => {
      const { customer } = await service.customers.resolveContact({
        accountId: account,
        address: anAddress('1 Old St'),
      });
      const customerId = customer?.customerId as number;
      await expect(save({ customerId, email: 'nobody' })).rejects.toMatchObject({
        reason: 'mail_address_malformed',
      });
      const other = await saved({ email: 'other@engine.org' });
      await expect(save({ customerId, email: 'OTHER@engine.org', company: 'X' })).rejects.toMatchObject({
        reason: 'customer_email_taken',
        params: { customerId: other },
      });
      expect(await get(customerId)).toEqual(customer);
      expect((await save({ customerId, email: 'Ada@engine.org' })).customer).toEqual({
        ...customer,
        email: 'Ada@engine.org',
      });
      expect((await save({ email: 'ada@engine.org', company: 'Bolts' })).customer?.customerId).toBe(
        customerId,
      );
      expect(await emails('ada@engine.org')).toEqual(['Ada@engine.org']);
      await expect(save({ customerId, email: 'third@engine.org' })).rejects.toMatchObject({
        reason: 'customer_email_fixed',
      });
    });

    it.each([
      [{}, { reason: 'customer_or_email_required', field: 'customer_id' }],
      [{ email: '  ' }, { reason: 'customer_or_email_required', field: 'customer_id' }],
      [{ email: 'nobody' }, { reason: 'mail_address_malformed', params: { got: 'nobody' }, field: 'email' }],
      [
        { email: 'a@b.org, c@d.org' },
        { reason: 'mail_address_malformed', params: { got: 'a@b.org, c@d.org' } },
      ],
    ])('%j is refused and adds nothing', async (given, refusal) => {
      await expect(save({ firstName: 'X', ...given })).rejects.toMatchObject(refusal);
      expect((await list()).total).toBe(0);
    });

    it("is refused for another account's record as for an unknown one, and changes nothing [MCP-E9]", async () => {
      const customerId = await saved({ email: 'ada@engine.org', firstName: 'Ada' });
      const owner = account;
      account += 1_000;
      for (const id of [customerId, 999_999]) {
        await expect(save({ customerId: id, firstName: 'Thief' })).rejects.toMatchObject({
          code: 'not_found',
          reason: 'customer_not_found',
          params: { customerId: id },
        });
      }
      account = owner;
      expect((await get(customerId)).firstName).toBe('Ada');
    });

    it('creates one record with all fields when fifty requests for one new e-mail come at once [MCP-C3]', async () => {
      const fields = ['firstName', 'lastName', 'company', 'phone', 'city'] as const;
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => {
          const field = fields[index % fields.length] as (typeof fields)[number];
          return save({ email: 'ada@engine.org', [field]: `${field} value` });
        }),
      );
      expect(answers.filter(({ created }) => created)).toHaveLength(1);
      expect(new Set(answers.map(({ customer }) => customer?.customerId)).size).toBe(1);
      expect((await list()).total).toBe(1);
      const customer = await get(answers[0]?.customer?.customerId ?? 0);
      for (const field of fields) expect(customer[field]).toBe(`${field} value`);
    });

    it('a new address makes the record the contact of that address, and no longer of the old one', async () => {
      const customerId = await saved({
        email: 'ada@engine.org',
        firstName: 'Ada',
        lastName: 'Lovelace',
        address1: '1 Old St',
        zip: '78701',
      });
      const at = (street1: string) =>
        service.customers.resolveContact({ accountId: account, address: anAddress(street1) });
      expect((await at('1 Old St')).customer?.customerId).toBe(customerId);
      await save({ customerId, address1: '2 New St' });
      expect((await at('2 New St')).customer?.customerId).toBe(customerId);
      expect((await at('1 Old St')).created).toBe(true);
      // The previous call created a second record for this name and street, and gave the contact key to the second
      // record. When the first record gets this street again, the key stays with the second record.
      await save({ customerId, address1: '1 Old St' });
      expect((await at('1 Old St')).customer?.customerId).not.toBe(customerId);
    });
  });

  describe('the list', () => {
    it('is in the order of name, company and e-mail, in pages with the total [MCP-C1]', async () => {
      await save({ email: 'z@x.org', firstName: 'ada' });
      await save({ email: 'bolts@x.org', company: 'Bolts' });
      await save({ email: 'carl@x.org' });
      await save({ email: 'y@x.org', firstName: 'Dora', company: 'Aardvark' });
      expect(await emails()).toEqual(['z@x.org', 'bolts@x.org', 'carl@x.org', 'y@x.org']);
      const second = await list('', 2, 3);
      expect(second).toMatchObject({ total: 4, customers: [{ email: 'y@x.org' }] });
      expect((await list('', 9)).customers).toEqual([]);
    });

    it('sorts names as people read them [MCP-C1]', async () => {
      for (const firstName of ['Zoe', 'Émile', 'Wu', 'Eva', 'eden']) {
        await save({ email: `${firstName.toLowerCase()}@x.org`, firstName });
      }
      const names = async (query: string) => (await list(query)).customers.map(({ firstName }) => firstName);
      const sorted = ['eden', 'Émile', 'Eva', 'Wu', 'Zoe'];
      expect(await names('')).toEqual(sorted);
      expect(await names('x.org')).toEqual(sorted);
    });

    it.each(['ada love', 'love', 'wo', 'ENGINE', 'a+b@', '.*', 'works (uk)', '[x]', '\\', '^ada'])(
      'finds %j as plain text in any case, and nothing else [MCP-C1]',
      async (query) => {
        const texts = [
          'Ada Lovelace',
          'The engine works (UK)',
          'a+b@x.org',
          '.*',
          '[X]',
          '\\',
          '^Ada',
          'Zoe',
        ];
        for (const [index, company] of texts.entries()) await save({ email: `c${index}@x.org`, company });
        const wanted = texts.flatMap((text, index) =>
          text.toLowerCase().includes(query.toLowerCase()) ? [`c${index}@x.org`] : [],
        );
        expect((await emails(query)).sort()).toEqual(wanted);
        expect(wanted.length).toBeGreaterThan(0);
      },
    );

    it('finds the beginnings of words in every script, and nothing inside a word [MCP-C1]', async () => {
      await save({ email: 'ada@shop.example', firstName: 'Ada', lastName: 'Lovelace' });
      await save({ email: 'z@y.org', firstName: 'Zoë', lastName: 'Ōtani', company: '東京商店' });
      for (const query of ['lace', 'op.example', 'tani', '京']) expect(await emails(query)).toEqual([]);
      for (const query of ['shop.example', 'ada@', 'lovelace', 'ada l']) {
        expect(await emails(query)).toEqual(['ada@shop.example']);
      }
      for (const query of ['ZOË ō', 'zoe', 'otani', '東京', '東京商店', 'y.org'])
        expect(await emails(query)).toEqual(['z@y.org']);
    });

    it('is sorted by name and divided into pages for any number of matches', async () => {
      const numbers = Array.from({ length: 520 }, (_, index) => String(index).padStart(4, '0'));
      const customers = numbers.map((n) => aCustomer({ email: `c${n}@x.org`, firstName: `Ada ${n}` }));
      await service.customers.importCustomers({ accountId: account, customers });
      const second = await list('ada', 2, 5);
      expect(second.total).toBe(520);
      expect(second.customers.map(({ firstName }) => firstName)).toEqual(
        ['0005', '0006', '0007', '0008', '0009'].map((n) => `Ada ${n}`),
      );
      expect((await list('ada 0519')).customers).toMatchObject([{ firstName: 'Ada 0519' }]);
    });

    it('does not match across name, company and e-mail, and finds a change at once', async () => {
      const customerId = await saved({ email: 'q@x.org', firstName: 'Ada', company: 'Bolts' });
      expect(await emails('ada bolts')).toEqual([]);
      await save({ customerId, firstName: 'Grace' });
      expect(await emails('ada')).toEqual([]);
      expect(await emails(' grace ')).toEqual(['q@x.org']);
    });

    it('shows no other account’s customers [MCP-E9]', async () => {
      await save({ email: 'ada@engine.org' });
      account += 1_000;
      expect(await list()).toEqual({ customers: [], total: 0 });
      account -= 1_000;
    });
  });

  describe('orders of a customer', () => {
    it('are counted once each, in any sequence and with repeated events [MCP-C4]', async () => {
      const customerId = await saved({ email: 'ada@engine.org' });
      const [late, early] = [daysAgo(1), daysAgo(400)];
      order += 20;
      const first = order;
      await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          ordered(customerId, index % 20 === 3 ? late : early, first + (index % 20) + 1),
        ),
      );
      order += 20;
      await eventually(async () =>
        expect(await get(customerId)).toMatchObject({ orderCount: 20, lastOrderAt: late }),
      );
      await ordered(customerId, early, first + 1);
      order += 1;
      await ordered(customerId, early, order);
      await eventually(async () => expect((await get(customerId)).orderCount).toBe(21));
      expect((await get(customerId)).lastOrderAt).toEqual(late);
    });

    it('are counted completely when the event is repeated after a crash', async () => {
      const customerId = await saved({ email: 'ada@engine.org' });
      order += 1;
      await database.db
        .collection('customer_orders')
        .insertOne({ _id: order as never, accountId: account, customerId, n: 1, date: daysAgo(5) });
      await ordered(customerId, daysAgo(5), order);
      await eventually(async () => expect(await get(customerId)).toMatchObject({ orderCount: 1 }));
    });

    it("of an unknown customer or another account's customer change no record", async () => {
      const customerId = await saved({ email: 'ada@engine.org' });
      const owner = account;
      account += 1_000;
      await ordered(customerId, daysAgo(1));
      await ordered(999_999, daysAgo(1));
      account = owner;
      await ordered(customerId, daysAgo(2));
      await eventually(async () =>
        expect(await get(customerId)).toMatchObject({ orderCount: 1, lastOrderAt: daysAgo(2) }),
      );
    });

    it('lapsed customers are those with orders, but none within the given days, oldest order first [MCP-C4]', async () => {
      const lapsed = (days: number, page = 1) =>
        service.customers.listLapsedCustomers({ accountId: account, days, page: { page, pageSize: 2 } });
      const ages = { 'never@x.org': undefined, 'a@x.org': 10, 'b@x.org': 100, 'c@x.org': 300, 'd@x.org': 91 };
      for (const [email, age] of Object.entries(ages)) {
        const customerId = await saved({ email });
        if (age !== undefined) await ordered(customerId, daysAgo(age));
      }
      await eventually(async () => {
        const { customers, total } = await lapsed(0);
        expect(customers.map(({ email }) => email)).toEqual(['c@x.org', 'b@x.org']);
        expect(total).toBe(3);
      });
      expect((await lapsed(0, 2)).customers.map(({ email }) => email)).toEqual(['d@x.org']);
      expect((await lapsed(200)).customers.map(({ email }) => email)).toEqual(['c@x.org']);
      expect((await lapsed(5)).total).toBe(4);
    });
  });

  it.each([
    ['\0', 1],
    ['ad\0a', 1],
    ['\\', 0],
    ['(', 0],
    ['[', 0],
    ['\ud800', 0],
  ])('a query is cleaned like stored texts and used as plain text: %j finds %i', async (query, total) => {
    await save({ email: 'ada@x.co', firstName: 'Ada' });
    expect((await list(query)).total).toBe(total);
  });

  it('a search by e-mail finds only that exact e-mail, in any case', async () => {
    for (const email of ['ada@x.co', 'ada@x.com']) await save({ email, firstName: email });
    const found = await service.customers.listCustomers({
      accountId: account,
      query: '',
      page: undefined,
      email: ' ADA@x.co',
    });
    expect(found).toMatchObject({ total: 1, customers: [{ email: 'ada@x.co' }] });
  });

  it('a save with onlyAdd does not change a record whose e-mail is known', async () => {
    const first = await save({ email: 'only@x.co', company: 'Engines', onlyAdd: true });
    const second = await save({ email: 'ONLY@x.co', company: 'Others', onlyAdd: true });
    expect(second).toEqual({ ...first, created: false });
  });

  it('blanks empty fields only with clearBlanks', async () => {
    const customerId = await saved({ email: 'blank@x.co', company: 'Engines', phone: '5125550142' });
    await save({ customerId, company: ' ', phone: '' });
    expect(await get(customerId)).toMatchObject({ company: 'Engines', phone: '5125550142' });
    await save({ customerId, company: ' ', clearBlanks: true });
    expect(await get(customerId)).toMatchObject({ company: '', phone: '5125550142' });
    await expect(save({ customerId, email: '', clearBlanks: true })).rejects.toMatchObject({
      field: 'email',
    });
  });

  it('an address with an e-mail is one record when many orders with it come at once', async () => {
    const address = (name: string) => ({
      name,
      firstName: '',
      lastName: '',
      company: '',
      street1: '1 Main St',
      street2: '',
      street3: '',
      city: 'Austin',
      state: 'TX',
      zip: '78701',
      country: 'US',
      phone: '',
      email: 'One@x.co',
    });
    const resolved = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        service.customers.resolveContact({
          accountId: account,
          byEmail: true,
          address: address(`Ada ${index % 3}`),
        }),
      ),
    );
    expect(resolved.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(resolved.map(({ customer }) => customer?.customerId)).size).toBe(1);
    expect((await list()).total).toBe(1);
  });

  it('every query uses an index, and a search reads little more than it returns', async () => {
    const fillers = Array.from({ length: 60 }, (_, index) => ({ email: `filler${index}@x.org` }));
    for (const filler of fillers) await save(filler);
    await save({ email: 'ada@x.org', firstName: 'Ada' });
    await list();
    await list('ada');
    await service.customers.listCustomers({
      accountId: account,
      query: '',
      page: undefined,
      email: 'ADA@x.co',
    });
    const explained = await watched.explain();
    expect(explained.length).toBeGreaterThan(10);
    expect(
      explained.filter(({ indexed, sortsInMemory, wasted }) => !indexed || sortsInMemory || wasted > 30),
    ).toEqual([]);
  });
});

const anAddress = (street1: string) => ({
  name: 'Ada Lovelace',
  firstName: '',
  lastName: '',
  company: '',
  street1,
  street2: '',
  street3: '',
  city: 'Austin',
  state: 'TX',
  zip: '78701',
  country: 'US',
  phone: '',
  email: '',
});
