import { setTimeout as pause } from 'node:timers/promises';
import { exponentialBackoff } from '@parcelyard/service-kit/backoff';
import type { Backoff } from '../ports';

const BOUNDS = { firstMs: 2, maxMs: 100 };

/**
 * Pauses for a random time. The maximum starts at 2 ms and doubles with each attempt. Writers that collided pause for
 * different times, so they do not collide again.
 */
export const jitteredBackoff: Backoff = async (attempt) => {
  await pause(Math.random() * exponentialBackoff(attempt, BOUNDS));
};
