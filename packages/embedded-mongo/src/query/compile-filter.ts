import type { BSONRegExp, Document } from 'bson';
import { isDocument, isOperatorDocument, isRegExp, numberOf, typeName } from '../bson-values';
import { EngineError } from '../engine-error';
import { compareValues, valuesEqual } from '../keys/compare-values';
import { RANK, rankOf } from '../keys/value-key';
import { evaluateTruth } from './expressions';
import { walkLeaves, walkPath } from './walk-path';

export type Predicate = (document: Document) => boolean;
type Test = (value: unknown) => boolean;

/** Compiles a query filter. Throws `BadValue` for what this engine or MongoDB does not know. */
export function compileFilter(filter: Document): Predicate {
  const parts: Predicate[] = [];
  for (const key of Object.keys(filter)) parts.push(compileEntry(key, filter[key]));
  if (parts.length === 1) return parts[0]!;
  return (document) => {
    for (const part of parts) if (!part(document)) return false;
    return true;
  };
}

function compileEntry(key: string, condition: unknown): Predicate {
  if (!key.startsWith('$')) return compileField(key.split('.'), condition);
  switch (key) {
    case '$and': {
      const all = clauses(key, condition);
      return (document) => all.every((one) => one(document));
    }
    case '$or': {
      const any = clauses(key, condition);
      return (document) => any.some((one) => one(document));
    }
    case '$nor': {
      const none = clauses(key, condition);
      return (document) => !none.some((one) => one(document));
    }
    case '$expr':
      return (document) => evaluateTruth(document, condition);
    case '$comment':
      return () => true;
    default:
      throw new EngineError('BadValue', `unknown top level operator: ${key}`);
  }
}

function clauses(operator: string, list: unknown): Predicate[] {
  if (!Array.isArray(list) || list.length === 0)
    throw new EngineError('BadValue', `${operator} argument must be a non-empty array`);
  return list.map((one) => {
    if (!isDocument(one)) throw new EngineError('BadValue', `${operator} argument's entries must be objects`);
    return compileFilter(one);
  });
}

function compileField(path: string[], condition: unknown): Predicate {
  if (isOperatorDocument(condition)) {
    const tests = Object.keys(condition).map((op) => compileOperator(path, op, condition[op], condition));
    return tests.length === 1 ? tests[0]! : (document) => tests.every((test) => test(document));
  }
  return leaves(path, isRegExp(condition) ? regExpTest(condition) : equalTo(condition));
}

function leaves(path: string[], test: Test): Predicate {
  return (document) => walkLeaves(document, path, test);
}

function not(predicate: Predicate): Predicate {
  return (document) => !predicate(document);
}

function compileOperator(path: string[], operator: string, operand: unknown, all: Document): Predicate {
  switch (operator) {
    case '$eq':
      return leaves(path, equalTo(operand));
    case '$ne':
      if (isRegExp(operand)) throw new EngineError('BadValue', "Can't have regex as arg to $ne.");
      return not(leaves(path, equalTo(operand)));
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      if (isRegExp(operand)) throw new EngineError('BadValue', `Can't have RegEx as arg to ${operator}`);
      return leaves(path, ordered(operator, operand));
    case '$in':
      return leaves(path, anyOf(operator, operand));
    case '$nin':
      return not(leaves(path, anyOf(operator, operand)));
    case '$exists': {
      const wanted = truthy(operand);
      return (document) => walkPath(document, path, (value) => value !== undefined) === wanted;
    }
    case '$type': {
      const test = typeTest(operand);
      return (document) => walkLeaves(document, path, test);
    }
    case '$regex':
      return leaves(path, regExpTest(operand, all.$options));
    case '$options':
      if (!('$regex' in all)) throw new EngineError('BadValue', '$options needs a $regex');
      return () => true;
    case '$not':
      if (isRegExp(operand)) return not(leaves(path, regExpTest(operand)));
      if (!isOperatorDocument(operand)) throw new EngineError('BadValue', '$not needs a regex or a document');
      return not(compileField(path, operand));
    case '$size': {
      const size = numberOf(operand);
      if (size === undefined || !Number.isInteger(size) || size < 0)
        throw new EngineError('BadValue', `$size takes a whole number`);
      return (document) => walkPath(document, path, (value) => Array.isArray(value) && value.length === size);
    }
    case '$elemMatch': {
      const test = elementTest(operand);
      return (document) => walkPath(document, path, (value) => Array.isArray(value) && value.some(test));
    }
    default:
      throw new EngineError('BadValue', `unknown operator: ${operator}`);
  }
}

