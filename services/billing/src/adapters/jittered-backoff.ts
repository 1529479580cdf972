import { setTimeout as pause } from 'node:timers/promises';
import type { Backoff } from '../ports';

const LONGEST_MS = 100;

/** Full jitter: anywhere between nothing and a bound that doubles from 2 ms, so that rivals come apart. */
export const jitteredBackoff: Backoff = async (attempt) => {
  await pause(Math.random() * Math.min(LONGEST_MS, 2 ** attempt));
};
