import { setTimeout as pause } from 'node:timers/promises';
import type { ItemOutcome } from '../../domain/batch/batch';

export type Outcomes = ReadonlyMap<number, ItemOutcome>;

/** The shortest time between two writes, in milliseconds. */
const INTERVAL_MS = 250;

/**
 * Saves several results of a batch in one update. A crash before the update loses nothing, because the next process
 * reads the results from the purchases.
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
    /** Saves the result soon, together with others that come in the meantime. */
    add: (position: number, outcome: ItemOutcome): void => {
      waiting.set(position, outcome);
      if (!isWriting) void keepWriting();
    },
    /** Returns whether a write has failed. Another process may then run the batch. */
    hasFailed: () => failure !== undefined,
    /** Saves the results that are left. @throws the error of the first write that failed */
    end: async () => {
      await writeWaiting();
      if (failure) throw failure.error;
    },
  };
}