function truthy(value: unknown): boolean {
  return value !== null && value !== undefined && value !== false && numberOf(value) !== 0;
}

/** `null` also means "missing". */
export function equalTo(operand: unknown): Test {
  if (operand === null || operand === undefined) return (value) => value === null || value === undefined;
  if (typeof operand === 'string' || typeof operand === 'boolean') return (value) => value === operand;
  const rank = rankOf(operand);
  return (value) => value !== undefined && rankOf(value) === rank && valuesEqual(value, operand);
}

function ordered(operator: '$gt' | '$gte' | '$lt' | '$lte', operand: unknown): Test {
  const orEqual = operator.length === 4;
  const greater = operator.startsWith('$g');
  const bracket = rankOf(operand);
  if (bracket === RANK.null) return orEqual ? equalTo(null) : () => false;
  const anyType = bracket === RANK.minKey || bracket === RANK.maxKey;
  const notANumber = typeof operand === 'number' && Number.isNaN(operand);
  return (value) => {
    if (value === undefined && !anyType) return false;
    if (!anyType && rankOf(value) !== bracket) return false;
    if (bracket === RANK.number && Number.isNaN(Number(value)) !== notANumber) return false;
    const order = compareValues(value, operand);
    return order === 0 ? orEqual : greater === order > 0;
  };
}

function anyOf(operator: string, operand: unknown): Test {
  if (!Array.isArray(operand)) throw new EngineError('BadValue', `${operator} needs an array`);
  const simple = new Set<unknown>();
  const tests: Test[] = [];
  for (const one of operand) {
    if (typeof one === 'string') simple.add(one);
    else if (isRegExp(one)) tests.push(regExpTest(one));
    else if (isOperatorDocument(one)) throw new EngineError('BadValue', `cannot nest $ under ${operator}`);
    else tests.push(equalTo(one));
  }
  return (value) => simple.has(value) || tests.some((test) => test(value));
}

function elementTest(operand: unknown): Test {
  if (!isDocument(operand)) throw new EngineError('BadValue', '$elemMatch needs an Object');
  const first = Object.keys(operand)[0];
  if (first?.startsWith('$') && !['$and', '$or', '$nor'].includes(first)) {
    const element = compileField(['element'], operand);
    // The element is wrapped once more, so that an array inside the array is one value and not walked into.
    return (value) => element({ element: value });
  }
  const matches = compileFilter(operand);
  return (value) => (isDocument(value) || Array.isArray(value)) && matches(value as Document);
}

/** The JavaScript equivalent of a BSON regular expression; `x` and other options are refused. */
function toRegExp(pattern: unknown, options?: unknown): RegExp {
  if (pattern instanceof RegExp) return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''));
  const source = typeof pattern === 'string' ? pattern : (pattern as BSONRegExp | null)?.pattern;
  if (source === undefined) throw new EngineError('BadValue', '$regex has to be a string');
  const flags = options ?? (pattern as BSONRegExp).options ?? '';
  if (typeof flags !== 'string') throw new EngineError('BadValue', '$options has to be a string');
  if (/[^imsu]/.test(flags)) throw new EngineError('BadValue', `invalid flag in regex options: ${flags}`);
  try {
    return new RegExp(source, [...new Set(flags)].join(''));
  } catch (cause) {
    throw new EngineError('BadValue', `Regular expression is invalid: ${(cause as Error).message}`);
  }
}

function regExpTest(pattern: unknown, options?: unknown): Test {
  const expression = toRegExp(pattern, options);
  const same = isRegExp(pattern) ? equalTo(pattern) : () => false;
  return (value) => (typeof value === 'string' ? expression.test(value) : isRegExp(value) && same(value));
}

const TYPES = new Set(
  'double string object array binData objectId bool date null regex int timestamp long minKey maxKey'.split(
    ' ',
  ),
);

function typeTest(operand: unknown): Test {
  const wanted = new Set<string>();
  for (const one of Array.isArray(operand) ? operand : [operand]) {
    if (one === 'number') for (const each of ['int', 'long', 'double']) wanted.add(each);
    else if (TYPES.has(one)) wanted.add(one);
    else throw new EngineError('BadValue', `Unknown type name alias: ${String(one)}`);
  }
  return (value) => wanted.has(typeName(value));
}
