import type { SyncWindow } from '../../domain/platforms/connection';

/**
 * How far a requested period goes back into the previous one. A store's clock is behind ours by less than this time,
 * and the store's search finds a new order within this time.
 */
const OVERLAP_MS = 120_000;

/**
 * Returns the period to request from a store. It has whole seconds, and begins a little before the previous period
 * ended.
 */
export function askedWindow({ since, until }: Pick<SyncWindow, 'since' | 'until'>): {
  after: Date;
  until: Date;
} {
  const second = (time: number) => new Date(Math.floor(time / 1_000) * 1_000);
  return { after: second(since.getTime() - OVERLAP_MS), until: second(until.getTime()) };
}
