import {
  ActivityActor,
  type ActivityEntry,
  ActivityOutcome,
  type ListActivityRequest,
} from '@parcelyard/contracts/activity';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import fc from 'fast-check';
import { csvLine } from '../../../../src/surfaces/web/pages/activity/csv-line';
import { anOrderRow } from '../../../support/contracts';
import { ACCOUNT_ID, TOKENS } from '../../../support/fake-auth';
import { fakeOwners } from '../../../support/fake-owners';
import { visitAsOwner } from '../../../support/owner-visit';
import type { Options } from '../../../support/start-gateway';

const PATH = '/settings/activity';
/** Returns an entry of the log at 14:00 UTC. The test gateway's clock is at 15:00 UTC on the same day. */
const entry = (changes: Partial<ActivityEntry> = {}): ActivityEntry => ({
  requestId: '0a1b2c3d-0000-4000-8000-000000000001',
  at: new Date('2026-03-02T14:00:00Z'),
  author: {
    actor: ActivityActor.TOKEN,
    surface: 'mcp',
    appName: '',
    tokenIssuedAt: new Date('2026-02-01T00:00:00Z'),
  },
  action: 'buy_label',
  subject: { orderId: 1001, amountCents: 875 },
  outcome: ActivityOutcome.DONE,
  reason: '',
  endedAt: new Date('2026-03-02T14:00:01Z'),
  ...changes,
});

/** Returns a fake auth with these pages of the log. */
function services(...pages: readonly (readonly ActivityEntry[])[]) {
  const asked: ListActivityRequest[] = [];
  const options: Partial<Options> = {
    auth: {
      ...fakeOwners(),
      listActivity: async (request) => {
        asked.push(request);
        const place = request.before === '' ? 0 : Number(request.before);
        return {
          entries: [...(pages[place] ?? [])],
          next: place + 1 < pages.length ? String(place + 1) : '',
        };
      },
    },
    orders: { getOrderRows: async () => ({ orders: [anOrderRow()] }) },
  };
  return { options, asked };
}

async function shown(...entries: ActivityEntry[]) {
  const { visitor } = await visitAsOwner(services(entries).options);
  return visitor.open(PATH);
}

