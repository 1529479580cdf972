import { accountId } from '@parcelyard/service-kit/ids';
import fc from 'fast-check';
import {
  type AllowanceEntry,
  checkMarketingLimit,
  claimId,
  inMonth,
  refuseOverLimit,
} from '../../src/domain/allowance';
import type { MonthKey } from '../../src/domain/billing-month';
import type { Plan, PlanState } from '../../src/domain/plan';

const account = accountId(7);
const now = new Date('2026-03-02T15:00:00Z');

const planState = (marketingEmailsPerMonth: number | null, entitled = true): PlanState => ({
  plan: { name: 'Growth', marketingEmailsPerMonth } as Plan,
  status: 'active',
  features: entitled ? ['marketing_email'] : [],
  period: { start: now, end: now },
});

const LIMIT = 20;
const claims = fc.array(
  fc.record({
    key: fc.integer({ min: 1, max: 8 }).map(String),
    count: fc.integer({ min: 1, max: 12 }),
    month: fc.constantFrom('2026-03', '2026-04', '2026-05').map((month) => month as MonthKey),
  }),
  { maxLength: 40 },
);

/** Returns the entries that the store would have, one for each id. */
function entriesOf(history: typeof claims extends fc.Arbitrary<infer T> ? T : never): AllowanceEntry[] {
  const entries: AllowanceEntry[] = [];
  for (const { key, count, month: asked } of history) {
    const id = claimId(account, key);
    if (entries.some((entry) => entry.id === id)) continue;
    const last = entries.at(-1) ?? { seq: 0, month: '' as MonthKey, used: 0 };
    const { month, seq, used } = inMonth(last, asked);
    if (!checkMarketingLimit(planState(LIMIT), used, count).allowed) continue;
    const place = { accountId: account, month, seq: seq + 1, at: now };
    entries.push({ ...place, id, kind: 'claim', count, used: used + count });
  }
  return entries;
}

describe('an allowance, after claims in any order,', () => {
  test('counts the claims of its month after each entry, within the limit', () => {
    fc.assert(
      fc.property(claims, (history) => {
        const entries = entriesOf(history);
        for (const [index, { used, month }] of entries.entries()) {
          const ofMonth = entries.slice(0, index + 1).filter((entry) => entry.month === month);
          expect(used).toBe(ofMonth.reduce((sum, { count }) => sum + count, 0));
          expect(used).toBeLessThanOrEqual(LIMIT);
        }
      }),
    );
  });

  test('never returns to an earlier month', () => {
    fc.assert(
      fc.property(claims, (history) => {
        const months = entriesOf(history).map(({ month }) => month);
        expect(months).toEqual(months.toSorted());
      }),
    );
  });
});

describe('the limit check', () => {
  test.each([
    [
      'room for the whole claim',
      planState(50),
      40,
      10,
      { allowed: true, reason: '', limit: 50, used: 40, remaining: 10 },
    ],
    [
      'one e-mail too many',
      planState(50),
      40,
      11,
      { allowed: false, reason: 'limit_exceeded', remaining: 10 },
    ],
    ['more used than the limit of a smaller plan', planState(50), 60, 0, { allowed: true, remaining: 0 }],
    ['no limit', planState(null), 1e6, 1e6, { allowed: true, limit: undefined, remaining: undefined }],
    [
      'no plan feature',
      planState(50, false),
      0,
      0,
      { allowed: false, reason: 'no_entitlement', limit: 0, remaining: 0 },
    ],
    [
      'no plan feature and no limit',
      planState(null, false),
      0,
      1,
      { allowed: false, reason: 'no_entitlement', limit: 0 },
    ],
  ])('with %s', (_case, on, used, count, expected) => {
    expect(checkMarketingLimit(on, used, count)).toMatchObject(expected);
  });

  test('names the remaining number and the start of the next month', () => {
    expect(() => refuseOverLimit(planState(50), { used: 49, count: 2, now })).toThrow(
      expect.objectContaining({
        reason: 'marketing_limit_reached',
        params: { plan: 'Growth', limit: 50, remaining: 1, count: 2, renewsOn: '2026-04-01' },
      }),
    );
  });
});
