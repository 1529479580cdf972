import type { KindLimits, SetSpendingLimitsRequest } from '@parcelyard/contracts/billing';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { ACCOUNT_ID, TOKENS } from '../../../support/fake-auth';
import { pressWithoutToken, visitAsOwner } from '../../../support/owner-visit';
import type { Options } from '../../../support/start-gateway';

const PATH = '/settings/limits';
const limited: KindLimits = {
  perLabelCents: 5_000,
  perDayCents: 20_000,
  askAboveCents: 2_500,
  spentTodayCents: 16_240,
};
const free: KindLimits = { spentTodayCents: 310 };

/** Returns a fake billing with these limits. It records what is sent to it. */
function services(token = free, app = free) {
  const saved: SetSpendingLimitsRequest[] = [];
  const options: Partial<Options> = {
    billing: {
      getSpendingLimits: async () => ({ token, app }),
      setSpendingLimits: async (request) => {
        saved.push(request);
        return { token, app };
      },
    },
  };
  return { options, saved };
}

/** The six fields of the form, all empty, as a script would post them. */
const EMPTY = {
  token_per_label: '',
  token_per_day: '',
  token_ask_above: '',
  apps_per_label: '',
  apps_per_day: '',
  apps_ask_above: '',
};

describe('the limits page', () => {
  it('shows each limit, what is spent and left today, and what happens at the limit [MCP-W5]', async () => {
    const { visitor } = await visitAsOwner(services(limited).options);
    const { text, html } = await visitor.open(PATH);
    for (const shown of [
      ...[
        'API key',
        'Limited',
        '$162.40 of $200.00',
        '$37.60 is left today.',
        'No limits',
        '$3.10 spent today.',
      ],
      ...['Connected apps cannot buy labels yet.', 'nothing is charged', 'valid for an hour'],
    ]) {
      expect(text).toContain(shown);
    }
    expect(html).toContain('name="token_per_label" type="text" value="50.00"');
    expect(html).toContain('name="token_ask_above" type="text" value="25.00"');
    expect(html).toMatch(/<progress[^>]*max="20000" value="16240"/);
    expect(html).toContain('name="apps_per_day" type="text" value ');
  });

  it('says when nothing is left, also after the limit was set below what is spent', async () => {
    const { visitor } = await visitAsOwner(services({ ...limited, perDayCents: 10_000 }).options);
    const { text, html } = await visitor.open(PATH);
    expect(text).toContain('The daily limit is used up. Every label is refused until midnight.');
    expect(html).toContain('<span class="badge bad">Daily limit reached</span>');
    expect(html).toContain('<div class="notice warn" role="status">The daily limit is used up');
  });

  it('saves six amounts in cents, an empty one as off, records the author, and says so [MCP-W5]', async () => {
    const { options, saved } = services(limited, limited);
    const { gateway, visitor } = await visitAsOwner(options);
    const page = await visitor.open(PATH);
    const typed = { ...EMPTY, token_per_label: '$1,000.5', token_per_day: ' 0.01 ', apps_ask_above: '40' };
    const after = await visitor.press(page, 'Save limits', typed);
    expect([after.status, after.path]).toEqual([200, `${PATH}?saved=1`]);
    expect(after.text).toContain('The limits were saved.');
    expect(saved).toEqual([
      {
        accountId: ACCOUNT_ID,
        timeZone: 'America/Chicago',
        token: { perLabelCents: 100_050, perDayCents: 1, askAboveCents: 0 },
        app: { perLabelCents: 0, perDayCents: 0, askAboveCents: 4_000 },
        replaces: {
          token: { ...limited, spentTodayCents: 0 },
          app: { ...limited, spentTodayCents: 0 },
        },
      },
    ]);
    const recorded = gateway.authCalls.filter(({ method }) => method === 'beginActivity');
    expect(recorded).toMatchObject([{ request: { action: 'limits_changed', author: { surface: 'web' } } }]);
  });

  it.each(['.5', ',5', '0,50'])('takes the amount %s as 50 cents', async (token_per_label) => {
    const { options, saved } = services();
    const { visitor } = await visitAsOwner(options);
    await visitor.press(await visitor.open(PATH), 'Save limits', { token_per_label });
    expect(saved).toMatchObject([{ token: { perLabelCents: 50 } }]);
  });

  it('saves and records nothing without a change, and says so', async () => {
    const { options, saved } = services(limited, free);
    const { gateway, visitor } = await visitAsOwner(options);
    const after = await visitor.press(await visitor.open(PATH), 'Save limits');
    expect(after.status).toBe(200);
    expect(after.text).toContain('These limits are saved already.');
    expect(after.text).not.toContain('The limits were saved.');
    expect(saved).toEqual([]);
    expect(gateway.authCalls.map(({ method }) => method)).not.toContain('beginActivity');
  });

  /** Returns a fake billing that keeps the limits. */
  const keeping = (before: KindLimits) => {
    const kept = { token: before, app: free };
    const set = ({ token = {}, replaces }: SetSpendingLimitsRequest) => {
      if (replaces?.token?.perLabelCents !== kept.token.perLabelCents) {
        throw new DomainError('conflict', 'limits_changed_meanwhile', {});
      }
      kept.token = { ...kept.token, perLabelCents: token.perLabelCents };
      return { ...kept };
    };
    const options: Partial<Options> = {
      billing: {
        getSpendingLimits: async () => ({ ...kept }),
        setSpendingLimits: async (request) => set(request),
      },
    };
    return { kept, set, options };
  };
  const CHANGED = 'Nothing was saved, because the limits were changed after they were shown.';

  it('changes nothing when it was opened before another change, and shows the present limits', async () => {
    const { kept, options } = keeping(limited);
    const { gateway, visitor } = await visitAsOwner(options);
    const [older, newer] = [await visitor.open(PATH), await visitor.open(PATH)];
    await visitor.press(newer, 'Save limits', { token_per_label: '10' });
    gateway.authCalls.length = 0;
    const after = await visitor.press(older, 'Save limits', { token_per_label: '99' });
    expect(after.status).toBe(400);
    expect(after.text).toContain(CHANGED);
    expect(after.html).toContain('name="token_per_label" type="text" value="10.00"');
    expect(kept.token.perLabelCents).toBe(1_000);
    expect(gateway.authCalls.map(({ method }) => method)).not.toContain('beginActivity');
    await visitor.press(after, 'Save limits', { token_per_label: '99' });
    expect(kept.token.perLabelCents).toBe(9_900);
  });

  it('changes nothing when the limits change while they are saved', async () => {
    const { kept, set, options } = keeping(limited);
    options.billing = {
      ...options.billing,
      setSpendingLimits: async (request) => {
        kept.token = { ...kept.token, perLabelCents: 1_000 };
        return set(request);
      },
    };
    const { visitor } = await visitAsOwner(options);
    const after = await visitor.press(await visitor.open(PATH), 'Save limits', { token_per_label: '99' });
    expect([after.status, after.text]).toEqual([400, expect.stringContaining(CHANGED)]);
    expect(after.html).toContain('name="token_per_label" type="text" value="10.00"');
  });

  it('says that the limits are saved when its button is clicked twice', async () => {
    const { kept, options } = keeping(limited);
    const { gateway, visitor } = await visitAsOwner(options);
    const page = await visitor.open(PATH);
    await visitor.press(page, 'Save limits', { token_per_label: '10' });
    const second = await visitor.press(page, 'Save limits', { token_per_label: '10' });
    expect([second.status, second.text]).toEqual([200, expect.stringContaining('These limits are saved')]);
    expect(kept.token.perLabelCents).toBe(1_000);
    expect(gateway.authCalls.filter(({ method }) => method === 'beginActivity')).toHaveLength(1);
  });

  it('still notices another change after a wrong amount was corrected', async () => {
    const { kept, options } = keeping(limited);
    const { visitor } = await visitAsOwner(options);
    const wrong = await visitor.press(await visitor.open(PATH), 'Save limits', { token_per_day: 'x' });
    kept.token = { ...kept.token, perLabelCents: 1_000 };
    const after = await visitor.press(wrong, 'Save limits', { token_per_day: '75' });
    expect([after.status, after.text]).toEqual([400, expect.stringContaining(CHANGED)]);
  });

  const LABEL = 'Maximum for one label: ';
  const DAY = 'Maximum for one day: ';
  const ASK = 'Ask me above: ';
  const DOLLARS = 'enter an amount in dollars, such as 25.00.';

  it.each([
    ['token_per_label', 'lots', `${LABEL}${DOLLARS}`],
    ['token_per_day', '-5', `${DAY}${DOLLARS}`],
    ['token_ask_above', '1.005', `${ASK}enter an amount with at most two decimals, such as 25.00.`],
    [
      'apps_per_label',
      '1000000.01',
      `${LABEL}enter at most 1,000,000.00 dollars, or leave it empty for no limit.`,
    ],
    [
      'token_per_label',
      '99999999999',
      `${LABEL}enter at most 1,000,000.00 dollars, or leave it empty for no limit.`,
    ],
    [
      ...(['apps_per_day', '0'] as const),
      `${DAY}enter 0.01 or more. Leave it empty for no limit. Enter 0.01 to block all labels.`,
    ],
    [
      ...(['token_ask_above', '0.00'] as const),
      `${ASK}enter 0.01 or more. Leave it empty if you never want to be asked. Enter 0.01 to be asked for every label.`,
    ],
    ['apps_ask_above', '1e3', `${ASK}${DOLLARS}`],
    ['apps_ask_above', '.', `${ASK}${DOLLARS}`],
    ['apps_ask_above', '1.2.3', `${ASK}${DOLLARS}`],
  ])(
    'refuses %s of "%s" with its label and rule, keeps the typed text and changes nothing [MCP-W5]',
    async (field, given, problem) => {
      const { options, saved } = services(limited);
      const { gateway, visitor } = await visitAsOwner(options);
      const page = await visitor.open(PATH);
      const after = await visitor.press(page, 'Save limits', { token_per_day: '75', [field]: given });
      expect(after.status).toBe(400);
      expect(after.html).toContain(`id="${field}-error">${problem}<`);
      expect(after.html).toContain(`value="${given}"`);
      if (field !== 'token_per_day') expect(after.html).toContain('value="75"');
      expect(after.text).toContain('Nothing was saved. Correct the amount marked below.');
      expect(after.text).not.toContain(`${field} `);
      expect(saved).toEqual([]);
      expect(gateway.authCalls.map(({ method }) => method)).not.toContain('beginActivity');
    },
  );

  it('shows all wrong amounts at once beside their fields, and their number above', async () => {
    const { visitor } = await visitAsOwner(services().options);
    const typed = { token_per_label: 'x', apps_per_day: 'y' };
    const { html, text } = await visitor.press(await visitor.open(PATH), 'Save limits', typed);
    expect(html).toContain('token_per_label-error');
    expect(html).toContain('apps_per_day-error');
    expect(text).toContain('Nothing was saved. Correct the 2 amounts marked below.');
  });

  it('refuses a form without its csrf token', async () => {
    const { options, saved } = services();
    const { visitor } = await visitAsOwner(options);
    const page = await visitor.open(PATH);
    expect((await pressWithoutToken(visitor, page, 'Save limits')).status).toBe(403);
    expect(saved).toEqual([]);
  });

  it.each(['GET', 'POST'])(
    'cannot be opened with a token: %s leads to the sign-in [MCP-W3]',
    async (method) => {
      const { options, saved } = services();
      const { gateway } = await visitAsOwner(options);
      for (const token of [TOKENS.access, TOKENS.oauth]) {
        const response = await fetch(`${gateway.url}${PATH}`, {
          method,
          redirect: 'manual',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/x-www-form-urlencoded',
          },
          ...(method === 'POST' && { body: 'token_per_day=1' }),
        });
        expect([response.status, response.headers.get('location')]).toEqual([
          303,
          `/signin?return_to=%2Fsettings%2Flimits${method === 'POST' ? '&unsent=1' : ''}`,
        ]);
      }
      expect(saved).toEqual([]);
    },
  );
});