describe('the activity page', () => {
  it('shows action, author, time, order, amount and reference [MCP-W1]', async () => {
    const { text, html } = await shown(entry());
    for (const part of [
      ...[
        'Buy a label',
        'Order K7Q2MX',
        'API key',
        'created Jan 31, 2026, MCP',
        'Mar 2, 2026',
        '$8.75',
        'charged',
      ],
      ...['Done', '0a1b2c3d-0000-4000-8000-000000000001'],
    ]) {
      expect(text).toContain(part);
    }
    expect(html).toContain('href="/orders/1001"');
  });

  it('names a connected app and the owner', async () => {
    const app = { actor: ActivityActor.APP, surface: 'mcp', appName: 'Claude', tokenIssuedAt: undefined };
    const owner = { ...app, actor: ActivityActor.OWNER, surface: 'web', appName: '' };
    const { text } = await shown(
      entry({ author: app, action: 'cancel_order' }),
      entry({ author: owner, action: 'app_disconnected', subject: { appName: 'Claude' } }),
    );
    for (const part of ['connected app, MCP', 'Cancel an order', 'The owner', 'in the web application']) {
      expect(text).toContain(part);
    }
  });

  it.each([
    ['buy_label', { orderId: 77 }, 'Order 77'],
    ['trigger_batch_purchase', { batchId: 12, count: 96, amountCents: 41_200 }, /Batch 12\s+· 96 orders/],
    ['schedule_pickup', { pickupId: 5, count: 3 }, /Pickup 5\s+· 3 orders/],
    ['schedule_pickup', { pickupId: 5, count: 1 }, /Pickup 5\s+· 1 order(?!s)/],
    ['send_mass_marketing_email', { campaignId: 8, count: 1_200 }, 'Campaign 8 · 1,200 recipients'],
    ['send_customer_email', { customerId: 55 }, 'Customer 55'],
    ['something_of_a_later_version', {}, 'something of a later version'],
  ])('describes the subject of %s', async (action, subject, words) => {
    expect((await shown(entry({ action, subject }))).text).toMatch(words);
  });

  it.each([
    [
      { outcome: ActivityOutcome.REFUSED, reason: 'day_limit_passed' },
      'Refused',
      'Over your limit for a day.',
    ],
    [{ outcome: ActivityOutcome.REFUSED, reason: 'carrier_asleep' }, 'Refused', 'Nothing was done.'],
    [
      { outcome: ActivityOutcome.FAILED, reason: 'unavailable' },
      'Interrupted',
      'Check whether the action was done.',
    ],
    [{ outcome: ActivityOutcome.UNSPECIFIED }, 'Outcome unknown', 'Check whether the action was done.'],
    [{ outcome: ActivityOutcome.UNSPECIFIED, at: new Date('2026-03-02T14:59:30Z') }, 'In progress', ''],
  ])('describes the outcome in plain words: %j [MCP-W2]', async (changes, badge, sentence) => {
    const { text } = await shown(entry({ endedAt: undefined, ...changes }));
    expect(text).toContain(badge);
    expect(text).toContain(sentence);
  });

  it("links to a purchase that waits for the owner's approval", async () => {
    const waits = { outcome: ActivityOutcome.REFUSED, reason: 'approval_needed' };
    const { html, text } = await shown(
      entry({ ...waits, subject: { orderId: 1001, approvalId: 'apr_x/y' } }),
    );
    expect(html).toContain('href="/approve/apr_x%2Fy"');
    expect(text).toContain('Asked you');
    expect(text).not.toContain('Refused');
  });

  it.each([
    ['seal_not_intact', 'The rate was changed, or it belongs to another order or account.'],
    ['charge_above_max_charge', 'It cost more than the request allowed.'],
    ['label_voided', 'The label was already voided.'],
    ['constructor', 'Nothing was done.'],
  ])('describes %s in a few words', async (reason, words) => {
    expect((await shown(entry({ outcome: ActivityOutcome.REFUSED, reason }))).text).toContain(words);
  });

  it.each([
    ['buy_label', 'Already bought; nothing was charged.'],
    ['trigger_batch_purchase', 'Already begun; nothing was charged.'],
    ['redeem_referral_credit', 'Already redeemed; nothing was credited.'],
    ['cancel_order', 'Done'],
  ])('shows no amount when %s moved none, and says what was repeated', async (action, words) => {
    const { text, html } = await shown(entry({ action, subject: { orderId: 1001, amountCents: 0 } }));
    expect(text).toContain(words);
    expect(text).not.toContain('$0.00');
    // An empty cell is left out on a narrow screen.
    expect(html).toContain('<td class="numeric" data-label="Amount"></td>');
  });

  it('says what it will show while it is empty, and offers no empty file', async () => {
    const { text, html } = await shown();
    expect(text).toContain('No activity yet');
    expect(html).not.toContain('activity.csv');
    expect(html).not.toContain('name="show"');
  });

  it('leads to older entries and back, and keeps its filter [MCP-W4]', async () => {
    const { options, asked } = services([entry()], [entry()], [entry()]);
    const { visitor } = await visitAsOwner(options);
    const first = await visitor.open(`${PATH}?show=apps`);
    expect(first.html).toContain('href="/settings/activity?show=apps&amp;before=1"');
    expect(first.text).not.toContain('Newest');
    const second = await visitor.open(`${PATH}?show=apps&before=1`);
    expect(second.html).toContain('href="/settings/activity?show=apps"');
    await visitor.open(`${PATH}?show=buy_label`);
    await visitor.open(`${PATH}?show=constructor`);
    expect(asked).toMatchObject([
      { accountId: ACCOUNT_ID, actor: ActivityActor.APP, before: '', pageSize: 25 },
      { actor: ActivityActor.APP, before: '1' },
      { action: 'buy_label', before: '' },
      { before: '' },
    ]);
    expect(asked[3]?.action).toBeUndefined();
  });

  it('with an empty result has a link back', async () => {
    const { visitor } = await visitAsOwner(services([]).options);
    const { text } = await visitor.open(`${PATH}?show=apps`);
    expect(text).toContain('Nothing in the last 400 days matches this filter.');
    expect(text).toContain('Show everything');
  });
});

