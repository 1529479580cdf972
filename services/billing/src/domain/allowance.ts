import type { AccountId } from '@parcelyard/service-kit/ids';
import type { MonthKey } from './billing-month';

/** The end of an account's list of allowance entries. */
export interface AllowancePosition {
  /** Number of the last entry; 0 when there is none. */
  readonly seq: number;
  readonly month: MonthKey;
  /** Marketing e-mails counted in that month. */
  readonly used: number;
}

/** One claim of marketing e-mails, or its release; immutable, like a transfer of money. */
export interface AllowanceEntry {
  /** Unique for ever: an entry happens once, however often it is asked for. */
  readonly id: string;
  readonly kind: 'claim' | 'release';
  readonly accountId: AccountId;
  /** 1, 2, 3 … without a gap within the account. */
  readonly seq: number;
  readonly month: MonthKey;
  /** E-mails that it takes or gives back. */
  readonly count: number;
  /** Counted in its month with this entry. */
  readonly used: number;
  readonly at: Date;
}

export type AllowanceDraft = Pick<AllowanceEntry, 'id' | 'kind' | 'count' | 'used'>;

export const claimId = (accountId: AccountId, key: string) => `claim:${accountId}:${key}`;
export const releaseId = (accountId: AccountId, key: string) => `release:${accountId}:${key}`;

/** Where the count stands in `month`; the list never goes back to an earlier month, whatever clocks say. */
export const inMonth = (last: AllowancePosition, month: MonthKey): AllowancePosition =>
  last.month >= month ? last : { seq: last.seq, month, used: 0 };

export const claim = (id: string, { used }: AllowancePosition, count: number): AllowanceDraft => ({
  id,
  kind: 'claim',
  count,
  used: used + count,
});

/** What was claimed in an earlier month does not come back to this one. Without a claim it only bars the key. */
export function release(
  id: string,
  { used, month }: AllowancePosition,
  claimed: AllowanceEntry | undefined,
): AllowanceDraft {
  const back = claimed?.month === month ? claimed.count : 0;
  return { id, kind: 'release', count: back, used: used - back };
}
