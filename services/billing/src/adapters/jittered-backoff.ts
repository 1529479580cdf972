import { setTimeout as pause } from 'node:timers/promises';
import { exponentialBackoff } from '@parcelyard/service-kit/backoff';
import type { Backoff } from '../ports';

const BOUNDS = { firstMs: 2, maxMs: 100 };

/** Full jitter: pauses for a random time up to a bound that doubles from 2 ms. Concurrent writers spread out. */
export const jitteredBackoff: Backoff = async (attempt) => {
  await pause(Math.random() * exponentialBackoff(attempt, BOUNDS));
};
