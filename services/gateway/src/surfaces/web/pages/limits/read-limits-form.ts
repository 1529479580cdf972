import type { KindLimits, KindLimitsChange, SpendingLimits } from '@parcelyard/contracts/billing';
import { CONNECTION_KINDS, type ConnectionKind } from '@parcelyard/service-kit/connection-kind';
import { type DollarsFault, inDollars, readDollars } from '../../routing/read-dollars';

export const KINDS = ['token', 'apps'] as const;
export type Kind = (typeof KINDS)[number];

/** The limits with their labels. The name of a form field ends with the limit's key, as in `token_per_label`. */
export const LIMIT_LABELS = {
  per_label: 'Maximum for one label',
  per_day: 'Maximum for one day',
  ask_above: 'Ask me above',
} as const;
export type Limit = keyof typeof LIMIT_LABELS;

export type LimitField = `${Kind}_${Limit}`;
export type LimitProblems = Readonly<Partial<Record<LimitField, string>>>;

/** The highest amount that billing accepts. */
const MAX_CENTS = 100_000_000;

const FAULTS: Readonly<Record<DollarsFault, string>> = {
  malformed: 'enter an amount in dollars, such as 25.00.',
  too_precise: 'enter an amount with at most two decimals, such as 25.00.',
  too_large: `enter at most ${inDollars(MAX_CENTS)} dollars, or leave it empty for no limit.`,
};

const NO_ZERO = 'enter 0.01 or more. Leave it empty for no limit. Enter 0.01 to block all labels.';

/** The sentence for the amount 0. The owner may mean "no limit" or "nothing", so the sentence explains both. */
const ZEROS: Readonly<Record<Limit, string>> = {
  per_label: NO_ZERO,
  per_day: NO_ZERO,
  ask_above:
    'enter 0.01 or more. Leave it empty if you never want to be asked. Enter 0.01 to be asked for every label.',
};

/**
 * Reads the six amounts of the form. If amounts are wrong, returns a problem for each of them. An empty field means "no
 * limit", for which billing expects 0.
 */
export function readLimitsForm(
  form: URLSearchParams,
): { limits: Record<'token' | 'app', KindLimitsChange> } | { problems: LimitProblems } {
  const problems: Partial<Record<LimitField, string>> = {};
  const amount = (kind: Kind, limit: Limit): number => {
    const text = (form.get(`${kind}_${limit}`) ?? '').trim();
    if (text === '') return 0;
    const read = readDollars(text, MAX_CENTS);
    if ('cents' in read && read.cents > 0) return read.cents;
    const rule = 'fault' in read ? FAULTS[read.fault] : ZEROS[limit];
    problems[`${kind}_${limit}`] = `${LIMIT_LABELS[limit]}: ${rule}`;
    return 0;
  };
  const limitsOf = (kind: Kind): KindLimitsChange => ({
    perLabelCents: amount(kind, 'per_label'),
    perDayCents: amount(kind, 'per_day'),
    askAboveCents: amount(kind, 'ask_above'),
  });
  const limits = { token: limitsOf('token'), app: limitsOf('apps') };
  return Object.keys(problems).length > 0 ? { problems } : { limits };
}

/** Writes the limits that the page shows into one hidden field: six amounts in cents, 0 for a limit that is off. */
export const writeSeen = ({ token, app }: SpendingLimits): string =>
  [token, app].flatMap((limits) => AMOUNTS.map((amount) => limits?.[amount] ?? 0)).join(' ');

/** Reads what `writeSeen` wrote. Another text means that no limit is set. */
export function readSeen(text: string): SpendingLimits {
  const cents = text.split(' ').map(Number);
  const limitsAt = (start: number): KindLimits => ({
    perLabelCents: cents[start] || undefined,
    perDayCents: cents[start + 1] || undefined,
    askAboveCents: cents[start + 2] || undefined,
    spentTodayCents: 0,
  });
  return { token: limitsAt(0), app: limitsAt(3) };
}

/** True when both have the same limits. A limit that is off has no amount, or the amount 0. */
export const areSame = (one: Changes, other: Changes): boolean =>
  CONNECTION_KINDS.every((kind) =>
    AMOUNTS.every((amount) => (one[kind]?.[amount] ?? 0) === (other[kind]?.[amount] ?? 0)),
  );

type Changes = Readonly<Partial<Record<ConnectionKind, KindLimitsChange | undefined>>>;

const AMOUNTS = ['perLabelCents', 'perDayCents', 'askAboveCents'] as const;
