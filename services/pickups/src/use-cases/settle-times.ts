import type { Clock } from '@parcelyard/service-kit/clock';
import type { Pickup } from '../domain/pickup';
import { instantAt } from '../domain/zoned-time';

/** A request that is still under way keeps the worker off this long; it outlasts the deadlines of its calls. */
const REQUEST_MS = 30_000;
/** How long a pickup without orders may go unnoticed when nobody reads it. */
const LOOK_AGAIN_MS = 600_000;
const RETRY_MS = 5_000;

export const requestDueAt = (clock: Clock): Date => after(clock, REQUEST_MS);
export const retryAt = (clock: Clock): Date => after(clock, RETRY_MS);

/** When the worker next looks at a booked pickup: now and then, and as the stop's window ends. */
export function nextLookAt(clock: Clock, pickup: Pickup): Date {
  return new Date(Math.min(collectedAt(pickup).getTime(), after(clock, LOOK_AGAIN_MS).getTime()));
}

/** When to ask whether the driver came: as the stop's window ends. */
export function collectedAt(pickup: Pickup): Date {
  return instantAt(pickup.date, pickup.window.end, pickup.zone);
}

function after(clock: Clock, milliseconds: number): Date {
  return new Date(clock.now().getTime() + milliseconds);
}
