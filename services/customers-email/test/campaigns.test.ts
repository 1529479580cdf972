import { eventually } from '@parcelyard/testing/eventually';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { type WatchedQueries, watchQueries } from '@parcelyard/testing/watch-queries';
import { FakeBilling } from './support/fake-billing';
import { type SmtpSink, startSmtpSink } from './support/smtp-sink';
import { SHIP_FROM as shipFrom, startCustomersEmail } from './support/start-customers-email';

const DAY_MS = 86_400_000;
const LETTER = { subject: 'Spring sale', body: 'Everything must go.\n\nUntil <Sunday>.\nCome by!' };

describe('marketing e-mail', () => {
  let database: TestDatabase;
  let watched: WatchedQueries;
  let sink: SmtpSink;
  let service: Awaited<ReturnType<typeof startCustomersEmail>>;
  let account = 0;
  let order = 0;

  const unverified = new Set<number>();
  const companies = new Map<number, string>();
  beforeAll(async () => {
    database = await startTestDatabase();
    watched = await watchQueries(database);
    sink = await startSmtpSink();
    service = await startCustomersEmail(watched.mongo, sink.url, { unverified, companies });
  });
  beforeEach(() => {
    account += 1;
    sink.behave({});
    sink.received.length = 0;
    service.billing.entitled = true;
    service.billing.limit = undefined;
    service.billing.claims.clear();
  });
  afterAll(async () => {
    await service.stop();
    await sink.stop();
    await watched.close();
    await database.close();
  });

  const add = async (email: string, lastOrderDaysAgo?: number) => {
    const { customer } = await service.customers.saveCustomer({
      accountId: account,
      email,
      firstName: 'Ada',
    });
    const customerId = customer?.customerId as number;
    if (lastOrderDaysAgo === undefined) return customerId;
    order += 1;
    const date = new Date(service.clock.now().getTime() - lastOrderDaysAgo * DAY_MS);
    await service.publishOrder({ accountId: account, orderId: order, customerId, date });
    await eventually(async () => {
      const { lastOrderAt } = await service.customers.getCustomer({ accountId: account, customerId });
      expect(lastOrderAt).toEqual(date);
    });
    return customerId;
  };
  const write = (customerId: number, confirm: boolean, letter = LETTER) =>
    service.customers.sendCustomerEmail({ accountId: account, customerId, ...letter, shipFrom, confirm });
  const campaign = (
    confirm: boolean,
    {
      segment = 'all',
      days = 0,
      customerIds = [],
      minOrders,
      ...letter
    }: {
      segment?: string;
      days?: number;
      customerIds?: number[];
      minOrders?: number;
      subject?: string;
      body?: string;
    } = {},
  ) =>
    service.customers.sendCampaign({
      accountId: account,
      customerIds,
      ...(minOrders !== undefined && { minOrders }),
      segment,
      days,
      ...LETTER,
      ...letter,
      shipFrom,
      confirm,
    });
  /** Waits until the campaign to all customers is completed, and returns the campaign's state. */
  const completed = () =>
    eventually(async () => {
      const { campaign: state } = await campaign(false);
      expect(state?.status).toBe('completed');
      return state;
    });
  const arrived = (address: string) => sink.received.filter((text) => text.includes(`To: Ada <${address}>`));
  const plain = (text = '') => text.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
  const linkIn = (text: string | undefined) =>
    /^List-Unsubscribe: <https:\/\/ship\.example\/base\/unsubscribe\/([^>]+)>\r?$/m.exec(text ?? '')?.[1] ??
    '';

  describe('of an account whose own address is not verified [MCP-C9]', () => {
    it('is sent to nobody: a preview says so, and a confirm is refused and claims nothing, until the address is verified', async () => {
      const customerId = await add('ada@engine.org');
      unverified.add(account);
      for (const { limitCheck } of [await write(customerId, false), await campaign(false)])
        expect(limitCheck).toMatchObject({ allowed: false, reason: 'address_unverified' });
      for (const confirmed of [() => write(customerId, true), () => campaign(true)])
        await expect(confirmed()).rejects.toMatchObject({
          code: 'failed_precondition',
          reason: 'own_address_unverified',
        });
      expect(service.billing.claims.size).toBe(0);
      expect(sink.received).toEqual([]);
      unverified.delete(account);
      expect((await write(customerId, true)).messageId).not.toBe('');
      await eventually(async () => expect(arrived('ada@engine.org')).toHaveLength(1));
    });

    it('is refused first for a plan without the feature', async () => {
      const customerId = await add('ada@engine.org');
      unverified.add(account);
      service.billing.entitled = false;
      await expect(write(customerId, true)).rejects.toMatchObject({ code: 'permission_denied' });
    });
  });

  describe('to one customer', () => {
    it('is shown in a preview, then sent once as text and HTML with an unsubscribe link [MCP-C5] [MCP-C7]', async () => {
      const customerId = await add('Ada@engine.org');
      service.billing.limit = 10;
      const before = await database.db.collection('messages').countDocuments({ accountId: account });
      const preview = await write(customerId, false);
      expect(preview).toMatchObject({
        recipient: 'Ada@engine.org',
        limitCheck: { allowed: true, reason: '', limit: 10, used: 0, remaining: 10 },
        messageId: '',
        status: '',
        from: '"Ada Lovelace" <shipping@parcelyard.example>',
        replyTo: 'owner@engine.org',
        letter: { subject: 'Spring sale' },
      });
      expect(await database.db.collection('messages').countDocuments({ accountId: account })).toBe(before);

      const sent = await write(customerId, true);
      expect(sent).toMatchObject({ recipient: 'Ada@engine.org', status: 'queued' });
      const [text = ''] = await eventually(() => {
        expect(arrived('Ada@engine.org')).toHaveLength(1);
        return arrived('Ada@engine.org');
      });
      expect(text).toContain('Subject: Spring sale');
      expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
      const shown = plain(text);
      expect(shown).toContain('Content-Type: text/plain');
      expect(shown).toContain('<p>Until &lt;Sunday&gt;.<br>Come by!</p>');
      const link = `https://ship.example/base/unsubscribe/${linkIn(text)}`;
      expect(shown).toContain(`Unsubscribe: ${link}`);
      expect(shown).toContain(`<a href="${link}">`);
      expect(service.billing.used).toBe(1);
      // The sent mail equals the preview, except for the encrypted part of the link.
      const unsealed = (words = '') => words.replace(/unsubscribe\/\S+/, 'unsubscribe/…').trim();
      const [, sentText = ''] =
        /Content-Type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n----_NmP/.exec(text) ?? [];
      expect(unsealed(plain(sentText).replaceAll('\r\n', '\n').replaceAll('=20\n', ' \n'))).toBe(
        unsealed(preview.letter?.body),
      );
    });

    it("is sent in the shop's name, has the owner as reply address and ends with the shop's address [MCP-C11]", async () => {
      companies.set(account, 'Müller & "Söhne" GmbH');
      const customerId = await add('ada@engine.org');
      const { from, letter } = await write(customerId, false);
      expect(from).toBe('"Müller & \\"Söhne\\" GmbH" <shipping@parcelyard.example>');
      expect(letter?.body).toMatch(
        /\n-- \nMüller & "Söhne" GmbH\n500 E Cesar Chavez St, Suite 2, Austin, TX 78701\nYou receive .*\nUnsubscribe: https:\/\/\S+\n$/,
      );
      await write(customerId, true);
      const [text = ''] = await eventually(() => {
        expect(arrived('ada@engine.org')).toHaveLength(1);
        return arrived('ada@engine.org');
      });
      expect(text).toMatch(/^Reply-To: owner@engine\.org\r$/m);
      expect(text).toMatch(/^From: =\?UTF-8\?[BQ]\?/m);
      expect(text).not.toContain('Ship.com');
    });

    it('has the names filled in, and leaves out a missing name [MCP-C12]', async () => {
      const letter = {
        subject: 'For you, {{first_name}}',
        body: 'Dear {{first_name}} {{last_name}},\n\nCome!',
      };
      const named = await add('ada@engine.org');
      const { letter: shown } = await write(named, false, letter);
      expect(shown).toMatchObject({
        subject: 'For you, Ada',
        body: expect.stringMatching(/^Dear Ada,\n\nCome!\n/),
      });
      const { customer } = await service.customers.saveCustomer({
        accountId: account,
        email: 'b@x.org',
        firstName: 'Guest',
      });
      const guest = await write(customer?.customerId as number, false, letter);
      expect(guest.letter).toMatchObject({
        subject: 'For you,',
        body: expect.stringMatching(/^Dear,\n\nCome!\n/),
      });
      await write(named, true, letter);
      await eventually(() => expect(arrived('ada@engine.org')).toHaveLength(1));
      expect(arrived('ada@engine.org')[0]).toContain('Subject: For you, Ada');
      expect(plain(arrived('ada@engine.org')[0])).toContain('<p>Dear Ada,</p>');
    });

    it('shows in a preview that the same e-mail was confirmed within a day, and a repeated confirm says that it sent nothing [MCP-C10]', async () => {
      const customerId = await add('again@engine.org');
      const first = await write(customerId, true);
      expect(first.repeated).toBe(false);
      expect(await write(customerId, false)).toMatchObject({ messageId: first.messageId });
      expect(await write(customerId, true)).toMatchObject({ messageId: first.messageId, repeated: true });
      service.clock.advance(DAY_MS);
      expect(await write(customerId, false)).toMatchObject({ messageId: '', status: '' });
    });

    it('is one e-mail and uses the allowance once when it is confirmed again or fifty times at once [MCP-C6]', async () => {
      const customerId = await add('ada@engine.org');
      const answers = await Promise.all(Array.from({ length: 50 }, () => write(customerId, true)));
      expect(new Set(answers.map(({ messageId }) => messageId)).size).toBe(1);
      await eventually(async () => expect(await write(customerId, true)).toMatchObject({ status: 'sent' }));
      expect(arrived('ada@engine.org')).toHaveLength(1);
      service.clock.advance(DAY_MS - 1);
      expect(await write(customerId, true)).toMatchObject({ status: 'sent' });
      expect(service.billing.used).toBe(1);
      // A letter with a different text counts as a separate e-mail. The same letter a day later counts as a separate
      // e-mail, too.
      await write(customerId, true, { ...LETTER, body: 'Other words' });
      service.clock.advance(1);
      await write(customerId, true);
      await eventually(() => expect(arrived('ada@engine.org')).toHaveLength(3));
    });

    it.each(['noemail@shop.org', 'none@x.org', 'ada@example.invalid'])(
      'is refused for %s, which is not an address of a person',
      async (email) => {
        const customerId = await add(email);
        for (const confirm of [false, true]) {
          await expect(write(customerId, confirm)).rejects.toMatchObject({
            reason: 'customer_unreachable',
            params: { customerId },
          });
        }
        expect(service.billing.used).toBe(0);
      },
    );

    it('is not allowed without the plan feature in a preview, and a confirm is refused in the fixed words [MCP-C5]', async () => {
      service.billing.entitled = false;
      const customerId = await add('ada@engine.org');
      expect((await write(customerId, false)).limitCheck).toMatchObject({
        allowed: false,
        reason: 'no_entitlement',
      });
      await expect(write(customerId, true)).rejects.toMatchObject({
        reason: 'marketing_not_included',
      });
    });

    it("is refused for another account's customer as for an unknown one [MCP-E9]", async () => {
      const customerId = await add('ada@engine.org');
      account += 1_000;
      for (const id of [customerId, 999_999]) {
        for (const confirm of [false, true]) {
          await expect(write(id, confirm)).rejects.toMatchObject({
            reason: 'customer_not_found',
            params: { customerId: id },
          });
        }
      }
      account -= 1_000;
      expect(sink.received).toEqual([]);
    });

    it.each([
      [{ subject: 'Hi\r\nBcc: thief@evil.org' }, { reason: 'field_not_one_line', field: 'subject' }],
      [{ subject: 'Hi\u2028there' }, { reason: 'field_not_one_line', field: 'subject' }],
      [{ subject: ' ' }, { reason: 'field_required', field: 'subject' }],
      [{ body: '\n' }, { reason: 'field_required', field: 'body' }],
      [
        { body: 'Dear {{company}},' },
        {
          reason: 'merge_field_unknown',
          params: { got: '{{company}}', allowed: ['{{first_name}}', '{{last_name}}'] },
          field: 'body',
        },
      ],
      [{ subject: '{{first_name' }, { reason: 'merge_field_unknown', field: 'subject' }],
      [{ subject: 'x'.repeat(201) }, { reason: 'letter_too_long', params: { max: 200 }, field: 'subject' }],
    ])('%j is refused before any other check', async (given, refusal) => {
      await expect(write(1, true, { ...LETTER, ...given })).rejects.toMatchObject(refusal);
      await expect(campaign(true, given)).rejects.toMatchObject(refusal);
    });
  });

  describe('to a segment', () => {
    it('is sent once to each address, also when several records share it, and not to records without an address [MCP-C5]', async () => {
      await add('ada@engine.org', 10);
      await add('grace@navy.mil');
      await add('noemail@shop.org');
      // A contact that `create_order` made has the same address with other upper and lower case.
      await service.customers.resolveContact({ accountId: account, address: contact('ADA@engine.org') });
      expect(await campaign(false)).toMatchObject({
        recipientCount: 2,
        sampleRecipients: ['ada@engine.org', 'grace@navy.mil'],
        excludedUnsubscribed: 0,
      });
      expect(sink.received).toEqual([]);
      const { campaign: begun, recipientCount, repeated } = await campaign(true);
      expect({ recipientCount, repeated }).toEqual({ recipientCount: 2, repeated: false });
      expect(begun).toMatchObject({ status: 'sending', recipientCount: 2 });
      const state = await completed();
      expect(state?.campaignId).toBe(begun?.campaignId);
      expect(state?.counts).toEqual({ queued: 0, sent: 2, failed: 0, unknown: 0, skipped: 0 });
      expect(arrived('ada@engine.org')).toHaveLength(1);
      expect(arrived('grace@navy.mil')).toHaveLength(1);
    });

    it('of named customers is sent only to them, and an unknown customer refuses the whole campaign by its id', async () => {
      const [one, two] = [await add('n1@x.org'), await add('n2@x.org')];
      await add('n3@x.org');
      const customerIds = [two, one];
      const named = await campaign(false, { segment: '', customerIds });
      expect([...named.sampleRecipients].sort()).toEqual(['n1@x.org', 'n2@x.org']);
      const none = await campaign(false, { segment: '', customerIds, minOrders: 2 });
      expect(none.recipientCount).toBe(0);
      await expect(
        campaign(true, { segment: '', customerIds: [...customerIds, 999_999] }),
      ).rejects.toMatchObject({
        code: 'not_found',
        reason: 'customer_not_found',
        params: { customerId: 999_999 },
        field: 'customer_ids',
      });
    });

    it.each([
      ['recent', 0, ['a@x.org', 'b@x.org']],
      ['recent', 5, ['a@x.org']],
      ['lapsed', 0, ['d@x.org']],
      ['lapsed', 20, ['c@x.org', 'd@x.org', 'b@x.org']],
      ['all', 0, ['a@x.org', 'b@x.org', 'c@x.org', 'd@x.org', 'never@x.org']],
    ])('%s within %d days has the recipients %j [MCP-C5]', async (segment, days, addresses) => {
      await add('never@x.org');
      await add('a@x.org', 1);
      await add('b@x.org', 29);
      await add('c@x.org', 60);
      await add('d@x.org', 91);
      const { sampleRecipients, recipientCount } = await campaign(false, { segment, days });
      expect([...sampleRecipients].sort()).toEqual([...addresses].sort());
      expect(recipientCount).toBe(addresses.length);
    });

    it('is one campaign when it is confirmed again or twenty times at once [MCP-C6]', async () => {
      for (let n = 0; n < 12; n += 1) await add(`c${n}@x.org`);
      const answers = await Promise.all(Array.from({ length: 20 }, () => campaign(true)));
      const [id, ...others] = new Set(answers.map((answer) => answer.campaign?.campaignId));
      expect(others).toEqual([]);
      expect((await completed())?.campaignId).toBe(id);
      service.clock.advance(DAY_MS - 1);
      expect(await campaign(true)).toMatchObject({ campaign: { campaignId: id, status: 'completed' } });
      expect(sink.received).toHaveLength(12);
      expect(service.billing.used).toBe(12);
      expect((await campaign(true, { segment: 'recent' }).catch(() => undefined))?.campaign).toBeUndefined();
    });

    it('shows up to fifty recipients, and the letter for the first one [MCP-C11] [MCP-C12]', async () => {
      companies.set(account, 'Mugs & Co');
      const customers = Array.from({ length: 51 }, (_, n) => ({
        ...BLANK,
        email: `c${n}@x.org`,
        firstName: `N${n}`,
      }));
      await service.customers.importCustomers({ accountId: account, customers: customers.slice(0, 50) });
      const fifty = await campaign(false, { body: 'Hello {{first_name}}!' });
      expect(fifty.sampleRecipients).toHaveLength(50);
      expect(fifty).toMatchObject({
        from: '"Mugs & Co" <shipping@parcelyard.example>',
        replyTo: 'owner@engine.org',
      });
      const [first = ''] = fifty.sampleRecipients;
      expect(fifty.sample?.body).toMatch(new RegExp(`^Hello N${first.slice(1, first.indexOf('@'))}!\n`));
      expect(fifty.sample?.body).toContain('Mugs & Co\n500 E Cesar Chavez St, Suite 2, Austin, TX 78701\n');
      await service.customers.importCustomers({ accountId: account, customers: customers.slice(50) });
      const more = await campaign(false);
      expect([more.recipientCount, more.sampleRecipients.length]).toEqual([51, 50]);
    });

    it('fills in the names of each recipient [MCP-C12]', async () => {
      const customers = [
        { ...BLANK, email: 'a@x.org', firstName: 'Ada', lastName: 'Lovelace' },
        { ...BLANK, email: 'b@x.org', firstName: 'No', lastName: 'Name' },
      ];
      await service.customers.importCustomers({ accountId: account, customers });
      await campaign(true, { body: 'Dear {{first_name}} {{last_name}},' });
      await eventually(() => expect(sink.received).toHaveLength(2));
      const to = (address: string) => plain(sink.received.find((text) => text.includes(address)));
      expect(to('a@x.org')).toContain('<p>Dear Ada Lovelace,</p>');
      expect(to('b@x.org')).toContain('<p>Dear,</p>');
      expect(to('b@x.org')).toContain('500 E Cesar Chavez St, Suite 2, Austin, TX 78701');
    });

    it('without recipients has no sample', async () => {
      expect(await campaign(false)).toMatchObject({ recipientCount: 0, sample: undefined });
    });

    it('above the allowance is refused completely, and can be sent when the allowance is larger [MCP-C8]', async () => {
      for (let n = 0; n < 3; n += 1) await add(`c${n}@x.org`);
      service.billing.limit = 2;
      expect((await campaign(false)).limitCheck).toEqual({
        allowed: false,
        reason: 'limit_exceeded',
        limit: 2,
        used: 0,
        remaining: 2,
      });
      await expect(campaign(true)).rejects.toMatchObject({ code: 'resource_exhausted' });
      expect(await database.db.collection('campaigns').countDocuments({ accountId: account })).toBe(0);
      service.billing.limit = 3;
      await campaign(true);
      expect((await completed())?.counts?.sent).toBe(3);
    });

    it('that is confirmed again after the plan ended gets the first result [MCP-C10]', async () => {
      await add('c@x.org');
      expect((await campaign(false)).campaign).toBeUndefined();
      await campaign(true);
      const first = await completed();
      expect((await campaign(false)).campaign).toEqual(first);
      service.billing.entitled = false;
      expect(await campaign(true)).toMatchObject({ campaign: first, repeated: true });
    });

    it('without the plan feature is refused in the fixed words, also without recipients [MCP-C5]', async () => {
      service.billing.entitled = false;
      expect((await campaign(false)).limitCheck).toMatchObject({ allowed: false, reason: 'no_entitlement' });
      await expect(campaign(true)).rejects.toMatchObject({
        reason: 'marketing_not_included',
      });
    });

    it('without recipients is refused', async () => {
      await expect(campaign(true)).rejects.toMatchObject({
        reason: 'segment_empty',
      });
    });

    it.each([
      [{ segment: 'everybody' }, { reason: 'field_not_one_of', field: 'segment' }],
      [
        { segment: 'recent', days: -1 },
        { reason: 'segment_days_range', params: { min: 1, max: 3650, got: -1 } },
      ],
    ])('%j is refused', async (given, refusal) => {
      await expect(campaign(true, given)).rejects.toMatchObject(refusal);
    });

    it('is sent at its pace', async () => {
      const slow = await startTestDatabase();
      const paced = await startCustomersEmail(slow, sink.url, { changes: { MARKETING_MAILS_PER_SECOND: 4 } });
      for (let n = 0; n < 10; n += 1) {
        await paced.customers.saveCustomer({ accountId: account, email: `c${n}@x.org` });
      }
      await paced.customers.sendCampaign({
        accountId: account,
        segment: 'all',
        customerIds: [],
        days: 0,
        ...LETTER,
        shipFrom,
        confirm: true,
      });
      for (const count of [4, 8, 10]) {
        await eventually(() => expect(sink.received).toHaveLength(count));
        paced.clock.advance(1_000);
      }
      await paced.stop();
      await slow.close();
    });
  });

  describe('an unsubscribe link', () => {
    it('ends marketing e-mail to its address, also in a running campaign [MCP-C7]', async () => {
      const customerId = await add('ada@engine.org');
      await add('grace@navy.mil');
      await write(customerId, true);
      await eventually(() => expect(arrived('ada@engine.org')).toHaveLength(1));
      const token = linkIn(arrived('ada@engine.org')[0]);
      expect(await service.customers.getSubscription({ token })).toEqual({
        senderName: 'Ada Lovelace',
        addressHint: 'a…@engine.org',
        subscribed: true,
      });
      sink.behave({ recipient: { reply: 451 } });
      await campaign(true);
      for (let repeat = 0; repeat < 2; repeat += 1) {
        expect(await service.customers.unsubscribe({ token })).toMatchObject({ subscribed: false });
      }
      sink.behave({});
      await eventually(async () => {
        service.clock.advance(5_000);
        const { campaign: state } = await campaign(false);
        expect(state?.counts).toMatchObject({ sent: 1, skipped: 1 });
      });
      expect(arrived('ada@engine.org')).toHaveLength(1);
      expect(await service.customers.getSubscription({ token })).toMatchObject({ subscribed: false });
      const customer = await service.customers.getCustomer({ accountId: account, customerId });
      expect(customer.subscribed).toBe(false);
      await expect(write(customerId, true, { ...LETTER, body: 'More' })).rejects.toMatchObject({
        reason: 'customer_unsubscribed',
        params: { customerId },
      });
      expect(await campaign(false)).toMatchObject({ recipientCount: 1, excludedUnsubscribed: 1 });
    });

    it('stays effective after the record was deleted and added again', async () => {
      const customerId = await add('ada@engine.org');
      await write(customerId, true);
      await eventually(() => expect(arrived('ada@engine.org')).toHaveLength(1));
      await service.customers.unsubscribe({ token: linkIn(arrived('ada@engine.org')[0]) });
      await database.db.collection('customers').deleteMany({ accountId: account });
      await add('ADA@engine.org');
      expect(await campaign(false)).toMatchObject({ recipientCount: 0, excludedUnsubscribed: 1 });
    });

    it('that was altered or invented is refused and changes nothing', async () => {
      const customerId = await add('ada@engine.org');
      await write(customerId, true);
      await eventually(() => expect(arrived('ada@engine.org')).toHaveLength(1));
      const token = linkIn(arrived('ada@engine.org')[0]);
      const flipped = `${token.slice(0, 20)}${token[20] === 'A' ? 'B' : 'A'}${token.slice(21)}`;
      for (const other of ['', 'x', 'test.', `other${token.slice(4)}`, `${token}.x`, flipped]) {
        await expect(service.customers.unsubscribe({ token: other })).rejects.toMatchObject({
          code: 'not_found',
        });
        await expect(service.customers.getSubscription({ token: other })).rejects.toMatchObject({
          code: 'not_found',
        });
      }
      expect((await service.customers.getCustomer({ accountId: account, customerId })).subscribed).toBe(true);
    });
  });

  it('every query uses an index', async () => {
    for (let n = 0; n < 40; n += 1) await add(`filler${n}@x.org`);
    const explained = await watched.explain();
    expect(explained.length).toBeGreaterThan(20);
    expect(explained.filter(({ indexed, sortsInMemory }) => !indexed || sortsInMemory)).toEqual([]);
  });
});

