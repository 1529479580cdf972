import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, type CalendarDate, daysBetween } from '@parcelyard/service-kit/calendar/calendar-date';
import { eventually } from '@parcelyard/testing/eventually';
import { createVisitor } from '@parcelyard/testing/visitor';
import { shipctl } from './support/shipctl';
import { createOrder, openShop, type Shop } from './support/shop';
import { PASSWORD } from './support/sign-up';
import { type Stack, startStack } from './support/start-stack';

const LETTER = { subject: 'Spring sale', body: 'Everything must go.' };
const HOOK_TOKEN = 'the-token-of-a-mail-server';
/** With this many recipients, the services need several database calls to store them. */
const RECIPIENTS = 1_100;
/** The pause between two checks, so that a token sends fewer than 60 calls a minute. */
const PAUSE_MS = 2_000;

describe('customers and their e-mail, with a running stack', () => {
  let stack: Stack;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parcelyard-customers-'));
    stack = await startStack({ SPLIT: '1', MAIL_HOOK_TOKENS: HOOK_TOKEN });
  });
  afterAll(async () => {
    await stack.remove();
    rmSync(folder, { recursive: true });
  });

  const take = async ({ account }: Shop, what: 'customers' | 'orders', records: readonly object[]) => {
    const file = join(folder, `${what}.json`);
    writeFileSync(file, JSON.stringify(records));
    const options = ['--account', String(account.accountId), '--file', file];
    return shipctl<{ ids: number[] }>(stack.dataDir, 'import', what, ...options);
  };
  const mailTo = () =>
    readdirSync(stack.file().mailDir)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => readFileSync(join(stack.file().mailDir, name), 'utf8'));

  it('an order makes its customer recent, and a customer without a recent order has lapsed [MCP-C1] [MCP-C2] [MCP-C4]', async () => {
    const shop = await openShop(stack);
    const orderId = await createOrder(shop.mcp);
    const { ids } = await take(shop, 'customers', [{ firstName: 'Grace', email: 'grace@navy.example' }]);
    // Days are counted in the shop's time zone, Chicago, where 18:00 UTC is about noon in summer and winter.
    const { today: before } = await shop.mcp.expectData('list_lapsed_customers');
    const day = addDays(before as CalendarDate, -100);
    const date = `${day}T18:00:00Z`;
    await take(shop, 'orders', [{ customer_id: ids[0], date, recipient: { name: 'Grace' }, items: [] }]);
    await eventually(
      async () => {
        const { customers, total, today } = await shop.mcp.expectData('list_lapsed_customers');
        expect(total).toBe(1);
        const days_since_last_order = daysBetween(day, today as CalendarDate);
        expect(customers).toMatchObject([{ customer_id: ids[0], order_count: 1, days_since_last_order }]);
      },
      60_000,
      PAUSE_MS,
    );
    const found = await shop.mcp.expectData('list_customers', { query: 'LOVELACE' });
    expect(found).toMatchObject({ total: 1, customers: [{ first_name: 'Ada', order_count: 1 }] });
    const [ada] = found.customers as { customer_id: number }[];
    expect(await shop.mcp.expectData('get_customer', { customer_id: ada?.customer_id })).toMatchObject({
      recent_orders: [{ order_id: orderId }],
    });
  });

  it('without the plan feature a campaign is not allowed in a preview, and refused [MCP-C5]', async () => {
    const { mcp } = await openShop(stack, '--plan', 'starter');
    await mcp.expectData('create_or_update_customer', { email: 'ada@engine.example' });
    const args = { segment: 'all', ...LETTER };
    expect(await mcp.expectData('send_mass_marketing_email', args)).toMatchObject({
      limit_check: { allowed: false, reason: 'no_entitlement' },
    });
    expect(await mcp.call('send_mass_marketing_email', { ...args, confirm: true })).toMatchObject({
      isError: true,
      text: 'Marketing email campaigns are not included with your current subscription.',
    });
  });

  it('a click on the unsubscribe link excludes the customer from the next campaign [MCP-C7]', async () => {
    const { mcp } = await openShop(stack);
    const customer = await mcp.expectData('create_or_update_customer', { email: 'leaver@engine.example' });
    const sent = { customer_id: customer.customer_id, ...LETTER, confirm: true };
    await mcp.expectData('send_customer_email', sent);
    const link = await eventually(() => {
      const mail = mailTo().find((text) => text.includes('leaver@engine.example'));
      const url = /^List-Unsubscribe: <([^>]+)>/m.exec(mail ?? '')?.[1];
      expect(url).toBeDefined();
      return url as string;
    });
    expect(await (await fetch(link)).text()).toContain('<form method="post">');
    const clicked = await fetch(link, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
    expect(clicked.status).toBe(200);
    expect(await mcp.expectData('send_mass_marketing_email', { segment: 'all', ...LETTER })).toMatchObject({
      recipient_count: 0,
      excluded_unsubscribed: 1,
    });
  });

  it('the reply address changes after its reader has pressed the button of the confirmation link', async () => {
    const { account, mcp } = await openShop(stack);
    const owner = createVisitor(stack.file().baseUrl);
    const { email } = account;
    await owner.press(await owner.open('/signin'), 'Sign in', { email, password: PASSWORD });
    const fields = { sender_name: 'Mugs & Co', reply_to: 'desk@mugs.example' };
    const saved = await owner.press(await owner.open('/settings/mail'), 'Save sender', fields);
    expect(saved.text).toContain('desk@mugs.example is not confirmed yet');
    const link = await eventually(() => {
      const mail = mailTo().find((text) => /^To: desk@mugs\.example/m.test(text)) ?? '';
      const path = /\/reply-to\/[\w.-]+/.exec(mail.replace(/=\r?\n/g, ''))?.[0];
      expect(path).toBeDefined();
      return path as string;
    });
    const { customer_id } = await mcp.expectData('create_or_update_customer', {
      email: 'ada@engine.example',
    });
    const preview = () => mcp.expectData('send_customer_email', { customer_id, ...LETTER });
    expect(await preview()).toMatchObject({ reply_to: email });
    const reader = createVisitor(stack.file().baseUrl);
    const done = await reader.press(await reader.open(link), 'Confirm address');
    expect(done.text).toContain(`Customers' replies to e-mail of ${email} now go to desk@mugs.example`);
    expect(await preview()).toMatchObject({
      from: expect.stringContaining('Mugs & Co'),
      reply_to: 'desk@mugs.example',
    });
  });

  it('after a bounce that the mail server posts, no mail is sent to that address', async () => {
    const { mcp } = await openShop(stack);
    const { customer_id } = await mcp.expectData('create_or_update_customer', {
      email: 'gone@engine.example',
    });
    await mcp.expectData('send_customer_email', { customer_id, ...LETTER, confirm: true });
    const mail = await eventually(() => {
      const found = mailTo().find((text) => text.includes('gone@engine.example'));
      expect(found).toBeDefined();
      return found as string;
    });
    const post = (authorization: string) =>
      fetch(`${stack.file().baseUrl}/webhooks/mail`, {
        method: 'POST',
        body: bounceOf(mail, 'gone@engine.example'),
        headers: { authorization, 'content-type': 'message/rfc822' },
      });
    expect((await post('Bearer a-guess')).status).toBe(401);
    expect((await mcp.expectData('get_customer', { customer_id })).email_bounced_at).toBeUndefined();
    const taken = await post(`Bearer ${HOOK_TOKEN}`);
    expect([taken.status, await taken.json()]).toEqual([200, { received: true }]);
    expect((await mcp.expectData('get_customer', { customer_id })).email_bounced_at).toEqual(
      expect.any(String),
    );
    const again = { customer_id, ...LETTER, subject: 'Another', confirm: true };
    expect(await mcp.call('send_customer_email', again)).toMatchObject({
      isError: true,
      text: expect.stringMatching(
        /^Mail to customer \d+ came back: the mailbox does not exist \(5\.1\.1\)\./,
      ),
    });
    expect(await mcp.expectData('send_mass_marketing_email', { segment: 'all', ...LETTER })).toMatchObject({
      recipient_count: 0,
      excluded_bounced: 1,
    });
  });

  it(`a campaign to ${RECIPIENTS} recipients that is killed in the middle reaches nobody twice, and the rest is sent [MCP-C6]`, async () => {
    const shop = await openShop(stack);
    const address = (n: number) => `person${n}@campaign.example`;
    const people = Array.from({ length: RECIPIENTS }, (_, n) => ({ firstName: 'P', email: address(n) }));
    await take(shop, 'customers', people);
    const args = { segment: 'all', ...LETTER, confirm: true };
    const begun = await shop.mcp.expectData('send_mass_marketing_email', args);
    expect(begun.recipient_count).toBe(RECIPIENTS);
    const reached = () =>
      mailTo().flatMap((text) => /^To: (?:P )?<?(person\d+@campaign\.example)>?/m.exec(text)?.[1] ?? []);
    await eventually(
      () => expect(readdirSync(stack.file().mailDir).length).toBeGreaterThan(150),
      120_000,
      200,
    );
    const killed = stack.file().services['customers-email']?.pid as number;
    process.kill(killed, 'SIGKILL');
    expect(reached().length).toBeLessThan(RECIPIENTS);
    await eventually(() => expect(stack.file().services['customers-email']?.pid).not.toBe(killed));

    const { counts } = await eventually(
      async () => {
        const state = await shop.mcp.expectData('send_mass_marketing_email', args);
        expect(state).toMatchObject({ campaign_id: begun.campaign_id, status: 'completed' });
        return state as { counts: Record<string, number> };
      },
      300_000,
      PAUSE_MS,
    );
    const all = reached();
    expect(new Set(all).size).toBe(all.length);
    expect(counts).toMatchObject({ queued: 0, failed: 0, skipped: 0 });
    expect((counts.sent as number) + (counts.unknown as number)).toBe(RECIPIENTS);
    expect(all.length).toBeGreaterThanOrEqual(counts.sent as number);
  }, 600_000);
});

/**
 * Returns the report of a mail server about a mail to a mailbox that does not exist (RFC 3464), with the headers of
 * that mail.
 */
function bounceOf(mail: string, recipient: string): string {
  const head = mail.replace(/\r\n/g, '\n').split('\n\n', 1)[0] as string;
  return [
    'From: MAILER-DAEMON@mx.ship.example',
    'To: bounces@ship.example',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="=_b"',
    '',
    '--=_b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.ship.example',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    'Action: failed',
    'Status: 5.1.1',
    '',
    '--=_b',
    'Content-Type: text/rfc822-headers',
    '',
    ...head.split('\n'),
    '',
    '--=_b--',
    '',
  ].join('\r\n');
}
