import { eventually } from '@parcelyard/testing/eventually';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { aBounce } from './support/a-report';
import { type SmtpSink, startSmtpSink } from './support/smtp-sink';
import { aPrintedLabel, SHIP_FROM as shipFrom, startCustomersEmail } from './support/start-customers-email';

const DAY_MS = 86_400_000;
const TOKEN = 'a-token-of-24-characters';
const DESK = 'Desk@shop.example';

describe('the mail settings of a shop', () => {
  let database: TestDatabase;
  let sink: SmtpSink;
  let service: Awaited<ReturnType<typeof startCustomersEmail>>;
  let account = 200;
  const unverified = new Set<number>();

  beforeAll(async () => {
    database = await startTestDatabase();
    sink = await startSmtpSink();
    const changes = { MAIL_HOOK_TOKENS: [TOKEN] };
    service = await startCustomersEmail(database, sink.url, { unverified, changes });
  });
  beforeEach(() => {
    account += 1;
    sink.received.length = 0;
  });
  afterAll(async () => {
    await service.stop();
    await sink.stop();
    await database.close();
  });

  const update = (changes: { senderName?: string; replyTo?: string }) =>
    service.customers.updateMailSettings({ accountId: account, ...changes });
  const settings = () => service.customers.getMailSettings({ accountId: account });
  const plain = (text = '') => text.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
  const mailWith = async (words: string) =>
    plain(await eventually(async () => expectOne(sink.received.filter((text) => text.includes(words)))));
  const tokenIn = (mail: string) => /\/reply-to\/([A-Za-z0-9._-]+)/.exec(mail)?.[1] ?? '';
  const shopMail = async (purchase: string) => {
    await service.publish(aPrintedLabel(account, purchase));
    return mailWith(`<label_printed.${purchase}.`);
  };

  it('have another reply address after that address has confirmed it', async () => {
    await update({ replyTo: ` ${DESK} ` });
    expect(await settings()).toMatchObject({ replyTo: '', replyToAsked: DESK });
    const asking = await mailWith(`To: ${DESK}`);
    expect(asking).toMatch(new RegExp(`^To: ${DESK}`, 'm'));
    expect(asking).toContain('owner@engine.org');
    expect(asking).toMatch(/^From: "?Ship\.com"? </m);
    expect(await shopMail(`pur_${account}_1`)).toContain('Reply-To: owner@engine.org');

    const link = { token: tokenIn(asking) };
    const asked = { address: DESK, ownerEmail: 'owner@engine.org' };
    expect(await service.customers.getReplyTo(link)).toEqual({ ...asked, confirmed: false });
    expect(await settings()).toMatchObject({ replyTo: '' });
    for (const _again of [1, 2]) {
      expect(await service.customers.confirmReplyTo(link)).toEqual({ ...asked, confirmed: true });
    }
    expect(await settings()).toMatchObject({ replyTo: DESK, replyToAsked: '' });
    expect(await shopMail(`pur_${account}_2`)).toContain(`Reply-To: ${DESK}`);
    await update({ replyTo: '' });
    expect(await shopMail(`pur_${account}_3`)).toContain('Reply-To: owner@engine.org');
    await expect(service.customers.confirmReplyTo(link)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a confirmation mail is sent to a new reply address once an hour, however often the button is pressed', async () => {
    await Promise.all([1, 2, 3].map(() => update({ replyTo: DESK })));
    await mailWith(`To: ${DESK}`);
    await shopMail(`pur_${account}_1`);
    await mailWith(`To: ${DESK}`);
  });

  it('a reply address in another case gets no second mail, and the link of the first mail confirms it', async () => {
    await update({ replyTo: DESK });
    const link = { token: tokenIn(await mailWith(`To: ${DESK}`)) };
    await update({ replyTo: DESK.toUpperCase() });
    expect(await service.customers.confirmReplyTo(link)).toMatchObject({ confirmed: true });
    expect(await settings()).toMatchObject({ replyTo: DESK.toUpperCase(), replyToAsked: '' });
    await shopMail(`pur_${account}_1`);
    expect(sink.received.filter((text) => text.includes('<reply_to.'))).toHaveLength(1);
  });

  it("no confirmation mail is sent to the owner's own address", async () => {
    await update({ replyTo: 'OWNER@engine.org' });
    expect(await settings()).toMatchObject({ replyTo: '', replyToAsked: '' });
    await shopMail(`pur_${account}_1`);
    expect(sink.received.filter((text) => text.includes('<reply_to.'))).toEqual([]);
  });

  it('a confirmation link ends after three days, and when another reply address is entered', async () => {
    await update({ replyTo: DESK });
    const link = { token: tokenIn(await mailWith(`To: ${DESK}`)) };
    await update({ replyTo: 'other@shop.example' });
    await expect(service.customers.getReplyTo(link)).rejects.toMatchObject({
      reason: 'reply_to_link_invalid',
    });
    await update({ replyTo: DESK });
    expect(await service.customers.getReplyTo(link)).toMatchObject({ confirmed: false });
    service.clock.advance(3 * DAY_MS);
    await expect(service.customers.confirmReplyTo(link)).rejects.toMatchObject({ code: 'not_found' });
    for (const token of ['', 'test.abc', 'a.b.c']) {
      await expect(service.customers.getReplyTo({ token })).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('no confirmation mail is sent for an account whose own address is not verified', async () => {
    unverified.add(account);
    await expect(update({ replyTo: DESK })).rejects.toMatchObject({ reason: 'own_address_unverified' });
    expect(await settings()).toMatchObject({ replyToAsked: '' });
  });

  it.each(['ada', 'a b@shop.example', 'none@shop.example', 'a@b.c, d@e.f'])(
    'the reply address cannot be %j',
    async (replyTo) => {
      await expect(update({ replyTo })).rejects.toMatchObject({
        reason: 'mail_address_malformed',
        field: 'reply_to',
      });
    },
  );

  it('the sender name is one short line', async () => {
    await update({ senderName: ' Mugs\r\nBcc: x@y.z ' });
    expect(await settings()).toMatchObject({ senderName: 'Mugs Bcc: x@y.z' });
    await expect(update({ senderName: 'x'.repeat(101) })).rejects.toMatchObject({ field: 'sender_name' });
  });

  it('bounces are listed, and mail is sent again to a mailbox that works again', async () => {
    const mail = await shopMail(`pur_${account}_1`);
    const original = mail.slice(0, mail.indexOf('\r\n\r\n'));
    const headers = { authorization: `Bearer ${TOKEN}` };
    const report = { source: 'mail', key: '', body: aBounce({ original }), headers };
    await service.customers.receiveHook(report);
    const listed = async () => (await service.customers.listMailReports({ accountId: account })).reports;
    const { bouncedAddresses } = await service.customers.getMailSettings({
      accountId: account,
      withBounced: true,
    });
    expect(bouncedAddresses).toEqual(['ada@engine.org']);
    expect(await listed()).toEqual([
      {
        address: 'ada@engine.org',
        lastAt: service.clock.now(),
        bounceStatus: '5.1.1',
        complainedAt: undefined,
        softBounces: 0,
      },
    ]);
    const { customer } = await service.customers.saveCustomer({
      accountId: account,
      email: 'ada@engine.org',
    });
    const customerId = customer?.customerId as number;
    const preview = () =>
      service.customers.sendCustomerEmail({
        accountId: account,
        customerId,
        subject: 'Hello',
        body: 'Come by.',
        shipFrom,
        confirm: false,
      });
    await expect(preview()).rejects.toMatchObject({ reason: 'customer_bounced' });
    await service.customers.forgiveBounce({ accountId: account, address: ' Ada@engine.org ' });
    // After the owner has forgiven the bounce, the same report does not count again.
    await service.customers.receiveHook(report);
    await expect(preview()).resolves.toMatchObject({ recipient: 'ada@engine.org' });
    expect(await listed()).toMatchObject([{ bounceStatus: undefined }]);
  });
});

function expectOne(received: readonly string[]): string {
  expect(received).toHaveLength(1);
  return received[0] as string;
}
