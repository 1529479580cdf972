import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { daysBefore, LAPSED_AFTER_DAYS } from './lapse';
import type { Letter } from './letter';

export type Segment =
  | { kind: 'all' }
  /** Ordered at this moment or after it. */
  | { kind: 'recent'; since: Date }
  /** Has ordered, but not since. */
  | { kind: 'lapsed'; since: Date };

const RECENT_WITHIN_DAYS = 30;
const MOST_DAYS = 3_650;

/**
 * The days that count for a segment; 0 stands for its own default.
 * @throws DomainError `invalid_argument`
 */
export function segmentDays(kind: string, days: number): number {
  if (kind !== 'all' && kind !== 'recent' && kind !== 'lapsed') {
    throw invalid('segment', `must be one of all, recent, lapsed; got "${kind}".`);
  }
  if (days < 0 || days > MOST_DAYS) throw invalid('days', `must be 1 to ${MOST_DAYS}; got ${days}.`);
  if (kind === 'all') return 0;
  return days || (kind === 'recent' ? RECENT_WITHIN_DAYS : LAPSED_AFTER_DAYS);
}

/** @param days as `segmentDays` gave them */
export function segmentAt(kind: string, days: number, now: Date): Segment {
  if (kind === 'all') return { kind };
  return { kind: kind as 'recent' | 'lapsed', since: daysBefore(now, days) };
}

const invalid = (field: string, rule: string) =>
  DomainError.text('invalid_argument', `${field} ${rule}`, { field });

/** One address of a segment that may be written to. */
export interface Recipient {
  /** In lower case. */
  address: string;
  name: string;
}

export interface Campaign {
  accountId: AccountId;
  campaignId: number;
  segment: Segment;
  letter: Letter;
  /** How many addresses it has, and took off the allowance. */
  recipientCount: number;
  /** `preparing` until every recipient has its message; `failed` when the allowance was gone by then. */
  status: 'preparing' | 'sending' | 'failed';
  createdAt: Date;
}

export interface CampaignCounts {
  queued: number;
  sent: number;
  failed: number;
  unknown: number;
  skipped: number;
}

/** What a caller is told of it. */
export function campaignStatus(
  { status }: Pick<Campaign, 'status'>,
  { queued }: CampaignCounts,
): 'queued' | 'sending' | 'completed' | 'failed' {
  if (status === 'failed') return 'failed';
  if (status === 'preparing') return 'queued';
  return queued > 0 ? 'sending' : 'completed';
}

/** When the n-th message of a campaign may go out, from 0: so many a second, whoever sends them. */
export const sendingTime = (start: Date, n: number, perSecond: number): Date =>
  new Date(start.getTime() + Math.floor(n / perSecond) * 1_000);
