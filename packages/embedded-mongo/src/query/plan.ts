import type { Document } from 'bson';
import type { Collection, Index, IndexField } from '../storage/catalog';
import { compileFilter, type Predicate } from './compile-filter';
import { type Condition, conditionsOf, implies, requiresPresence } from './conditions';
import { type Bounds, boundsOf, type KeyRange } from './index-bounds';
import type { SortField } from './sort';

export interface Plan {
  /** The index to walk. `_id_` means the documents themselves; undefined means a scan of the whole collection. */
  index: { name: string; space: Buffer; multikey: boolean; keyPattern: Document } | undefined;
  ranges: KeyRange[];
  reverse: boolean;
  /** Whether the walk yields documents in the requested order. */
  sorted: boolean;
  /** True when the plan looks up single keys (not ranges) of `_id` or of a unique index. */
  keys: boolean;
  /** Conditions that the bounds do not guarantee. They are checked on each document. */
  residual: Residual | undefined;
}

interface Residual {
  predicate: Predicate;
  /** The top-level fields that the condition reads; undefined means any field. */
  fields: ReadonlySet<string> | undefined;
}

const ID_FIELD: IndexField = { path: '_id', parts: ['_id'], descending: false };
const WHOLE: KeyRange = { from: Buffer.alloc(0), to: Buffer.from([0xff]) };

interface Candidate {
  index: Index | undefined;
  bounds: Bounds | undefined;
  order: { reverse: boolean } | undefined;
  score: number;
  keys: boolean;
}

/**
 * Chooses the index that limits the keys most and, if possible, has the requested order. Of equally good indexes, the
 * one that was created first is chosen.
 */
export function planQuery(collection: Collection, filter: Document, sort: readonly SortField[]): Plan {
  const conditions = conditionsOf(filter);
  let best: Candidate | undefined;
  for (const index of [undefined, ...collection.indexes]) {
    if (index && !isUsable(index, conditions)) continue;
    const candidate = weigh(index, conditions, sort);
    if (candidate && (!best || candidate.score > best.score)) best = candidate;
    // A plan with a single key is the cheapest possible.
    if (candidate && isOneKey(candidate.keys, candidate.bounds)) break;
  }
  const { index, bounds, order, keys = false } = best ?? {};
  return {
    index: best && (index ? { ...index, keyPattern: index.spec.key } : byId(collection)),
    ranges: bounds?.ranges ?? [WHOLE],
    reverse: order?.reverse ?? false,
    sorted: sort.length === 0 || order !== undefined || isOneKey(keys, bounds),
    keys,
    residual: residualOf(conditions, index, bounds, filter),
  };
}

const byId = ({ space }: Collection) => ({ name: '_id_', space, multikey: false, keyPattern: { _id: 1 } });

function isUsable(index: Index, conditions: readonly Condition[]): boolean {
  if (index.partial?.conditions.some((wanted) => !implies(conditions, wanted))) return false;
  if (index.sparse && !index.fields.some(({ path }) => requiresPresence(conditions, path))) return false;
  return true;
}

function weigh(
  index: Index | undefined,
  conditions: readonly Condition[],
  sort: readonly SortField[],
): Candidate | undefined {
  const fields = index?.fields ?? [ID_FIELD];
  const multikey = index?.multikey ?? false;
  const bounds = boundsOf(fields, conditions, multikey);
  const order = sort.length > 0 && !multikey && !index?.cut ? orderOf(fields, bounds, sort) : undefined;
  if (!bounds && !order) return undefined;
  const points = bounds?.points ?? 0;
  const keys = (index === undefined || index.unique) && points === fields.length;
  let score = points * 10 + (bounds?.ranged ? 5 : 0);
  if (isOneKey(keys, bounds)) score += 1000;
  // If the index limits the keys, the right sort order counts more than one more field with a bound. If the index
  // limits no keys, the order counts less than one such field.
  if (order) score += bounds ? 12 : 1;
  if (multikey) score -= 1;
  return { index, bounds, order, score, keys };
}

const isOneKey = (keys: boolean, bounds: Bounds | undefined): boolean => keys && bounds?.ranges.length === 1;

/**
 * Returns whether a walk over the index yields the requested order, and in which direction. Fields with one fixed value
 * are ignored.
 */
function orderOf(fields: readonly IndexField[], bounds: Bounds | undefined, sort: readonly SortField[]) {
  const single = new Set(fields.filter((_, i) => bounds?.singles[i]).map(({ path }) => path));
  const wanted = sort.filter(({ path }) => !single.has(path));
  const rest = fields.filter(({ path }) => !single.has(path));
  if (wanted.length > rest.length || wanted.some(({ path }, i) => rest[i]!.path !== path)) return undefined;
  const reverse = wanted.length > 0 && wanted[0]!.descending !== rest[0]!.descending;
  const isOneDirection = wanted.every(
    ({ descending }, i) => (descending !== rest[i]!.descending) === reverse,
  );
  return isOneDirection ? { reverse } : undefined;
}

function residualOf(
  conditions: readonly Condition[],
  index: Index | undefined,
  bounds: Bounds | undefined,
  filter: Document,
): Residual | undefined {
  if (conditions.length === 0) return undefined;
  const whole = !bounds || index?.multikey;
  const rest = whole ? conditions : conditions.filter((condition) => !bounds.used.has(condition));
  if (rest.length === 0) return undefined;
  return {
    predicate: compileFilter(whole ? filter : { $and: rest.map((condition) => condition.filter) }),
    fields: rest.some(({ path }) => path === '') ? undefined : new Set(rest.map(({ path }) => topOf(path))),
  };
}

const topOf = (path: string): string => path.split('.', 1)[0] as string;
