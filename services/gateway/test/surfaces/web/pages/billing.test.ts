import type { Card } from '@parcelyard/contracts/billing';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { parseAmount } from '../../../../src/surfaces/web/pages/billing/balance-card';
import { aBalance, anOrderRow, someEntitlements } from '../../../support/contracts';
import { ACCOUNT_ID } from '../../../support/fake-auth';
import { fakeOwners } from '../../../support/fake-owners';
import { pressWithoutToken, visitAsOwner } from '../../../support/owner-visit';
import type { Options } from '../../../support/start-gateway';

const features = { carrierPickup: true, batch: true, businessReporting: true, marketingEmail: true };
const entry = {
  seq: 1,
  kind: 'credit',
  at: new Date('2026-03-02T15:00:00Z'),
  heldChangeCents: 0,
  availableChangeCents: 500_000,
  availableAfterCents: 500_000,
  heldAfterCents: 0,
  postageCents: 0,
  insuranceCents: 0,
  feeCents: 0,
};
const held = {
  ...entry,
  seq: 2,
  kind: 'hold',
  purchaseId: 'pur_1001_1_5eed',
  availableChangeCents: -875,
  heldChangeCents: 875,
  availableAfterCents: 499_125,
  postageCents: 745,
  feeCents: 30,
  insuranceCents: 100,
};
const charged = { ...held, seq: 3, kind: 'capture', availableChangeCents: 0, heldChangeCents: -875 };

const NO_CARD: Card = {
  state: 'none',
  brand: '',
  last4: '',
  expMonth: 0,
  expYear: 0,
  pageOrigins: [],
  hasPortal: false,
};
const VISA: Card = {
  state: 'expiring',
  brand: 'visa',
  last4: '4242',
  expMonth: 4,
  expYear: 2026,
  hasPortal: true,
  pageOrigins: ['https://checkout.stripe.com', 'https://billing.stripe.com'],
};

const services = (more: Options['billing'] = {}): Partial<Options> => ({
  billing: {
    getBalance: async () => aBalance({ heldCents: 250, autoRechargeCents: 2500 }),
    getEntitlements: async () => someEntitlements(),
    listPlans: async () => ({
      plans: [
        {
          code: 'growth',
          name: 'Growth',
          priceCents: 4900,
          shipmentsLimit: 2000,
          features,
          selectable: true,
        },
        { code: 'pro', name: 'Pro', priceCents: 9900, features, selectable: true },
        { code: 'enterprise', name: 'Enterprise', priceCents: 24_900, features, selectable: false },
      ],
    }),
    getCard: async () => NO_CARD,
    listLedger: async () => ({ entries: [charged, held, entry], total: 60 }),
    ...more,
  },
  orders: { getOrderRows: async () => ({ orders: [anOrderRow()] }) },
});

