import type { SyncWindow } from '../../domain/platforms/connection';

/** Longer than a store's clock is behind ours, and than its search needs to find a new order. */
const OVERLAP_MS = 120_000;

/** Returns the period to request from a store: whole seconds, and it begins a little before the previous one ended. */
export function askedWindow({ since, until }: Pick<SyncWindow, 'since' | 'until'>): {
  after: Date;
  until: Date;
} {
  const second = (time: number) => new Date(Math.floor(time / 1_000) * 1_000);
  return { after: second(since.getTime() - OVERLAP_MS), until: second(until.getTime()) };
}
