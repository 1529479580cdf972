import { loadPlanTable } from '../../src/adapters/plans/load-plan-table';
import { billingMonth } from '../../src/domain/billing-month';
import { hasSlot, limitReached, planStateAt } from '../../src/domain/plan';

const now = new Date('2026-03-02T15:00:00Z');

describe('the plan table', () => {
  test('is the table of the specification', async () => {
    const plans = await loadPlanTable(undefined);
    const rows = plans.codes.map((code) => {
      const plan = plans.find(code);
      const has = (feature: string) => plan?.features.includes(feature as never);
      return [
        code,
        plan?.name,
        plan?.pricePerMonth,
        plan?.shipmentsPerMonth,
        has('carrier_pickup'),
        has('batch'),
        has('business_reporting'),
        plan?.marketingEmailsPerMonth,
      ];
    });
    expect(rows).toEqual([
      ['none', 'No plan', 0, 100, false, false, false, 0],
      ['trial', 'Trial (14 days)', 0, 50, false, false, false, 50],
      ['starter', 'Starter', 0, 100, false, false, false, 0],
      ['basic', 'Basic', 1900, 500, false, false, false, 0],
      ['growth', 'Growth', 4900, 2000, true, true, false, 2500],
      ['pro', 'Pro', 9900, 10000, true, true, true, 10000],
      ['enterprise', 'Enterprise', 24900, null, true, true, true, null],
      ['classic', 'Classic (discontinued)', 900, 100, false, false, false, 0],
    ]);
  });
});

describe('an account', () => {
  test('is on trial for 14 days and then has no plan', async () => {
    const plans = await loadPlanTable(undefined);
    const since = new Date('2026-02-16T15:00:00Z');
    const end = new Date('2026-03-02T15:00:00Z');
    const lastMoment = planStateAt(plans, 'trial', since, new Date(end.getTime() - 1));
    expect(lastMoment).toMatchObject({
      status: 'trialing',
      features: ['marketing_email'],
      period: { start: since, end },
    });
    expect(planStateAt(plans, 'trial', since, end)).toMatchObject({
      status: 'none',
      features: [],
      plan: { code: 'none' },
    });
  });

  test('on a discontinued plan keeps its limit and has no features, also when the table says otherwise', async () => {
    const plans = await loadPlanTable(undefined);
    const lavish = { ...plans, find: () => ({ ...plans.find('pro')!, discontinued: true }) };
    expect(planStateAt(lavish, 'pro', now, now)).toMatchObject({
      status: 'discontinued',
      features: [],
      plan: { shipmentsPerMonth: 10000 },
    });
  });

  test('on a plan that was removed from the table has no plan', async () => {
    const plans = await loadPlanTable(undefined);
    expect(planStateAt(plans, 'gold', now, now)).toMatchObject({ status: 'none', plan: { code: 'none' } });
  });
});

describe('the month', () => {
  test.each([
    ['2026-03-01T00:00:00.000Z', '2026-03', '2026-03-01', '2026-04-01'],
    ['2026-12-31T23:59:59.999Z', '2026-12', '2026-12-01', '2027-01-01'],
    ['2028-02-29T12:00:00.000Z', '2028-02', '2028-02-01', '2028-03-01'],
  ])('of %s is %s in UTC', (at, key, start, end) => {
    expect(billingMonth(new Date(at))).toEqual({
      key,
      start: new Date(`${start}T00:00:00Z`),
      end: new Date(`${end}T00:00:00Z`),
      renewsOn: end,
    });
  });
});

describe('the shipment limit', () => {
  test('allows shipments below its number, and any number on an unlimited plan', async () => {
    const plans = await loadPlanTable(undefined);
    expect([49, 50, 51].map((used) => hasSlot(plans.find('trial')!, used))).toEqual([true, false, false]);
    expect(hasSlot(plans.find('enterprise')!, 1_000_000)).toBe(true);
  });

  test('names the plan, its number and the start of the next month', async () => {
    const plans = await loadPlanTable(undefined);
    const params = { limit: 100, renewsOn: '2026-04-01' };
    expect(limitReached(plans.find('starter')!, now).params).toEqual({ plan: 'Starter', ...params });
    expect(limitReached(plans.none, now).params).toEqual({ plan: '', ...params });
  });
});
