import type { Clock } from '@parcelyard/service-kit/clock';
import type { Pickup } from '../domain/pickup';
import { instantAt } from '../domain/zoned-time';

/** A request that is still under way keeps the worker off this long; it outlasts the deadlines of its calls. */
const REQUEST_MS = 30_000;
/** Longer than a call to another service lives on after its caller gave up. */
const CALL_LIFE_MS = 15_000;
const RETRY_MS = 5_000;

export const requestDueAt = (clock: Clock): Date => after(clock, REQUEST_MS);
export const callOverAt = (clock: Clock): Date => after(clock, CALL_LIFE_MS);
export const retryAt = (clock: Clock): Date => after(clock, RETRY_MS);

/** When to ask whether the driver came: as the stop's window ends. */
export function collectedAt(pickup: Pickup): Date {
  return instantAt(pickup.date, pickup.window.end, pickup.zone);
}

function after(clock: Clock, milliseconds: number): Date {
  return new Date(clock.now().getTime() + milliseconds);
}
