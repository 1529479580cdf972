import type { SyncWindow } from '../../domain/platforms/connection';

/**
 * Longer than the time by which a store's clock is behind ours, and longer than the store's search needs to find a new
 * order.
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