describe('a campaign whose service is stopped in the middle [MCP-C6]', () => {
  it('reaches each of 300 recipients at most once: unknown results are reported, and the rest is sent', async () => {
    const database = await startTestDatabase();
    const sink = await startSmtpSink();
    const clock = new FakeClock();
    const billing = new FakeBilling();
    let handedOver = 0;
    // After a hundred mails, this process fails at every fail point that it reaches, as if it had crashed. It sends no
    // more mails, and it does not store how the mails in progress ended.
    const dying = (name: string) => {
      if (name === 'mail-2-handed-over') handedOver += 1;
      if (handedOver > 100) throw new Error('killed');
    };
    const first = await startCustomersEmail(database, sink.url, { clock, billing, failPoint: dying });
    const customers = Array.from({ length: 300 }, (_, n) => ({ ...BLANK, email: `c${n}@x.org` }));
    await first.customers.importCustomers({ accountId: 1, customers });
    const request = {
      accountId: 1,
      segment: 'all',
      customerIds: [],
      days: 0,
      ...LETTER,
      shipFrom,
      confirm: true,
    };
    const { campaign } = await first.customers.sendCampaign(request);
    await eventually(() => expect(handedOver).toBeGreaterThan(100));
    await first.stop();
    expect(sink.received.length).toBeLessThan(300);

    const second = await startCustomersEmail(database, sink.url, { clock, billing });
    const state = await eventually(async () => {
      clock.advance(10_000);
      const answer = await second.customers.sendCampaign(request);
      expect(answer.campaign?.status).toBe('completed');
      return answer.campaign;
    });
    expect(state?.campaignId).toBe(campaign?.campaignId);
    const { sent = 0, unknown = 0, ...none } = state?.counts ?? {};
    expect(sent + unknown).toBe(300);
    expect(none).toEqual({ queued: 0, failed: 0, skipped: 0 });
    const reached = sink.received.map((text) => /^To: <?(c\d+@x\.org)>?\r$/m.exec(text)?.[1]);
    expect(new Set(reached).size).toBe(reached.length);
    // Each recipient who got no mail has a message in the state `unknown`.
    expect(300 - reached.length).toBeLessThanOrEqual(unknown);
    expect(unknown).toBeGreaterThan(0);
    expect(unknown).toBeLessThan(150);
    expect(billing.used).toBe(300);
    await second.stop();
    await sink.stop();
    await database.close();
  });

  it.each(['campaign-1-begun', 'campaign-2-claimed', 'campaign-3-queued'])(
    'killed right after %s is completed once by another replica, and uses the allowance once',
    async (step) => {
      const database = await startTestDatabase();
      const sink = await startSmtpSink();
      const clock = new FakeClock();
      const billing = new FakeBilling();
      const crash = (name: string) => {
        if (name === step) throw new Error('killed');
      };
      const first = await startCustomersEmail(database, sink.url, { clock, billing, failPoint: crash });
      const customers = Array.from({ length: 30 }, (_, n) => ({ ...BLANK, email: `c${n}@x.org` }));
      await first.customers.importCustomers({ accountId: 1, customers });
      const request = {
        accountId: 1,
        segment: 'all',
        customerIds: [],
        days: 0,
        ...LETTER,
        shipFrom,
        confirm: true,
      };
      await expect(first.customers.sendCampaign(request)).rejects.toThrow();
      await first.stop();
      // The clock moves past the leases of the stopped process, so that the next process may send. Then the clock moves
      // in small steps, because a lease must not end while its mail is being sent.
      clock.advance(60_000);
      const second = await startCustomersEmail(database, sink.url, { clock, billing });
      await eventually(async () => {
        clock.advance(100);
        const { campaign } = await second.customers.sendCampaign(request);
        expect(campaign).toMatchObject({ status: 'completed', recipientCount: 30, counts: { sent: 30 } });
      });
      expect(sink.received).toHaveLength(30);
      expect(billing.used).toBe(30);
      await second.stop();
      await sink.stop();
      await database.close();
    },
  );
});

const BLANK = {
  accountId: 1,
  customerId: 0,
  firstName: '',
  lastName: '',
  company: '',
  email: '',
  phone: '',
  address1: '',
  address2: '',
  address3: '',
  city: '',
  state: '',
  zip: '',
  country: 'US',
  subscribed: true,
  createdAt: undefined,
};

const contact = (email: string) => ({
  name: 'Ada Two',
  firstName: '',
  lastName: '',
  company: '',
  street1: '1 St',
  street2: '',
  street3: '',
  city: 'Austin',
  state: 'TX',
  zip: '78701',
  country: 'US',
  phone: '',
  email,
});
