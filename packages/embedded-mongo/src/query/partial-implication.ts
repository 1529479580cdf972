import { compareValues, valuesEqual } from '../keys/compare-values';
import { rankOf } from '../keys/value-key';
import type { Condition } from './conditions';
import { requiresPresence } from './conditions';

/** True when every document that the query wants satisfies this condition of a partial index. */
export function implies(query: readonly Condition[], wanted: Condition): boolean {
  if (wanted.kind === '$exists' && (wanted.operand === true || wanted.operand === 1))
    return requiresPresence(query, wanted.path);
  return query.some((given) => given.path === wanted.path && impliedBy(given, wanted));
}

function impliedBy(given: Condition, wanted: Condition): boolean {
  const unranked = ['other', '$elemMatch'];
  if (unranked.includes(wanted.kind) || unranked.includes(given.kind))
    return JSON.stringify(given.filter) === JSON.stringify(wanted.filter);
  if (given.kind === '$in') return (given.operand as unknown[]).every((one) => admits(wanted, one));
  if (given.kind === '$eq') return admits(wanted, given.operand);
  return isRange(given) && isRange(wanted) && narrower(given, wanted);
}

function isRange({ kind }: Condition): boolean {
  return kind === '$gt' || kind === '$gte' || kind === '$lt' || kind === '$lte';
}

function admits(wanted: Condition, value: unknown): boolean {
  if (wanted.kind === '$eq') return valuesEqual(value, wanted.operand);
  if (wanted.kind === '$in') return (wanted.operand as unknown[]).some((one) => valuesEqual(value, one));
  if (!isRange(wanted) || rankOf(value) !== rankOf(wanted.operand)) return false;
  const order = compareValues(value, wanted.operand);
  if (order === 0) return wanted.kind.length === 4;
  return wanted.kind.startsWith('$g') === order > 0;
}

function narrower(given: Condition, wanted: Condition): boolean {
  if (given.kind[1] !== wanted.kind[1] || rankOf(given.operand) !== rankOf(wanted.operand)) return false;
  const order = compareValues(given.operand, wanted.operand);
  if (order === 0) return wanted.kind.length === 4 || given.kind.length === 3;
  return given.kind[1] === 'g' ? order > 0 : order < 0;
}
