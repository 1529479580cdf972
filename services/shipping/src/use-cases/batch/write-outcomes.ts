import { setTimeout as pause } from 'node:timers/promises';
import type { ItemOutcome } from '../../domain/batch/batch';

/** Outcomes by item position. */
export type Outcomes = ReadonlyMap<number, ItemOutcome>;

/** Minimum milliseconds between two writes. */
const INTERVAL_MS = 250;

/**
 * Writes several outcomes of one batch in one update. A crash before the update loses nothing, because the next process
 * that runs the batch reads the outcomes from the purchases.
 */
export function createOutcomeWriter(write: (outcomes: Outcomes) => Promise<void>) {
  let waiting = new Map<number, ItemOutcome>();
  let isWriting = false;
  let writing = Promise.resolve();
  let failure: { readonly error: unknown } | undefined;

  const writeWaiting = () => {
    const outcomes = waiting;
    waiting = new Map();
    writing = writing.then(async () => {
      if (failure || outcomes.size === 0) return;
      await write(outcomes).catch((error: unknown) => {
        failure = { error };
      });
    });
    return writing;
  };
  const keepWriting = async () => {
    isWriting = true;
    while (waiting.size > 0) {
      await writeWaiting();
      await pause(INTERVAL_MS, undefined, { ref: false });
    }
    isWriting = false;
  };

  return {
    /** Saves the outcome soon, together with other outcomes that arrive meanwhile. */
    add: (position: number, outcome: ItemOutcome): void => {
      waiting.set(position, outcome);
      if (!isWriting) void keepWriting();
    },
    /** True when a write has failed. Another process may then run the batch. */
    hasFailed: () => failure !== undefined,
    /** Writes the remaining outcomes. @throws the error of the first failed write */
    end: async () => {
      await writeWaiting();
      if (failure) throw failure.error;
    },
  };
}
