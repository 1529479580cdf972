import type { SyncWindow } from '../../domain/platforms/connection';

/**
 * Each requested period begins this long before the previous period ended. The overlap is longer than a store's clock
 * can be behind ours, and longer than a store's search needs to find a new order.
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
