import type { CampaignCounts } from '@parcelyard/contracts/customers';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { LAPSED_AFTER_DAYS, sinceDays } from './customer';
import type { Letter } from './letter';
import type { Person } from './merge-fields';
import { LONGEST_WAIT_MS } from './message';

export type Segment = Chosen & {
  /** The segment contains only customers with at least this many orders. */
  minOrders?: number | undefined;
};

type Chosen =
  | { kind: 'all' }
  /** Customers who ordered at this time or after it. */
  | { kind: 'recent'; since: Date }
  /** Customers who have ordered, but not since this time. */
  | { kind: 'lapsed'; since: Date }
  | { kind: 'named'; customerIds: number[] };

const SEGMENTS = ['all', 'recent', 'lapsed'];
const RECENT_WITHIN_DAYS = 30;
const MAX_DAYS = 3_650;

/**
 * Returns the number of days of a segment. If `days` is 0, returns the default number of the segment's kind.
 * @throws DomainError `invalid_argument`
 */
export function segmentDays(kind: string, days: number): number {
  if (!SEGMENTS.includes(kind)) {
    const params = { allowed: SEGMENTS, got: kind };
    throw new DomainError('invalid_argument', 'field_not_one_of', params, { field: 'segment' });
  }
  if (days < 0 || days > MAX_DAYS) {
    const params = { min: 1, max: MAX_DAYS, got: days };
    throw new DomainError('invalid_argument', 'segment_days_range', params, { field: 'days' });
  }
  if (kind === 'all') return 0;
  return days || (kind === 'recent' ? RECENT_WITHIN_DAYS : LAPSED_AFTER_DAYS);
}

/** @param days the number that `segmentDays` returned */
export function segmentAt(kind: string, days: number, now: Date, timeZone?: string): Segment {
  if (kind === 'all') return { kind };
  return { kind: kind as 'recent' | 'lapsed', since: sinceDays(now, days, timeZone) };
}

/** One address of a segment that may get mail. */
export interface Recipient {
  /** The address in lower case. */
  address: string;
  person: Person;
}

export interface Audience {
  recipients: Recipient[];
  /** How many addresses were left out because they want no marketing e-mail. */
  unsubscribed: number;
  /** How many addresses were left out because mail to them bounced. */
  bounced: number;
}

export interface Campaign {
  accountId: number;
  campaignId: number;
  segment: Segment;
  letter: Letter;
  /** The shop's address in one line; absent when the shop has none. */
  postalAddress?: string | undefined;
  /** The number of addresses. The month's allowance of marketing e-mails shrinks by this number. */
  recipientCount: number;
  /** `preparing` until there is a message for every recipient. */
  status: 'preparing' | 'sending';
  createdAt: Date;
}

/** Returns the status that a caller sees. */
export function campaignStatus(
  { status }: Pick<Campaign, 'status'>,
  { queued }: CampaignCounts,
): 'queued' | 'sending' | 'completed' {
  if (status === 'preparing') return 'queued';
  return queued > 0 ? 'sending' : 'completed';
}

/**
 * Returns when the n-th message of a campaign may be sent, counted from 0. All processes together send `perSecond`
 * messages a second.
 */
export const sendingTime = (start: Date, n: number, perSecond: number): Date =>
  new Date(start.getTime() + Math.min(Math.floor(n / perSecond) * 1_000, LONGEST_WAIT_MS));