describe('the activity file', () => {
  const readCsv = async (...pages: readonly (readonly ActivityEntry[])[]) => {
    const { options, asked } = services(...pages);
    const { visitor } = await visitAsOwner(options);
    const response = await visitor.send(`${PATH}.csv`);
    return { response, asked, text: await response.text() };
  };

  it('is a CSV file with every entry of every page [MCP-W4]', async () => {
    const { response, text, asked } = await readCsv([entry(), entry()], [entry()]);
    expect(response.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="parcelyard-activity.csv"',
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    const lines = text.split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatch(/^time,action,who,app,/);
    expect(lines[1]).toBe(
      '2026-03-02T14:00:00.000Z,buy_label,API key,,2026-02-01T00:00:00.000Z,mcp,1001,K7Q2MX,,,,,,,8.75,charged,done,,0a1b2c3d-0000-4000-8000-000000000001',
    );
    expect(asked.map(({ before, pageSize }) => [before, pageSize])).toEqual([
      ['', 500],
      ['1', 500],
    ]);
  });

  it('of an account without activity has only its first line', async () => {
    const { text } = await readCsv([]);
    expect(text.split('\r\n')).toEqual([expect.stringMatching(/^time,/), '']);
  });

  it('contains no formula from the name of an app', async () => {
    const author = { actor: ActivityActor.APP, surface: 'mcp', tokenIssuedAt: undefined };
    const { text } = await readCsv([
      entry({ author: { ...author, appName: '=HYPERLINK("https://evil.example","Invoice")' } }),
    ]);
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"",""Invoice"")"`);
  });

  it('breaks off when it cannot be completed, so that half a file is not used', async () => {
    const { options } = services([entry()], [entry()]);
    const listActivity = options.auth?.listActivity;
    const auth: Options['auth'] = {
      ...options.auth,
      listActivity: async (request, context) => {
        if (request.before !== '') throw new DomainError('unavailable', 'unavailable', {});
        return (await listActivity?.(request, context)) ?? { entries: [], next: '' };
      },
    };
    const { visitor } = await visitAsOwner({ ...options, auth });
    const response = await visitor.send(`${PATH}.csv`);
    await expect(response.text()).rejects.toThrow();
  });

  it.each(['', '.csv'])('%s cannot be opened with a token [MCP-W3]', async (end) => {
    const { options, asked } = services([entry()]);
    const { gateway } = await visitAsOwner(options);
    for (const token of [TOKENS.access, TOKENS.oauth]) {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${gateway.url}${PATH}${end}`, { headers, redirect: 'manual' });
      expect(response.status).toBe(303);
      expect(response.headers.get('location')).toMatch(/^\/signin\?return_to=/);
    }
    expect(asked).toEqual([]);
  });
});

describe('a line of CSV', () => {
  it.each([
    [['plain', 12, undefined, ''], 'plain,12,,'],
    [['a,b', 'a"b', "it's", 'a;b'], '"a,b","a""b","it\'s","a;b"'],
    [['two\r\nlines', '\ttab', 'nul\u0000'], 'two lines,tab,nul'],
    [['=1+1', '+1', '-1', '@SUM(A1)'], `"'=1+1","'+1","'-1","'@SUM(A1)"`],
    [[' =1+1', '\r\n=1', '＝1＋1'], `"'=1+1","'=1","'＝1＋1"`],
    [[-5, 0], '-5,0'],
  ])('%j', (cells, line) => {
    expect(csvLine(cells)).toBe(`${line}\r\n`);
  });

  it('never begins a cell with a formula character, and is one line, with any content', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (cells) => {
        const line = csvLine(cells);
        expect(line.slice(0, -2)).not.toMatch(/[\r\n]/);
        for (const cell of cells) expect(csvLine([cell]).slice(0, -2)).not.toMatch(/^"?[=+\-@\t\r＝＋－＠]/);
      }),
    );
  });
});
