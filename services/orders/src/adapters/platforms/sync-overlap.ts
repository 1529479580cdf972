import type { SyncWindow } from '../../domain/platforms/connection';

/** How far a store's clock may lag behind ours, and its search behind its orders, before an order is missed. */
const OVERLAP_MS = 120_000;

/** The window in a store's query: in whole seconds, the unit of stores' times, and with an overlap. */
export function askedWindow({ since, until }: Pick<SyncWindow, 'since' | 'until'>): {
  after: Date;
  until: Date;
} {
  const second = (time: number) => new Date(Math.floor(time / 1_000) * 1_000);
  return { after: second(since.getTime() - OVERLAP_MS), until: second(until.getTime()) };
}