it('has the links of the navigation in the decided order', async () => {
  const { visitor } = await visitAsOwner(services().options);
  const { html } = await visitor.open(PATH);
  const nav = html.slice(html.indexOf('<nav class="nav"'), html.indexOf('</nav>'));
  expect([...nav.matchAll(/>([^<]+)<\/a>/g)].map(([, text]) => text)).toEqual([
    ...['Waiting for you', 'Orders', 'Batches', 'Pickups', 'Customers', 'Reports'],
    ...['API integration', 'MCP', 'Connected apps', 'Limits', 'Activity', 'Webhook'],
    ...['Billing', 'Shipping'],
  ]);
  expect(nav).toContain('<a href="/settings/limits" aria-current="page">');
});

it('has links to Account and Mail to customers beside the name and the whole e-mail address', async () => {
  const { visitor } = await visitAsOwner(services().options);
  const { html } = await visitor.open(PATH);
  const account = html.slice(html.indexOf('<div class="account">'), html.indexOf('<main'));
  expect(
    [...account.matchAll(/<a href="([^"]+)">([^<]+)<\/a>/g)].map(([, href, text]) => [text, href]),
  ).toEqual([
    ['Account', '/settings/account'],
    ['Mail to customers', '/settings/mail'],
  ]);
  expect(account).toContain('ada@<wbr/>example.com');
});
