import { latestPossible } from '@parcelyard/service-kit/possible-times';
import type { EventsState, PlatformConnection } from './connection';
import type { PlatformName } from './platform-name';

/** How often we import from a store that has not reported a change. */
export interface SyncSchedule {
  /** Milliseconds. With 0, a store is read only when it reports a change or somebody asks. */
  readonly intervalMs: number;
  /** From 0 to below 1. */
  random(): number;
}

const DAY_MS = 86_400_000;
/** How long to wait after a change, so that one import also fetches the changes that follow. */
const COLLECT_CHANGES_MS = 5_000;
/** If another import of the store is running, we try again after this time. */
const BUSY_MS = 5_000;
/**
 * If a request to a store to report changes failed, but the store did not refuse, we repeat the request after this
 * time.
 */
const ASK_AGAIN_MS = 900_000;

/**
 * Returns when the store's next import begins. The time varies by a quarter of the interval, so that stores connected
 * together are not read together. A sandbox store is imported only on request.
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

/** Returns the interval. A store that refuses us is read less often, because only its owner can help. */
const between = (intervalMs: number, status: PlatformConnection['status']): number =>
  status === 'error' ? Math.max(intervalMs, DAY_MS) : intervalMs;

/** True when the next import is later than the schedule allows, because a clock was wrong. */
export const isBeyondSchedule = (
  syncAt: Date,
  { intervalMs }: SyncSchedule,
  now: Date,
  status: PlatformConnection['status'],
): boolean => syncAt > latestPossible(now, 1.25 * between(intervalMs, status));

/** Longest pause until the work on a connected store is due again. */
export const LONGEST_TURN_MS = 6 * 3_600_000;

/** For this long after an event, a store's search may not find the reported change yet. */
const SEARCH_LAG_MS = 60_000;

export const afterHook = (now: Date): Date => new Date(now.getTime() + COLLECT_CHANGES_MS);

/**
 * Returns the time of one more import after a reported change, because the first import may have been too early to find
 * the change.
 */
export const afterLag = (now: Date, scheduled: Date | undefined): Date =>
  new Date(Math.min(now.getTime() + SEARCH_LAG_MS, scheduled?.getTime() ?? Number.POSITIVE_INFINITY));

/** Returns when a store is to be read again; undefined when it is read only after it reports a change. */
export function nextTurn(events: EventsState, syncAt: Date | undefined, now: Date): Date | undefined {
  const times = [
    ...(events === 'wanted' ? [now.getTime() + ASK_AGAIN_MS] : []),
    ...(syncAt ? [Math.max(syncAt.getTime(), now.getTime() + BUSY_MS)] : []),
  ];
  return times.length === 0 ? undefined : new Date(Math.min(now.getTime() + LONGEST_TURN_MS, ...times));
}
