import { setTimeout as pause } from 'node:timers/promises';
import { exponentialBackoff } from '@parcelyard/service-kit/backoff';
import type { Backoff } from '../ports';

const BOUNDS = { firstMs: 2, maxMs: 100 };

/**
 * Full jitter: pauses for a random time. Its maximum starts at 2 ms and doubles with each attempt, so concurrent
 * writers do not collide again.
 */
export const jitteredBackoff: Backoff = async (attempt) => {
  await pause(Math.random() * exponentialBackoff(attempt, BOUNDS));
};
