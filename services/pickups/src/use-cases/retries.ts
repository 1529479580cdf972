import { instantAt } from '@parcelyard/service-kit/calendar/day-in-zone';
import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import type { Pickup } from '../domain/pickup';

/** After this time the worker continues an unfinished request. The request's own calls have all ended by then. */
const REQUEST_MS = 30_000;
/** The pause between two checks of a booked pickup. */
const CHECK_INTERVAL_MS = 600_000;
const RETRY_MS = 5_000;
/** Longest pause between two checks of a pickup. */
export const LONGEST_PAUSE_MS = 12 * 3_600_000;

export const requestDueAt = (clock: Clock): Date => after(clock, REQUEST_MS);
export const retryAt = (clock: Clock): Date => after(clock, RETRY_MS);

/** Returns the time of the next check: in ten minutes, or at the end of the pickup window if that comes first. */
export function nextCheckAt(clock: Clock, pickup: Pickup): Date {
  return new Date(Math.min(windowEndsAt(pickup).getTime(), after(clock, CHECK_INTERVAL_MS).getTime()));
}

/** Returns the time `next`, but at most LONGEST_PAUSE_MS from now. */
export const nextLookAt = (clock: Clock, next: Date): Date =>
  new Date(Math.min(next.getTime(), after(clock, LONGEST_PAUSE_MS).getTime()));

export function windowEndsAt(pickup: Pickup): Date {
  return instantAt(pickup.date, pickup.window.end, pickup.zone);
}

function after(clock: Clock, milliseconds: number): Date {
  return new Date(clock.now().getTime() + milliseconds);
}

const NO_ANSWER: ReadonlySet<ErrorCode> = new Set([
  'unavailable',
  'deadline_exceeded',
  'unresolved',
  'internal',
]);

/** True when the other service refused the call. That service has then changed nothing. */
export const isDefinite = (error: unknown): error is DomainError =>
  error instanceof DomainError && !NO_ANSWER.has(error.code);
