import type { SyncWindow } from '../../domain/platforms/connection';

/** Covers two delays: a store's clock may be behind ours, and its search may return new orders late. */
const OVERLAP_MS = 120_000;

/**
 * Returns the window for a store's query. Its times are whole seconds, as in stores, and it overlaps the previous
 * window.
 */
export function askedWindow({ since, until }: Pick<SyncWindow, 'since' | 'until'>): {
  after: Date;
  until: Date;
} {
  const second = (time: number) => new Date(Math.floor(time / 1_000) * 1_000);
  return { after: second(since.getTime() - OVERLAP_MS), until: second(until.getTime()) };
}