describe('the billing page', () => {
  it('shows the last day of a trial in the time zone of the account', async () => {
    const currentPeriodEnd = new Date('2026-03-16T02:00:00Z');
    const getEntitlements = async () => someEntitlements({ status: 'trialing', currentPeriodEnd });
    const { visitor } = await visitAsOwner(services({ getEntitlements }));
    expect((await visitor.open('/settings/billing')).html).toMatch(
      /The trial ends on <time[^>]*>March 15, 2026</,
    );
  });

  it('shows balance, auto-recharge, plan with its usage, and every transfer', async () => {
    const { visitor } = await visitAsOwner(services());
    const { html, text } = await visitor.open('/settings/billing');
    for (const shown of [
      ...[
        '$123.45',
        '$2.50 more is held',
        'Growth',
        '17 of 2,000',
        '4 of 2,500',
        'Your plan',
        'Contact support',
      ],
      ...['+$5,000.00', '-$8.75', '$4,991.25', 'Postage $7.45, insurance $1.00, fee $0.30', 'K7Q2MX'],
      ...['-$8.75 from the reserved amount', '1–25 of 60'],
    ]) {
      expect(text).toContain(shown);
    }
    expect(html).toContain('name="auto_recharge" type="text" value="25.00"');
    expect(html).toContain('href="/orders/1001"');
    expect(html).toContain('href="/settings/billing?page=2"');
  });

  it('says how to add money to an empty balance', async () => {
    const getBalance = async () => aBalance({ availableCents: 0, heldCents: 0, autoRechargeCents: 0 });
    const { visitor } = await visitAsOwner(services({ getBalance }));
    const { text } = await visitor.open('/settings/billing');
    expect(text).toContain('Not enough for a label. Save an auto-recharge amount');
  });

  it('names an adjustment of postage by a carrier', async () => {
    const adjusted = { ...entry, kind: 'carrier_adjustment', availableChangeCents: -410 };
    const { visitor } = await visitAsOwner(
      services({ listLedger: async () => ({ entries: [adjusted], total: 1 }) }),
    );
    expect((await visitor.open('/settings/billing')).text).toContain('Postage adjusted by the carrier');
  });

  it('requests the page of the ledger that the address names', async () => {
    const { gateway, visitor } = await visitAsOwner(services());
    await visitor.open('/settings/billing?page=3');
    const asked = gateway.calls.find(({ method }) => method === 'listLedger');
    expect(asked?.request).toEqual({ accountId: ACCOUNT_ID, page: 3, pageSize: 25 });
  });

  it('saves the auto-recharge amount in cents and says so', async () => {
    const saved: unknown[] = [];
    const setAutoRecharge = async (request: unknown) => {
      saved.push(request);
      return {};
    };
    const { visitor } = await visitAsOwner(services({ setAutoRecharge }));
    const page = await visitor.open('/settings/billing');
    const after = await visitor.press(page, 'Save amount', { auto_recharge: '$1,000.5' });
    expect([after.status, after.path]).toEqual([200, '/settings/billing?changed=auto-recharge']);
    expect(after.text).toContain('The auto-recharge amount was saved.');
    expect(saved).toEqual([{ accountId: ACCOUNT_ID, amountCents: 100_050 }]);
  });

  it.each(['', 'lots', '-1', '1.005', '10000.01', '1e3', '<b>'])(
    'refuses "%s" as an amount with the field\'s name, keeps it and saves nothing',
    async (given) => {
      const { visitor, called } = await visitAsOwner(services());
      const page = await visitor.open('/settings/billing');
      called();
      const after = await visitor.press(page, 'Save amount', { auto_recharge: given });
      expect(after.status).toBe(400);
      expect(after.html).toMatch(/id="auto_recharge-error">Enter (an amount|at most)/);
      const kept = given.replace('<', '&lt;');
      expect(after.html).toContain(given === '' ? 'type="text" value required' : `value="${kept}"`);
      expect(called()).not.toContain('setAutoRecharge');
    },
  );

  it.each([
    ['25', 2500],
    ['0', 0],
    ['0.01', 1],
    [' $10,000.00 ', 1_000_000],
    ['0.29', 29],
    ['1.1', 110],
    ['25,00', 2_500],
    ['0,5', 50],
  ])('reads %s exactly to the cent', (text, cents) => {
    expect(parseAmount(text)).toEqual({ cents });
  });

  it('changes the plan, and says so', async () => {
    const changed: unknown[] = [];
    const changePlan = async (request: unknown) => {
      changed.push(request);
      return someEntitlements();
    };
    const { visitor } = await visitAsOwner(services({ changePlan }));
    const after = await visitor.press(await visitor.open('/settings/billing'), 'Choose Pro');
    expect(after.path).toBe('/settings/billing?changed=plan#plans');
    expect(after.text).toContain('Your plan was changed.');
    expect(changed).toEqual([{ accountId: ACCOUNT_ID, plan: 'pro' }]);
  });

  it('says why a plan cannot be selected', async () => {
    const changePlan = async () => {
      throw new DomainError(
        'failed_precondition',
        'text',
        { text: 'The Pro plan costs $99.00 a month.' },
        { field: 'plan' },
      );
    };
    const { visitor } = await visitAsOwner(services({ changePlan }));
    const after = await visitor.press(await visitor.open('/settings/billing'), 'Choose Pro');
    expect(after.status).toBe(400);
    expect(after.text).toContain('The Pro plan costs $99.00 a month.');
  });

  it.each(['Save amount', 'Choose Pro'])('refuses "%s" without the form\'s csrf token', async (button) => {
    const { visitor, called } = await visitAsOwner(services());
    const page = await visitor.open('/settings/billing');
    called();
    expect((await pressWithoutToken(visitor, page, button)).status).toBe(403);
    expect(called()).toEqual([]);
  });
});

