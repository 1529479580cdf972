import { encodeKey, RANK, rankOf } from '../keys/value-key';
import type { IndexField } from '../storage/catalog';
import { MAX_FIELD_BYTES } from '../storage/index-keys';
import { type Condition, conditionsOf } from './conditions';

/** Keys with `from <= key < to`, without the prefix of the index. */
export interface KeyRange {
  from: Buffer;
  to: Buffer;
}

export interface Bounds {
  ranges: KeyRange[];
  /** The number of leading fields with fixed values. */
  points: number;
  /** For each leading field with fixed values, whether it has exactly one value. */
  singles: boolean[];
  ranged: boolean;
  used: Set<Condition>;
}

const MAX_RANGES = 1000;
const END = Buffer.from([0xff]);

/**
 * Returns the index ranges that contain every match of the conditions. Undefined when the conditions limit no range.
 */
export function boundsOf(
  fields: readonly IndexField[],
  conditions: readonly Condition[],
  multikey: boolean,
): Bounds | undefined {
  const used = new Set<Condition>();
  const singles: boolean[] = [];
  let prefixes: Buffer[] = [Buffer.alloc(0)];
  let ranged: [Buffer, Buffer] | undefined;
  for (const { path, descending } of fields) {
    const own = conditions.filter((condition) => condition.path === path);
    const point = own.find(({ kind }) => kind === '$eq') ?? own.find(({ kind }) => kind === '$in');
    const values = point?.kind === '$in' ? (point.operand as unknown[]) : [point?.operand];
    if (!point || prefixes.length * values.length > MAX_RANGES) {
      ranged = elementRangeOf(own, descending) ?? rangeOf(own, descending, multikey, used);
      break;
    }
    const keys = distinctSorted(values.map((value) => encodeKey([value ?? null], [descending])));
    prefixes = prefixes.flatMap((prefix) => keys.map((key) => Buffer.concat([prefix, key])));
    singles.push(keys.length === 1);
    used.add(point);
  }
  if (singles.length === 0 && !ranged) return undefined;
  const [low, high] = ranged ?? [Buffer.alloc(0), END];
  const ranges = prefixes.map((prefix) => ({
    from: Buffer.concat([prefix, low]),
    to: Buffer.concat([prefix, high]),
  }));
  // A key of this length may have been cut, and bounds from a cut key would be wrong. So no bounds are returned.
  if (ranges.some(({ from, to }) => Math.max(from.length, to.length) >= MAX_FIELD_BYTES - 32))
    return undefined;
  return { ranges, points: singles.length, singles, ranged: ranged !== undefined, used };
}

/**
 * Returns the range for `$elemMatch`. One element must satisfy both the lower and the upper bound, so both bounds limit
 * the element's key. But a field that is not an array may have such a key, too, so each document is still checked.
 */
function elementRangeOf(conditions: readonly Condition[], descending: boolean): [Buffer, Buffer] | undefined {
  const element = conditions.find(({ kind }) => kind === '$elemMatch');
  return element && rangeOf(conditionsOf({ element: element.operand }), descending, false, new Set());
}

function rangeOf(
  conditions: readonly Condition[],
  descending: boolean,
  multikey: boolean,
  used: Set<Condition>,
): [Buffer, Buffer] | undefined {
  const lower = conditions.find(({ kind }) => kind === '$gt' || kind === '$gte');
  let upper = conditions.find(({ kind }) => kind === '$lt' || kind === '$lte');
  // In an array, one element may satisfy the lower bound and another element the upper bound. So only one of the bounds
  // can limit the index.
  if (multikey && lower) upper = undefined;
  const sample = (lower ?? upper)?.operand;
  if (!lower && !upper) return undefined;
  const bracket = rankOf(sample);
  if (lower && upper && rankOf(upper.operand) !== bracket) upper = undefined;
  const edges = bracketEdges(bracket, descending);
  const low = lower ? edge(lower, '$gt', descending) : undefined;
  const high = upper ? edge(upper, '$lte', descending) : undefined;
  if (lower) used.add(lower);
  if (upper) used.add(upper);
  return descending ? [high ?? edges[0], low ?? edges[1]] : [low ?? edges[0], high ?? edges[1]];
}

/**
 * Returns the byte position of a bound. In ascending order, `$gt` and `$lte` are after all keys with the value, and
 * `$gte` and `$lt` are before them. In descending order, this is reversed.
 */
function edge(condition: Condition, behindAscending: '$gt' | '$lte', descending: boolean): Buffer {
  const key = encodeKey([condition.operand], [descending]);
  const behind = (condition.kind === behindAscending) !== descending;
  return behind ? Buffer.concat([key, END]) : key;
}

function bracketEdges(bracket: number, descending: boolean): [Buffer, Buffer] {
  // NaN sorts before all other numbers. Only a range on NaN itself contains NaN.
  const first = bracket === RANK.number ? encodeKey([Number.NEGATIVE_INFINITY]) : Buffer.from([bracket]);
  if (!descending) return [first, Buffer.from([bracket + 1])];
  const last =
    bracket === RANK.number
      ? Buffer.concat([encodeKey([Number.NEGATIVE_INFINITY], [true]), END])
      : Buffer.from([0x100 - bracket]);
  return [Buffer.from([0xff - bracket]), last];
}

function distinctSorted(keys: Buffer[]): Buffer[] {
  if (keys.length === 1) return keys;
  return keys.sort(Buffer.compare).filter((key, i) => i === 0 || !key.equals(keys[i - 1]!));
}
