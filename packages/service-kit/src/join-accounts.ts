import { createBatchLoader, createKeyedBatcher } from './batch-loader';

interface Options<Item, Result> {
  /** Sends one command for all items; returns one result per item, in order. */
  send(items: readonly Item[]): Promise<readonly Result[]>;
  accountOf(item: Item): number;
  maxBatch: number;
  /**
   * How many commands with items of several accounts may run at one time; 1 when absent. Slow commands are not counted.
   */
  maxInFlight?: number;
  /** Whether an item may be sent a second time while its command is running or after it failed. True for reads. */
  repeats: boolean;
  /** Milliseconds after which a command is slow. */
  slowMs?: number;
  /** After a slow or failed command, each account has its own commands for this many milliseconds. */
  separateMs?: number;
}

/**
 * Milliseconds after which a command for several accounts is slow. Even on a full machine, a command takes much less.
 */
const SLOW_MS = 2_000;
const SEPARATE_MS = 10_000;

/**
 * Returns a function that collects the items of all accounts that wait at the same time, and sends them in one command.
 * Accounts may be on different shards, and one slow or failed shard must not block the accounts on other shards. So the
 * items of a slow or failed command are sent again (if `repeats`). From then on, each account has its own commands, one
 * at a time, until all commands have been quick for a while.
 */
export function joinAccounts<Item, Result>(options: Options<Item, Result>): (item: Item) => Promise<Result> {
  const {
    accountOf,
    maxBatch,
    maxInFlight = 1,
    repeats,
    slowMs = SLOW_MS,
    separateMs = SEPARATE_MS,
  } = options;
  let slow = 0;
  let separateUntil = 0;
  const mustSeparate = () => slow > 0 || performance.now() < separateUntil;
  const separateForAWhile = () => {
    separateUntil = performance.now() + separateMs;
  };

  const send = async (items: readonly Item[], onSlow?: () => void): Promise<readonly Result[]> => {
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      slow += 1;
      onSlow?.();
    }, slowMs);
    try {
      const results = await options.send(items);
      if (results.length !== items.length)
        throw new Error('A joined command returned a different number of items.');
      return results;
    } catch (error) {
      separateForAWhile();
      throw error;
    } finally {
      clearTimeout(timer);
      if (isSlow) {
        slow -= 1;
        separateForAWhile();
      }
    }
  };

  const sendOfAccount = createKeyedBatcher(
    (_account: number, items: readonly Item[]) => send(items),
    maxBatch,
  );
  const sendSeparately = (item: Item) => sendOfAccount(accountOf(item), item);

  const sendTogether = (items: readonly Item[]) =>
    new Promise<(() => Promise<Result> | Result)[]>((resolve, reject) => {
      const mayRepeat = repeats && new Set(items.map(accountOf)).size > 1;
      const onSlow = () =>
        resolve(
          items.map((item, at) => () => {
            const joined = sent.then((results) => results[at] as Result);
            return mayRepeat ? firstOf(joined, sendSeparately(item)) : joined;
          }),
        );
      const sent = send(items, onSlow);
      sent.then(
        (results) => resolve(results.map((result) => () => result)),
        (error) => (mayRepeat ? resolve(items.map((item) => () => sendSeparately(item))) : reject(error)),
      );
    });

  const join = createBatchLoader<Item, () => Promise<Result> | Result>({
    send: async (items) =>
      mustSeparate() ? items.map((item) => () => sendSeparately(item)) : sendTogether(items),
    maxBatch,
    maxInFlight,
  });
  return async (item) => (await join(item))();
}

/** Returns the result of the promise that succeeds first. If both fail, throws the error of `other`. */
async function firstOf<Result>(one: Promise<Result>, other: Promise<Result>): Promise<Result> {
  try {
    return await Promise.any([one, other]);
  } catch {
    return other;
  }
}
