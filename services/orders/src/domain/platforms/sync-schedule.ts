import { latestPossible } from '@parcelyard/service-kit/possible-times';
import type { EventsState, PlatformConnection } from './connection';
import type { PlatformName } from './platform-name';

/** How often stores are read without a request. */
export interface SyncSchedule {
  /** Milliseconds. With 0, a store is read only when it reports a change or somebody asks. */
  readonly intervalMs: number;
  /** From 0 to below 1. */
  random(): number;
}

const DAY_MS = 86_400_000;
/** Time to wait after the first change, so that one import covers further changes, too. */
const COLLECT_CHANGES_MS = 5_000;
/** How long to wait for a running import before the next one is tried. */
const BUSY_MS = 5_000;
/** After a store refused our request for events, we ask again this much later. */
const ASK_AGAIN_MS = 900_000;

/**
 * Returns when the store's next import begins, up to a quarter of the interval sooner or later, so that stores
 * connected at the same time are read at different times. A sandbox store has no real shop, so it is imported only on
 * request.
 */
export function nextSync(
  { intervalMs, random }: SyncSchedule,
  platform: PlatformName,
  now: Date,
  status: PlatformConnection['status'] = 'connected',
): Date | undefined {
  if (intervalMs === 0 || platform === 'sandbox') return undefined;
  return new Date(now.getTime() + between(intervalMs, status) * (0.75 + random() / 2));
}

/** Returns the interval. When a store refuses us, its owner must help, so it is read less often. */
const between = (intervalMs: number, status: PlatformConnection['status']): number =>
  status === 'error' ? Math.max(intervalMs, DAY_MS) : intervalMs;

/** Returns whether a wrong clock has set the next import later than the schedule allows. */
export const isBeyondSchedule = (
  syncAt: Date,
  { intervalMs }: SyncSchedule,
  now: Date,
  status: PlatformConnection['status'],
): boolean => syncAt > latestPossible(now, 1.25 * between(intervalMs, status));

/** Longest pause between two turns of a connected store. */
export const LONGEST_TURN_MS = 6 * 3_600_000;

/** How late a store's search may show a change that an event has reported. */
const SEARCH_LAG_MS = 60_000;

export const afterHook = (now: Date): Date => new Date(now.getTime() + COLLECT_CHANGES_MS);

/** After a reported change, a store is imported once more, because its search may not have shown the change yet. */
export const afterLag = (now: Date, scheduled: Date | undefined): Date =>
  new Date(Math.min(now.getTime() + SEARCH_LAG_MS, scheduled?.getTime() ?? Number.POSITIVE_INFINITY));

/** Returns when a store is to be read again; undefined: only after it reports a change. */
export function nextTurn(events: EventsState, syncAt: Date | undefined, now: Date): Date | undefined {
  const times = [
    ...(events === 'wanted' ? [now.getTime() + ASK_AGAIN_MS] : []),
    ...(syncAt ? [Math.max(syncAt.getTime(), now.getTime() + BUSY_MS)] : []),
  ];
  return times.length === 0 ? undefined : new Date(Math.min(now.getTime() + LONGEST_TURN_MS, ...times));
}
