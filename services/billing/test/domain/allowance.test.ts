import { accountId } from '@parcelyard/service-kit/ids';
import fc from 'fast-check';
import {
  type AllowanceDraft,
  type AllowanceEntry,
  type AllowancePosition,
  claim,
  claimId,
  inMonth,
  release,
  releaseId,
} from '../../src/domain/allowance';
import type { MonthKey } from '../../src/domain/billing-month';
import { allowanceExceeded, marketingLimit } from '../../src/domain/marketing-limit';
import type { Plan, Standing } from '../../src/domain/plan';

const account = accountId(7);
const now = new Date('2026-03-02T15:00:00Z');

const standing = (marketingEmailsPerMonth: number | null, entitled = true): Standing => ({
  plan: { name: 'Growth', marketingEmailsPerMonth } as Plan,
  status: 'active',
  features: entitled ? ['marketing_email'] : [],
  period: { start: now, end: now },
});

/** The entries of an account as the store keeps them: one an id. */
class AllowanceInMemory {
  readonly entries: AllowanceEntry[] = [];
  find = (id: string) => this.entries.find((entry) => entry.id === id);
  position(month: MonthKey): AllowancePosition {
    return inMonth(this.entries.at(-1) ?? { seq: 0, month: '' as MonthKey, used: 0 }, month);
  }
  append(draft: AllowanceDraft, { month, seq }: AllowancePosition): void {
    this.entries.push({ ...draft, accountId: account, month, seq: seq + 1, at: now });
  }
}

const LIMIT = 20;
const step = fc.record({
  kind: fc.constantFrom('claim', 'release'),
  key: fc.integer({ min: 1, max: 8 }).map(String),
  count: fc.integer({ min: 1, max: 12 }),
  month: fc.constantFrom('2026-03', '2026-04', '2026-05').map((month) => month as MonthKey),
});

function take(
  allowance: AllowanceInMemory,
  { kind, key, count, month }: typeof step extends fc.Arbitrary<infer T> ? T : never,
) {
  const [claiming, releasing] = [claimId(account, key), releaseId(account, key)];
  const position = allowance.position(month);
  if (kind === 'release') {
    if (allowance.find(releasing)) return;
    allowance.append(release(releasing, position, allowance.find(claiming)), position);
  } else if (!allowance.find(claiming) && !allowance.find(releasing)) {
    if (marketingLimit(standing(LIMIT), position.used, count).allowed) {
      allowance.append(claim(claiming, position, count), position);
    }
  }
}

describe('an allowance, whatever is claimed and given back in whatever order,', () => {
  const histories = fc.array(step, { maxLength: 40 });

  test('counts after each entry the claims of its month that were not given back in it, within the limit', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const allowance = new AllowanceInMemory();
        for (const one of history) take(allowance, one);
        for (const [index, { used, month }] of allowance.entries.entries()) {
          const ofMonth = allowance.entries.slice(0, index + 1).filter((entry) => entry.month === month);
          const counts = ofMonth.map(({ kind, count }) => (kind === 'claim' ? count : -count));
          expect(used).toBe(counts.reduce((sum, count) => sum + count, 0));
          expect(used).toBeGreaterThanOrEqual(0);
          expect(used).toBeLessThanOrEqual(LIMIT);
        }
      }),
    );
  });

  test('never goes back to an earlier month', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const allowance = new AllowanceInMemory();
        for (const one of history) take(allowance, one);
        const months = allowance.entries.map(({ month }) => month);
        expect(months).toEqual(months.toSorted());
      }),
    );
  });
});

describe('the limit check', () => {
  test.each([
    ['room for all', standing(50), 40, 10, { allowed: true, reason: '', limit: 50, used: 40, remaining: 10 }],
    ['one too many', standing(50), 40, 11, { allowed: false, reason: 'limit_exceeded', remaining: 10 }],
    ['more used than a smaller plan has', standing(50), 60, 0, { allowed: true, remaining: 0 }],
    ['no end', standing(null), 1_000_000, 1_000_000, { allowed: true, limit: null, remaining: null }],
    [
      'no feature',
      standing(50, false),
      0,
      0,
      { allowed: false, reason: 'no_entitlement', limit: 0, remaining: 0 },
    ],
    [
      'no feature and no end',
      standing(null, false),
      0,
      1,
      { allowed: false, reason: 'no_entitlement', limit: 0 },
    ],
  ])('with %s', (_case, on, used, count, expected) => {
    expect(marketingLimit(on, used, count)).toMatchObject(expected);
  });

  test('says in words what is left and when it starts again', () => {
    const check = marketingLimit(standing(50), 49, 2);
    expect(allowanceExceeded(standing(50), check, 2, now)).toBe(
      'Limit reached: the Growth plan has 50 marketing e-mails a month, 1 of them left, and this would send 2. Nothing was sent. The count starts again on 2026-04-01 (UTC).',
    );
  });
});
