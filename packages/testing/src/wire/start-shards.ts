import { type Fields, isMessage, readBody } from './read-body';
import { startWireProxy } from './start-wire-proxy';

/** A database that behaves like a sharded cluster: a command waits for every shard that it needs. */
export interface Shards {
  readonly uri: string;
  /** Makes the shard with this account unreachable. Other shards continue. */
  takeAway(accountId: number): void;
  /** Makes all shards answer again. Each shard also answers the commands that it received while it was unreachable. */
  bringBack(): void;
  /** Returns how many commands wait for the unreachable shard. */
  waiting(): number;
  stop(): Promise<void>;
}

/**
 * Starts a proxy that holds each command for an account on the unreachable shard. It also holds each query for due work
 * of all accounts, if the query needs the answers of all shards.
 * @param uri the URI of a database that listens on one TCP address without TLS
 * @param elsewhere collections that are completely on another shard
 */
export async function startShards(uri: string, elsewhere: readonly string[] = []): Promise<Shards> {
  const target = new URL(uri);
  const away = new Set<number>();
  let waiting: (() => void)[] = [];
  const proxy = await startWireProxy(
    { host: target.hostname, port: Number(target.port || 27_017) },
    0,
    () => ({
      held: (message) => {
        if (away.size === 0 || !isMessage(message)) return undefined;
        const body = readBody(message);
        const collection = String(Object.values(body)[0]);
        if (elsewhere.includes(collection)) return undefined;
        const accounts = accountsOf(body, collection);
        const needsAll = Object.keys(body.filter ?? {}).some(isOfAll) && !body.allowPartialResults;
        if (!needsAll && !accounts.some((id) => away.has(id))) return undefined;
        return new Promise((resolve) => {
          waiting.push(resolve);
        });
      },
      asked: () => undefined,
    }),
  );
  return {
    // The connection is direct, because a member of a replica set would tell clients to connect to its own address.
    uri: `mongodb://127.0.0.1:${proxy.port}/?directConnection=true&retryWrites=false`,
    takeAway: (accountId) => void away.add(accountId),
    bringBack: () => {
      away.clear();
      for (const resume of waiting) resume();
      waiting = [];
    },
    waiting: () => waiting.length,
    stop: () => proxy.stop(),
  };
}

/** True for a field that only queries for the due work or the events of all accounts filter on. */
const isOfAll = (field: string) => /(^|\.)dueAt$|^outbox/.test(field);

/** Parts of a command that contain field names, but no values. */
const OF_FIELDS = new Set(['projection', 'sort', 'hint', 'key']);

/**
 * Returns the accounts in the filters and documents of a command. In billing's collection `accounts`, `_id` is the
 * account's id.
 */
function accountsOf(value: unknown, collection: string): number[] {
  if (Array.isArray(value)) return value.flatMap((one) => accountsOf(one, collection));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as Fields).flatMap(([name, field]) => {
    if (OF_FIELDS.has(name)) return [];
    const isAccount = name === 'accountId' || (name === '_id' && collection === 'accounts');
    return isAccount ? numbersOf(field) : accountsOf(field, collection);
  });
}

function numbersOf(field: unknown): number[] {
  if (Array.isArray(field)) return field.flatMap(numbersOf);
  if (typeof field === 'number') return [field];
  return typeof field === 'object' && field !== null ? Object.values(field).flatMap(numbersOf) : [];
}
