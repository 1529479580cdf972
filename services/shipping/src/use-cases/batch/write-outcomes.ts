import { setTimeout as pause } from 'node:timers/promises';
import type { ItemOutcome } from '../../domain/batch/batch';

/** Outcomes by item position. */
export type Outcomes = ReadonlyMap<number, ItemOutcome>;

/** Milliseconds between two writes while outcomes keep coming. */
const INTERVAL_MS = 250;

/**
 * Writes several outcomes of one batch in one update. A crash before it loses nothing: the next driver of the batch
 * reads the outcomes from the purchases.
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
    /** Saves the outcome soon, together with others that arrive in the meantime. */
    add: (position: number, outcome: ItemOutcome): void => {
      waiting.set(position, outcome);
      if (!isWriting) void keepWriting();
    },
    /** True when a write has failed: this process may have lost the batch. */
    hasFailed: () => failure !== undefined,
    /** Writes the rest. @throws the error of the first failed write */
    end: async () => {
      await writeWaiting();
      if (failure) throw failure.error;
    },
  };
}
