import type { AccountId } from '@parcelyard/service-kit/ids';
import type { OrderLabel } from '../order-label';

export type DeliveryStatus = 'pending' | 'delivered' | 'retrying' | 'failed';

/**
 * What an event is about: the purchase of a label (`label_printed`), the void of a label, or a test by the owner. The
 * specification chose the name `label_printed`; printing a label sends no event. @see [REST-W5]
 */
export type EventType = 'label_printed' | 'label_voided' | 'test';

/** One event that is sent to an account's URL. */
export interface Delivery {
  deliveryId: number;
  /** Receivers recognise a repeated event by this id. */
  eventId: number;
  eventType: EventType;
  accountId: AccountId;
  /** Absent for a test. */
  orderId?: number | undefined;
  /** The label whose purchase or void caused the event. */
  label?: OrderLabel | undefined;
  status: DeliveryStatus;
  /** How many attempts were made since the event was created or sent again by hand. */
  attempt: number;
  /** When the next attempt is due; absent when no attempt is due. */
  dueAt?: Date | undefined;
  /** The event's body, which is the same at every attempt. */
  body?: string | undefined;
  /** HTTP status of the last attempt. */
  responseCode?: number | undefined;
  durationMs?: number | undefined;
  lastError?: string | undefined;
  createdAt: Date;
}

/**
 * The result of an attempt. `refused`: nothing may be sent to this address. `unsigned`: nothing was sent, because the
 * signing secret can no longer be read.
 */
export type AttemptOutcome = { durationMs: number } & (
  | { kind: 'answered'; responseCode: number }
  | { kind: 'unreachable' | 'timeout' | 'refused' | 'unsigned'; problem: string }
);

/** What an attempt changes in its delivery. A field with the value `undefined` is removed. */
export type AttemptResult = Required<
  Pick<Delivery, 'status' | 'attempt' | 'dueAt' | 'responseCode' | 'durationMs' | 'lastError'>
>;

/** Times from which the pauses between attempts are computed, in milliseconds. */
export interface RetryPace {
  unitMs: number;
  capMs: number;
}

/**
 * How many attempts are made. A test has only one attempt, because the owner waits for the result.
 * @see [REST-W6]
 */
const MAX_ATTEMPTS: Readonly<Record<EventType, number>> = { label_printed: 10, label_voided: 10, test: 1 };

/** Returns the milliseconds between the n-th failed attempt and the next. @see [REST-W6] */
const retryDelay = (attempt: number, { unitMs, capMs }: RetryPace): number =>
  Math.min(unitMs * attempt, capMs);

export const isDelivered = (outcome: AttemptOutcome): boolean =>
  outcome.kind === 'answered' && outcome.responseCode >= 200 && outcome.responseCode < 300;

export function afterAttempt(
  { attempt: before, eventType }: Pick<Delivery, 'attempt' | 'eventType'>,
  outcome: AttemptOutcome,
  now: Date,
  pace: RetryPace,
): AttemptResult {
  const attempt = before + 1;
  const { durationMs } = outcome;
  const responseCode = outcome.kind === 'answered' ? outcome.responseCode : undefined;
  const made = { attempt, durationMs, responseCode };
  if (isDelivered(outcome)) return { ...made, status: 'delivered', dueAt: undefined, lastError: undefined };
  const failed = { ...made, lastError: problemOf(outcome) };
  if (attempt >= MAX_ATTEMPTS[eventType]) return { ...failed, status: 'failed', dueAt: undefined };
  return { ...failed, status: 'retrying', dueAt: new Date(now.getTime() + retryDelay(attempt, pace)) };
}

function problemOf(outcome: AttemptOutcome): string {
  if (outcome.kind !== 'answered') return outcome.problem;
  const { responseCode } = outcome;
  const isRedirect = responseCode >= 300 && responseCode < 400;
  return `HTTP ${responseCode}${isRedirect ? ' (redirects are not followed)' : ''}`;
}
