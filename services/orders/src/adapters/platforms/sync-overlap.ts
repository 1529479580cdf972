import type { SyncWindow } from '../../domain/platforms/connection';

/** How far a store's clock may lag behind ours, and its search behind its orders, without an order being missed. */
const OVERLAP_MS = 120_000;

/** The window as a store is asked for it: in whole seconds, the unit that stores keep times in, and with an overlap. */
export function askedWindow({ since, until }: Pick<SyncWindow, 'since' | 'until'>): {
  after: Date;
  until: Date;
} {
  const second = (time: number) => new Date(Math.floor(time / 1_000) * 1_000);
  return { after: second(since.getTime() - OVERLAP_MS), until: second(until.getTime()) };
}
