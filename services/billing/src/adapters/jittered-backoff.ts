import { setTimeout as pause } from 'node:timers/promises';
import { exponentialBackoff } from '@parcelyard/service-kit/backoff';
import type { Backoff } from '../ports';

const BOUNDS = { firstMs: 2, maxMs: 100 };

/**
 * Pauses for a random time, so that writers that collided do not collide again. The maximum starts at 2 ms and doubles
 * with each attempt.
 */
export const jitteredBackoff: Backoff = async (attempt) => {
  await pause(Math.random() * exponentialBackoff(attempt, BOUNDS));
};
