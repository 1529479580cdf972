import type { SyncWindow } from '../../domain/platforms/connection';

/** Covers two delays: of a store's clock behind ours, and of its search behind its orders. */
const OVERLAP_MS = 120_000;

/** The window for a store's query. It is in whole seconds, as stores' times are, and has an overlap. */
export function askedWindow({ since, until }: Pick<SyncWindow, 'since' | 'until'>): {
  after: Date;
  until: Date;
} {
  const second = (time: number) => new Date(Math.floor(time / 1_000) * 1_000);
  return { after: second(since.getTime() - OVERLAP_MS), until: second(until.getTime()) };
}
