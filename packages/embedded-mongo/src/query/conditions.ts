import type { Document } from 'bson';
import { isDocument, isOperatorDocument } from '../bson-values';
import { compareValues, RANK, rankOf, valuesEqual } from '../keys/value-key';

export type ConditionKind =
  | '$eq'
  | '$in'
  | '$gt'
  | '$gte'
  | '$lt'
  | '$lte'
  | '$exists'
  /** Conditions that one array element must satisfy together. */
  | '$elemMatch'
  | 'other';

/** One conjunct (part of an AND) of a filter. Conditions of any kind except `other` can limit the range of an index. */
export interface Condition {
  path: string;
  kind: ConditionKind;
  operand: unknown;
  /** This condition as a query filter, with which documents are checked. */
  filter: Document;
}

const RANGES = new Set(['$gt', '$gte', '$lt', '$lte']);

/** Splits a filter into its conjuncts. */
export function conditionsOf(filter: Document): Condition[] {
  const found: Condition[] = [];
  for (const key of Object.keys(filter)) {
    const value = filter[key];
    if (key === '$and' && Array.isArray(value) && value.length > 0 && value.every(isDocument)) {
      for (const clause of value) found.push(...conditionsOf(clause));
    } else if (key.startsWith('$')) {
      found.push({ path: '', kind: 'other', operand: undefined, filter: { [key]: value } });
    } else if (isOperatorDocument(value)) {
      for (const operator of Object.keys(value)) {
        if (operator === '$options' && '$regex' in value) continue;
        const own = operator === '$regex' ? value : { [operator]: value[operator] };
        const operand = value[operator];
        found.push({ path: key, kind: kindOf(operator, operand), operand, filter: { [key]: own } });
      }
    } else {
      // `{a: [1]}` matches the array `[1]` and also an array that contains `[1]`. These matches have different keys in
      // an index, so the index cannot be limited to one key.
      const kind = isPoint(value) ? '$eq' : 'other';
      found.push({ path: key, kind, operand: value, filter: { [key]: value } });
    }
  }
  return found;
}

function kindOf(operator: string, operand: unknown): ConditionKind {
  if (operator === '$in') return Array.isArray(operand) && operand.every(isPoint) ? '$in' : 'other';
  if (RANGES.has(operator)) return isBound(operand) ? (operator as ConditionKind) : 'other';
  if (operator === '$elemMatch') return isElementRange(operand) ? '$elemMatch' : 'other';
  return operator === '$exists' ? '$exists' : 'other';
}

const isPoint = (operand: unknown): boolean => !Array.isArray(operand) && !isOperatorDocument(operand);

const isElementRange = (operand: unknown): boolean =>
  isOperatorDocument(operand) &&
  Object.entries(operand).every(([name, value]) => RANGES.has(name) && isBound(value));

const isBound = (operand: unknown): boolean =>
  !Array.isArray(operand) && !Number.isNaN(operand) && rankOf(operand) !== RANK.null;

/** True when the conditions exclude every document without `path`. */
export function requiresPresence(conditions: readonly Condition[], path: string): boolean {
  return conditions.some((condition) => {
    if (condition.path !== path) return false;
    const { kind, operand } = condition;
    if (kind === '$exists') return operand === true;
    if (kind === '$eq') return operand !== null && operand !== undefined;
    if (kind === '$in') return (operand as unknown[]).every((one) => one !== null && one !== undefined);
    return kind !== 'other';
  });
}

/** True when every match of the query satisfies this condition of a partial index. */
export function implies(query: readonly Condition[], wanted: Condition): boolean {
  if (wanted.kind === '$exists') return requiresPresence(query, wanted.path);
  return query.some(({ path, kind, operand }) => {
    if (path !== wanted.path) return false;
    if (kind === '$eq') return admits(wanted, operand);
    if (kind === '$in') return (operand as unknown[]).every((one) => admits(wanted, one));
    return kind === wanted.kind && valuesEqual(operand, wanted.operand);
  });
}

function admits({ kind, operand }: Condition, value: unknown): boolean {
  if (kind === '$eq') return valuesEqual(value, operand);
  if (!RANGES.has(kind) || rankOf(value) !== rankOf(operand) || Number.isNaN(value)) return false;
  const order = compareValues(value, operand);
  return order === 0 ? kind.length === 4 : kind.startsWith('$g') === order > 0;
}

/** Returns the equalities at the top level, which an upsert copies into the new document. */
export function equalitiesOf(filter: Document): [string, unknown][] {
  return Object.keys(filter).flatMap((key): [string, unknown][] => {
    const value = filter[key];
    if (key === '$and' || (key === '$or' && value.length === 1)) return value.flatMap(equalitiesOf);
    if (key.startsWith('$')) return [];
    if (!isOperatorDocument(value)) return [[key, value]];
    return value.$in?.length === 1 ? [[key, value.$in[0]]] : [];
  });
}
