import { instantAt } from '@parcelyard/service-kit/calendar/day-in-zone';
import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import type { Pickup } from '../domain/pickup';

/**
 * Time before the worker takes over an unfinished request. It is longer than the deadlines of the calls that the
 * request makes.
 */
const REQUEST_MS = 30_000;
/** Longest time before the worker notices that a pickup is empty. */
const CHECK_INTERVAL_MS = 600_000;
const RETRY_MS = 5_000;
/** Longest pause between two checks of a pickup. */
export const LONGEST_PAUSE_MS = 12 * 3_600_000;

export const requestDueAt = (clock: Clock): Date => after(clock, REQUEST_MS);
export const retryAt = (clock: Clock): Date => after(clock, RETRY_MS);

/** Returns when the worker next checks a booked pickup: after an interval, and at the end of the pickup window. */
export function nextCheckAt(clock: Clock, pickup: Pickup): Date {
  return new Date(Math.min(windowEndsAt(pickup).getTime(), after(clock, CHECK_INTERVAL_MS).getTime()));
}

/** Returns the time `next`, but at most LONGEST_PAUSE_MS from now. */
export const nextLookAt = (clock: Clock, next: Date): Date =>
  new Date(Math.min(next.getTime(), after(clock, LONGEST_PAUSE_MS).getTime()));

/** Returns the end of the pickup window. */
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

/** True when the other service answered with a refusal. It has then changed nothing. */
export const isDefinite = (error: unknown): error is DomainError =>
  error instanceof DomainError && !NO_ANSWER.has(error.code);
