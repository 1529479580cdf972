import type { KindLimitsChange } from '@parcelyard/contracts/billing';
import { readDollars } from '../../routing/read-dollars';

/** Whose calls a limit is for, in the order of the form. */
export const KINDS = ['token', 'apps'] as const;
export type Kind = (typeof KINDS)[number];

/** Limits by the end of their fields' names: `token_per_label`. */
export const LIMITS = ['per_label', 'per_day', 'ask_above'] as const;
export type Limit = (typeof LIMITS)[number];

export type LimitField = `${Kind}_${Limit}`;
export type LimitProblems = Readonly<Partial<Record<LimitField, string>>>;

/** What billing takes at most. */
const MAX_CENTS = 100_000_000;

/**
 * The six amounts of the form, or what is wrong with which. Empty is off, which the contract writes as 0; a 0 that
 * somebody typed may mean the opposite, nothing at all, so that it is refused.
 */
export function readLimitsForm(
  form: URLSearchParams,
): { limits: Record<Kind, KindLimitsChange> } | { problems: LimitProblems } {
  const problems: Partial<Record<LimitField, string>> = {};
  const amount = (field: LimitField): number => {
    const text = (form.get(field) ?? '').trim();
    if (text === '') return 0;
    const read = readDollars(text, { field, maxCents: MAX_CENTS });
    if ('problem' in read) problems[field] = read.problem;
    else if (read.cents > 0) return read.cents;
    else problems[field] = `${field} must be at least 0.01; leave it empty for no limit.`;
    return 0;
  };
  const limitsOf = (kind: Kind): KindLimitsChange => ({
    perLabelCents: amount(`${kind}_per_label`),
    perDayCents: amount(`${kind}_per_day`),
    askAboveCents: amount(`${kind}_ask_above`),
  });
  const limits = { token: limitsOf('token'), apps: limitsOf('apps') };
  return Object.keys(problems).length > 0 ? { problems } : { limits };
}
