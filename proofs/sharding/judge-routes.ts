import { REACHES_ALL } from './reaches-all';
import type { Route, UniqueIndex } from './read-routes';
import { shardKeyOf } from './shard-keys';

export interface Recorded {
  readonly route?: Route;
  readonly index?: UniqueIndex;
  /** A collection in which two accounts inserted the same `_id`. */
  readonly shared?: { readonly database: string; readonly collection: string };
  /**
   * How many more times the statement was seen since its previous line in the recording. Absent in a statement's first
   * line.
   */
  readonly again?: number;
}

export interface Finding {
  /** Collection, command and filter. */
  readonly what: string;
  readonly count: number;
}

const READS = new Set(['find', 'aggregate', 'count', 'distinct']);

interface Findings {
  readonly faults: readonly string[];
  readonly everywhere: readonly Finding[];
  readonly commands: number;
  readonly statements: number;
  readonly uniqueIndexes: number;
}

/**
 * Finds recorded commands and indexes that would be wrong in a cluster that is sharded by {@link shardKeyOf}, and
 * commands that such a cluster would send to every shard.
 */
export function judgeRoutes(lines: readonly Recorded[]): Findings {
  const counts = new Map<string, { route: Route; count: number }>();
  const indexes = new Map<string, UniqueIndex>();
  const faults = new Set<string>();
  for (const { route, index, shared, again } of lines) {
    if (index) indexes.set(`${index.database}.${index.collection} {${index.keys.join(', ')}}`, index);
    if (shared) faults.add(`${shared.database}.${shared.collection}: two accounts inserted one _id.`);
    if (!route) continue;
    const what = nameOf(route);
    counts.set(what, { route, count: (counts.get(what)?.count ?? 0) + (again ?? 1) });
  }
  for (const [name, { database, collection, keys }] of indexes) {
    const key = shardKeyOf(database, collection);
    if (key && keys[0] !== key && keys.join() !== '_id')
      faults.add(`${name} is unique, but does not begin with ${key}.`);
  }
  const everywhere: Finding[] = [];
  for (const [what, { route, count }] of counts) {
    const key = shardKeyOf(route.database, route.collection);
    // A read for a list or a range of accounts reaches only the shards of these accounts.
    if (!key || route.equal.includes(key) || (route.other.includes(key) && READS.has(route.statement)))
      continue;
    if (route.statement === 'insert') faults.add(`${what}: a document without ${key}.`);
    else if (/upsert|findAndModify/.test(route.statement)) faults.add(`${what} must name ${key}.`);
    else everywhere.push({ what, count });
  }
  for (const { what } of everywhere)
    if (!(what in REACHES_ALL)) faults.add(`${what} would reach every shard and is not in the list.`);
  for (const what of Object.keys(REACHES_ALL))
    if (!counts.has(what))
      faults.add(`${what} is in the list of commands that reach every shard, but was never sent.`);
  return {
    faults: [...faults].sort(),
    everywhere: everywhere.sort((one, other) => other.count - one.count),
    commands: [...counts.values()].reduce((sum, { count }) => sum + count, 0),
    statements: counts.size,
    uniqueIndexes: indexes.size,
  };
}

function nameOf({ database, collection, statement, equal, other }: Route): string {
  const fields = [...equal.map((name) => `${name} =`), ...other].join(', ');
  return `${database.replace(/^parcelyard_/, '')}.${collection} ${statement} {${fields}}`;
}
