import { DomainError } from '@parcelyard/service-kit/domain-error';
import { remainingMs } from '@parcelyard/service-kit/tracing/request-id';

interface Options<Item, Result> {
  /** Returns one result for each item, in the same order. */
  send(items: readonly Item[]): Promise<readonly Result[]>;
  maxBatch: number;
  maxInFlight: number;
  /** How many items may wait in one line. Further items are refused at once. */
  maxWaiting: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  /** The time of `performance.now()` at which the caller stops waiting. */
  readonly givesUpAt: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Adds an item to a line. @throws LineFull */
export type TakeTurn<Item, Result> = (line: string, item: Item) => Promise<Result>;

/**
 * Sends items in shared calls. Items wait in lines (queues). Each call takes the first item of every line, then the
 * second of every line, and so on, so a long line hardly delays the others. Items that arrive at the same time are sent
 * together.
 */
export function createTurns<Item, Result>(options: Options<Item, Result>): TakeTurn<Item, Result> {
  const { send, maxBatch, maxInFlight, maxWaiting } = options;
  /** The lines, sorted by whose turn is next. An empty line is deleted. */
  const lines = new Map<string, Waiting<Item, Result>[]>();
  let inFlight = 0;
  let scheduled = false;

  const schedule = () => {
    if (scheduled || lines.size === 0 || inFlight >= maxInFlight) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      while (lines.size > 0 && inFlight < maxInFlight) {
        inFlight += 1;
        void deliver(nextBatch()).finally(() => {
          inFlight -= 1;
          schedule();
        });
      }
    });
  };

  const nextBatch = () => {
    const batch: Waiting<Item, Result>[] = [];
    for (const [name, line] of lines) {
      const next = line.shift() as Waiting<Item, Result>;
      // Moves the line to the end of the map, so that this loop comes to the line again.
      lines.delete(name);
      if (line.length > 0) lines.set(name, line);
      if (performance.now() >= next.givesUpAt) next.reject(new LineFull());
      else if (batch.push(next) === maxBatch) break;
    }
    return batch;
  };

  const deliver = async (batch: readonly Waiting<Item, Result>[]) => {
    if (batch.length === 0) return;
    try {
      const results = await send(batch.map(({ item }) => item));
      if (results.length !== batch.length)
        throw new Error('A shared call returned a different number of items.');
      batch.forEach(({ resolve }, place) => {
        resolve(results[place] as Result);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  return (name, item) =>
    new Promise((resolve, reject) => {
      const line = lines.get(name) ?? [];
      if (line.length >= maxWaiting) return reject(new LineFull());
      lines.set(name, line);
      line.push({ item, givesUpAt: performance.now() + remainingMs(), resolve, reject });
      schedule();
    });
}

/** The line was full, or the item waited too long. Nothing was done, and the caller may try again. */
export class LineFull extends DomainError<'busy'> {
  constructor() {
    super('unavailable', 'busy', {}, { retryAfterSeconds: 1 });
  }
}
