import { eventually } from '@parcelyard/testing/eventually';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { type WatchedQueries, watchQueries } from '@parcelyard/testing/watch-queries';
import { Registry } from 'prom-client';
import { aBounce, aComplaint } from './support/a-report';
import { type SmtpSink, startSmtpSink } from './support/smtp-sink';
import { aPrintedLabel, SHIP_FROM as shipFrom, startCustomersEmail } from './support/start-customers-email';

const TOKEN = 'a-token-of-24-characters';
const LETTER = { subject: 'Hello', body: 'Come by.' };

describe('a report about a mail after it was sent', () => {
  let database: TestDatabase;
  let watched: WatchedQueries;
  let sink: SmtpSink;
  let service: Awaited<ReturnType<typeof startCustomersEmail>>;
  let account = 100;

  beforeAll(async () => {
    database = await startTestDatabase();
    watched = await watchQueries(database);
    sink = await startSmtpSink();
    service = await startCustomersEmail(watched.mongo, sink.url, {
      changes: {
        MAIL_BOUNCE_ADDRESS: 'bounces@ship.example',
        MAIL_HOOK_TOKENS: ['another-token-of-24-chars', TOKEN],
      },
    });
  });
  beforeEach(() => {
    account += 1;
    sink.behave({});
    sink.received.length = 0;
    sink.envelopes.length = 0;
  });
  afterAll(async () => {
    await service.stop();
    await sink.stop();
    await watched.close();
    await database.close();
  });

  const add = async (email = 'ada@engine.org') => {
    const { customer } = await service.customers.saveCustomer({ accountId: account, email });
    return customer?.customerId as number;
  };
  const customer = (customerId: number) => service.customers.getCustomer({ accountId: account, customerId });
  const write = (customerId: number, letter = LETTER) =>
    service.customers.sendCustomerEmail({
      accountId: account,
      customerId,
      ...letter,
      shipFrom,
      confirm: true,
    });
  const campaign = () =>
    service.customers.sendCampaign({
      accountId: account,
      segment: 'all',
      customerIds: [],
      days: 0,
      ...LETTER,
      shipFrom,
      confirm: false,
    });
  /** Writes to the customer and returns the mail as the server got it. */
  const sent = async (customerId: number, letter = LETTER) => {
    const before = sink.received.length;
    await write(customerId, letter);
    await eventually(() => expect(sink.received).toHaveLength(before + 1));
    const envelope = sink.envelopes.at(-1) as (typeof sink.envelopes)[number];
    return { to: envelope.from, original: head(sink.received.at(-1)) };
  };
  const head = (text = '') => text.slice(0, text.indexOf('\r\n\r\n'));
  const post = (body: Buffer, headers: Record<string, string> = {}) =>
    service.customers.receiveHook({
      source: 'mail',
      key: '',
      body,
      headers: { authorization: `Bearer ${TOKEN}`, ...headers },
    });
  const label = async (purchase: string, recipientEmail = 'ada@engine.org') => {
    await service.publish(aPrintedLabel(account, purchase, { recipientEmail }));
    return eventually(async () => {
      const message = await database.db
        .collection('messages')
        .findOne({ accountId: account, _id: `label_printed:${purchase}` as never });
      expect(['sent', 'failed', 'skipped']).toContain(message?.status);
      return message?.status;
    });
  };
  const counted = async (report: string) => {
    const registry = new Registry();
    for (const metric of service.metrics) registry.registerMetric(metric);
    const figures = await registry.getSingleMetricAsString('parcelyard_mail_reports_total');
    return Number(new RegExp(`report="${report}"\\} (\\d+)`).exec(figures)?.[1]);
  };
  const refusal = (reason: string, params: object) => ({
    code: 'failed_precondition',
    reason,
    params,
    field: 'customer_id',
  });

  it('names the mail: each mail has its own sender address, and its Message-ID contains the same key', async () => {
    const { to, original } = await sent(await add());
    const key = /^bounces\+([0-9a-z]+-[0-9a-f]{32})@ship\.example$/.exec(to)?.[1];
    expect(key).toBeDefined();
    expect(original).toContain(`.${key}@parcelyard.example>`);
  });

  it('of a hard bounce stops every mail of the account to that address, and each refusal says so', async () => {
    const ada = await add('Ada@engine.org');
    await add('grace@navy.example');
    await post(aBounce(await sent(ada)));
    expect((await customer(ada)).emailBouncedAt).toEqual(service.clock.now());
    await expect(write(ada, { ...LETTER, subject: 'Another' })).rejects.toMatchObject(
      refusal('customer_bounced', { customerId: ada, status: '5.1.1' }),
    );
    expect(await campaign()).toMatchObject({
      recipientCount: 1,
      sampleRecipients: ['grace@navy.example'],
      excludedBounced: 1,
    });
    expect(await label(`pur_${account}_1`, 'ada@ENGINE.org')).toBe('skipped');
    expect(sink.received).toHaveLength(1);
  });

  it('changes the mail state of a customer, with its reason, as the owner sees it', async () => {
    const state = (customerId: number) => service.customers.getMailState({ accountId: account, customerId });
    const ada = await add();
    expect(await state(ada)).toMatchObject({ state: 'reachable' });
    await post(aComplaint(await sent(ada)));
    expect(await state(ada)).toMatchObject({ state: 'complained', at: expect.any(Date) });
    const bob = await add('bob@engine.org');
    await post(aBounce(await sent(bob)));
    expect(await state(bob)).toMatchObject({
      state: 'bounced',
      at: expect.any(Date),
      bounceStatus: expect.stringMatching(/^5\./),
    });
    const { customer: nobody } = await service.customers.resolveContact({
      accountId: account,
      address: { ...shipFrom, email: 'none@nowhere' },
    });
    expect(await state(nobody?.customerId as number)).toMatchObject({ state: 'unreachable' });
    await expect(
      service.customers.getMailState({ accountId: account + 1_000, customerId: ada }),
    ).rejects.toMatchObject({ code: 'not_found', reason: 'customer_not_found' });
  });

  it('stops mail neither to other addresses nor from other accounts', async () => {
    const mine = account;
    await post(aBounce(await sent(await add())));
    account += 1_000;
    expect(await label(`pur_${account}_1`)).toBe('sent');
    account = mine;
    expect(await label(`pur_${account}_2`, 'grace@navy.example')).toBe('sent');
  });

  it('of a complaint stops marketing e-mail to that address, and mail about parcels continues', async () => {
    const ada = await add();
    await post(aComplaint(await sent(ada)));
    expect((await customer(ada)).subscribed).toBe(false);
    await expect(write(ada, { ...LETTER, subject: 'Another' })).rejects.toMatchObject(
      refusal('customer_complained', { customerId: ada }),
    );
    expect(await label(`pur_${account}_1`)).toBe('sent');
  });

  it('of a soft bounce is counted once, and mail to the address continues', async () => {
    const ada = await add();
    const before = await counted('soft_bounce');
    const report = aBounce({ ...(await sent(ada)), status: '5.2.2', diagnostic: '552 5.2.2 Mailbox full' });
    await Promise.all([post(report), post(report)]);
    await post(report);
    expect(await counted('soft_bounce')).toBe(before + 1);
    await sent(ada, { ...LETTER, subject: 'Another' });
    const third = await sent(ada, { ...LETTER, subject: 'A third' });
    await post(aBounce({ ...third, status: '4.4.1', diagnostic: 'timed out' }));
    expect(await counted('soft_bounce')).toBe(before + 2);
  });

  it.each([
    ['the address of the report', ({ to }: { to: string }) => ({ to: to.toUpperCase() })],
    ['the Message-ID of the quoted mail', ({ original }: { original: string }) => ({ original })],
  ])('is matched to its mail by %s', async (_by, named) => {
    const ada = await add();
    await post(aBounce(named(await sent(ada))));
    expect((await customer(ada)).emailBouncedAt).toBeDefined();
  });

  it.each([
    [
      'about no mail of ours',
      () => aBounce({ original: 'Message-ID: <customer_email.301@parcelyard.example>' }),
    ],
    ['with an invented key', () => aBounce({ to: `bounces+2s-${'0'.repeat(32)}@ship.example` })],
    [
      'with an out-of-office reply',
      () => Buffer.from('From: ada@engine.org\r\nSubject: Out of office\r\n\r\nBack soon.\r\n'),
    ],
  ])('of a mail %s is ignored', async (_what, mail) => {
    const ada = await add();
    await sent(ada);
    const before = await counted('unrelated');
    await post(mail());
    expect(await counted('unrelated')).toBe(before + 1);
    expect((await customer(ada)).emailBouncedAt).toBeUndefined();
  });

  it('can be posted by a mail service in a form', async () => {
    const ada = await add();
    const form = new FormData();
    form.set('body-mime', aBounce(await sent(ada)).toString());
    const request = new Request('https://ship.example', { method: 'POST', body: form });
    const contentType = request.headers.get('content-type') as string;
    await post(Buffer.from(await request.arrayBuffer()), { 'content-type': contentType });
    expect((await customer(ada)).emailBouncedAt).toBeDefined();
  });

  it('can have the token as the password of the URL', async () => {
    const basic = `Basic ${Buffer.from(`mail:${TOKEN}`).toString('base64')}`;
    await expect(post(aBounce(), { authorization: basic })).resolves.toEqual({});
  });

  it.each(['', 'Bearer', 'Bearer wrong', `Basic ${Buffer.from('mail:wrong').toString('base64')}`])(
    'is refused with the authorization %j',
    async (authorization) => {
      await expect(post(aBounce(), { authorization })).rejects.toMatchObject({ code: 'unauthenticated' });
    },
  );

  it('that is not an e-mail is refused', async () => {
    await expect(post(Buffer.from(''))).rejects.toMatchObject({ reason: 'hook_unreadable' });
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    await expect(post(Buffer.from('--x--'), headers)).rejects.toMatchObject({ reason: 'hook_unreadable' });
  });

  it('is refused as not configured without a token', async () => {
    const closed = await startCustomersEmail(database, sink.url);
    const hook = { source: 'mail', key: '', body: aBounce(), headers: { authorization: 'Bearer ' } };
    await expect(closed.customers.receiveHook(hook)).rejects.toMatchObject({ reason: 'hook_not_configured' });
    await closed.stop();
  });

  it('is not needed when a server refuses an unknown mailbox at once, which also counts as a hard bounce', async () => {
    sink.behave({ recipient: { reply: 550, words: '5.1.1 No such user' } });
    expect(await label(`pur_${account}_1`)).toBe('failed');
    sink.behave({});
    expect(await label(`pur_${account}_2`)).toBe('skipped');
  });

  it('is not made for a full mailbox, and the next mail is sent', async () => {
    sink.behave({ recipient: { reply: 552, words: '5.2.2 Mailbox full' } });
    expect(await label(`pur_${account}_1`)).toBe('failed');
    sink.behave({});
    expect(await label(`pur_${account}_2`)).toBe('sent');
  });

  it('every query uses an index', async () => {
    await service.customers.updateMailSettings({ accountId: account, senderName: 'Mugs' });
    const explained = await watched.explain();
    expect(explained.filter(({ indexed }) => !indexed)).toEqual([]);
  });
});
