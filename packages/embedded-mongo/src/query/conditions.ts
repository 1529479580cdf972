import type { Document } from 'bson';
import { isDocument, isOperatorDocument, isRegExp } from '../bson-values';
import { RANK, rankOf } from '../keys/value-key';

export type ConditionKind =
  | '$eq'
  | '$in'
  | '$gt'
  | '$gte'
  | '$lt'
  | '$lte'
  | '$exists'
  /** A range that one and the same element of an array is in. */
  | '$elemMatch'
  | 'other';

/** One conjunct of a filter. What has a kind other than `other` can bound an index. */
export interface Condition {
  path: string;
  kind: ConditionKind;
  operand: unknown;
  /** The same conjunct as a filter, to check on a document. */
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
        if (operator === '$options') continue;
        const own = operator === '$regex' ? value : { [operator]: value[operator] };
        found.push({
          path: key,
          kind: kindOf(operator, value[operator]),
          operand: value[operator],
          filter: { [key]: own },
        });
      }
    } else {
      found.push({ path: key, kind: kindOf('$eq', value), operand: value, filter: { [key]: value } });
    }
  }
  return found;
}

function kindOf(operator: string, operand: unknown): ConditionKind {
  if (operator === '$eq') return isPoint(operand) ? '$eq' : 'other';
  if (operator === '$in') return Array.isArray(operand) && operand.every(isPoint) ? '$in' : 'other';
  if (RANGES.has(operator)) return isBound(operand) ? (operator as ConditionKind) : 'other';
  if (operator === '$elemMatch') return isElementRange(operand) ? '$elemMatch' : 'other';
  return operator === '$exists' ? '$exists' : 'other';
}

const isElementRange = (operand: unknown): boolean =>
  isOperatorDocument(operand) &&
  Object.entries(operand as Document).every(([name, value]) => RANGES.has(name) && isBound(value));

/** Equality to an array also means "contains that array", which no single key says. */
function isPoint(operand: unknown): boolean {
  return !Array.isArray(operand) && !isRegExp(operand);
}

function isBound(operand: unknown): boolean {
  if (Array.isArray(operand) || isRegExp(operand) || Number.isNaN(operand)) return false;
  const rank = rankOf(operand);
  return rank !== RANK.minKey && rank !== RANK.maxKey && rank !== RANK.null;
}

/** True when the conditions leave out every document in which `path` is missing. */
export function requiresPresence(conditions: readonly Condition[], path: string): boolean {
  return conditions.some((condition) => {
    if (condition.path !== path) return false;
    const { kind, operand } = condition;
    if (kind === '$exists') return operand === true || operand === 1;
    if (kind === '$eq') return operand !== null && operand !== undefined;
    if (kind === '$in') return (operand as unknown[]).every((one) => one !== null && one !== undefined);
    return kind !== 'other';
  });
}

/** Top-level equalities, which an upsert copies into the new document. */
export function equalitiesOf(filter: Document): [string, unknown][] {
  const found: [string, unknown][] = [];
  for (const key of Object.keys(filter)) {
    const value = filter[key];
    if (key === '$and' && Array.isArray(value)) for (const one of value) found.push(...equalitiesOf(one));
    else if (key === '$or' && Array.isArray(value) && value.length === 1)
      found.push(...equalitiesOf(value[0]));
    else if (key.startsWith('$')) continue;
    else if (!isOperatorDocument(value)) {
      if (!isRegExp(value)) found.push([key, value]);
    } else if ('$eq' in value) found.push([key, value.$eq]);
    else if (Array.isArray(value.$in) && value.$in.length === 1) found.push([key, value.$in[0]]);
  }
  return found;
}