describe('a card on the billing page', () => {
  it('is added on the page of the payment gateway, to which the browser is redirected', async () => {
    const startCardSetup = async () => ({ url: 'https://checkout.stripe.com/c/pay/cs_test_1' });
    const { visitor, gateway } = await visitAsOwner(services({ startCardSetup, getCard: async () => VISA }));
    const opened = await visitor.open('/settings/billing');
    expect(opened.text).toContain('Visa ending in 4242, valid until 04/2026');
    expect(opened.text).toContain('Expires soon');
    const policy = opened.headers.get('content-security-policy');
    expect(policy).toContain("form-action 'self' https://checkout.stripe.com https://billing.stripe.com");
    const sent = await visitor.press(opened, 'Use another card');
    expect(sent.leadsTo?.href).toBe('https://checkout.stripe.com/c/pay/cs_test_1');
    expect(gateway.calls.at(-1)).toMatchObject({
      method: 'startCardSetup',
      request: { accountId: ACCOUNT_ID, returnUrl: expect.stringMatching(/\/settings\/billing$/) },
    });
  });

  it('that its bank wants confirmed says so, with the button for that', async () => {
    const card = { ...VISA, state: 'unconfirmed' };
    const startCardSetup = async () => ({ url: 'https://checkout.stripe.com/c/pay/cs_test_2' });
    const { visitor } = await visitAsOwner(services({ startCardSetup, getCard: async () => card }));
    const opened = await visitor.open('/settings/billing');
    expect(opened.text).toContain('Your bank wants you to confirm the payment, so nothing was charged.');
    const sent = await visitor.press(opened, 'Confirm with your bank');
    expect(sent.leadsTo?.href).toBe('https://checkout.stripe.com/c/pay/cs_test_2');
  });

  it.each([
    [
      new Date('2026-03-31T14:05:00Z'),
      /The last recharge was declined: Your card was declined\. The card is not charged again before\s+Mar 31, 2026, 9:05 AM CDT\s*\. After that, your next label purchase tries the card once more\./,
    ],
    [
      undefined,
      /The last recharge was declined: Your card was declined\. The bank no longer accepts charges to this card, so it is not charged again\. Use another card\./,
    ],
  ])('that its bank declined says until when (%s) and what to do', async (askAgainAt, wanted) => {
    const decline = { words: 'Your card was declined.', askAgainAt };
    const card = { ...VISA, state: 'declined', decline };
    const { visitor } = await visitAsOwner(services({ getCard: async () => card }));
    expect((await visitor.open('/settings/billing')).text).toMatch(wanted);
  });

  it('has a quota for its entry: a test of stolen cards must wait and reaches no page of the gateway', async () => {
    const startCardSetup = async () => ({ url: 'https://checkout.stripe.com/c/pay/cs_test_3' });
    const { visitor, called } = await visitAsOwner({
      ...services({ startCardSetup, getCard: async () => VISA }),
      auth: { ...fakeOwners(), takeQuota: async () => ({ retryAfterSeconds: 3_600, network: false }) },
    });
    const opened = await visitor.open('/settings/billing');
    for (const button of ['Use another card', 'Manage cards']) {
      called();
      const sent = await visitor.press(opened, button);
      expect([sent.status, sent.headers.get('retry-after')]).toEqual([429, '3600']);
      expect(called()).not.toContain('startCardSetup');
      expect(called()).not.toContain('openCardPortal');
    }
  });

  it('is saved after the redirect, and the page says so', async () => {
    const { visitor, gateway } = await visitAsOwner(services({ finishCardSetup: async () => VISA }));
    const back = await visitor.open('/settings/billing?card=added&session=cs_test_1');
    expect(back.text).toContain('The card was saved.');
    expect(gateway.calls).toContainEqual({
      method: 'finishCardSetup',
      request: { accountId: ACCOUNT_ID, sessionId: 'cs_test_1' },
    });
  });

  it.each([
    ['Use another card', 'startCardSetup'],
    ['Manage cards', 'openCardPortal'],
  ] as const)('"%s" says that the payment gateway does not answer', async (button, method) => {
    const refuse = () => Promise.reject(new DomainError('unavailable', 'card_pages_unavailable', {}));
    const { visitor } = await visitAsOwner(services({ [method]: refuse, getCard: async () => VISA }));
    const sent = await visitor.press(await visitor.open('/settings/billing'), button);
    expect([sent.status, sent.headers.get('retry-after')]).toEqual([503, '5']);
    expect(sent.text).toContain('The payment gateway does not answer right now.');
  });

  it('is not saved while the payment gateway does not answer, and the page says so', async () => {
    const refuse = () => Promise.reject(new DomainError('unavailable', 'card_pages_unavailable', {}));
    const { visitor } = await visitAsOwner(services({ finishCardSetup: refuse, getCard: async () => VISA }));
    const back = await visitor.open('/settings/billing?card=added&session=cs_test_1');
    expect(back.status).toBe(503);
    expect(back.text).toContain('The payment gateway does not answer right now.');
  });

  it('is not saved after an internal error, which is not shown as a refusal', async () => {
    const fail = () => Promise.reject(new DomainError('internal', 'internal', {}));
    const { visitor } = await visitAsOwner(services({ finishCardSetup: fail, getCard: async () => VISA }));
    expect((await visitor.open('/settings/billing?card=added&session=cs_test_1')).status).toBe(500);
  });

  it('of the sandbox is selected on our own page', async () => {
    const { visitor } = await visitAsOwner(services());
    const { text } = await visitor.open('/settings/billing/sandbox-card');
    expect(text).toContain('Card that is declined (0002)');
  });

  it.each([
    ['4242', 'Ready'],
    ['0002', 'Will be declined'],
    ['9979', 'Will be declined as stolen'],
    ['0119', 'Charges will get no answer'],
  ])('of the sandbox that ends in %s says "%s"', async (last4, badge) => {
    const card = { ...VISA, brand: 'sandbox', state: 'ok', last4 };
    const { visitor } = await visitAsOwner(services({ getCard: async () => card }));
    expect((await visitor.open('/settings/billing')).html).toMatch(
      new RegExp(`<h2>Card</h2><span[^>]*>${badge}</span>`),
    );
  });

  it("is not changed without the form's csrf token", async () => {
    const { visitor } = await visitAsOwner(services({ getCard: async () => VISA }));
    const opened = await visitor.open('/settings/billing');
    for (const button of ['Use another card', 'Manage cards']) {
      expect((await pressWithoutToken(visitor, opened, button)).status).toBe(403);
    }
  });
});
