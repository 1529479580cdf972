import type { Document } from 'bson';
import { isDocument, isOperatorDocument, numberOf } from '../bson-values';
import { EngineError } from '../engine-error';
import { compareValues, RANK, rankOf, valuesEqual } from '../keys/value-key';
import { walkLeaves, walkPath } from './walk-path';

export type Predicate = (document: Document) => boolean;
type Test = (value: unknown) => boolean;

/** The condition of one operator on a field. */
interface Condition {
  test: Test;
  /** Tests an array as a whole, not its elements. */
  whole?: boolean;
  /** True for a condition such as `$ne`: a document matches only if no value of the field passes the test. */
  negated?: boolean;
}

/** Compiles a query filter. Throws `BadValue` for operators unknown to this engine or MongoDB. */
export function compileFilter(filter: Document): Predicate {
  return allOf(Object.keys(filter).map((key) => compileEntry(key, filter[key])));
}

function compileEntry(key: string, condition: unknown): Predicate {
  if (!key.startsWith('$')) return compileField(key.split('.'), condition);
  const operator = LOGICAL_OPERATORS[key];
  if (!operator) throw new EngineError('BadValue', `unknown top level operator: ${key}`);
  if (!Array.isArray(condition) || condition.length === 0 || !condition.every(isDocument))
    throw new EngineError('BadValue', `${key} argument must be a non-empty array of objects`);
  return operator(condition.map(compileFilter));
}

export const LOGICAL_OPERATORS: Readonly<Record<string, (parts: Predicate[]) => Predicate>> = {
  $and: allOf,
  $or: (parts) => (document) => parts.some((part) => part(document)),
};

function allOf(parts: Predicate[]): Predicate {
  if (parts.length === 1) return parts[0]!;
  return (document) => {
    for (const part of parts) if (!part(document)) return false;
    return true;
  };
}

function compileField(path: string[], condition: unknown): Predicate {
  return allOf(
    conditionsOn(condition).map(({ test, whole, negated = false }) => {
      const walk = whole ? walkPath : walkLeaves;
      return (document) => walk(document, path, test) !== negated;
    }),
  );
}

function conditionsOn(condition: unknown): Condition[] {
  if (!isOperatorDocument(condition)) return [{ test: equalTo(condition) }];
  return Object.keys(condition).flatMap((name) => {
    const operator = Object.hasOwn(FIELD_OPERATORS, name) && FIELD_OPERATORS[name];
    if (!operator) throw new EngineError('BadValue', `unknown operator: ${name}`);
    return operator(condition[name], condition) ?? [];
  });
}

type FieldOperator = (operand: unknown, all: Document) => Condition | undefined;

export const FIELD_OPERATORS: Readonly<Record<string, FieldOperator>> = {
  $ne: (operand) => ({ test: equalTo(operand), negated: true }),
  $gt: (operand) => ({ test: ordered(operand, (order) => order > 0) }),
  $gte: (operand) => ({ test: ordered(operand, (order) => order >= 0) }),
  $lt: (operand) => ({ test: ordered(operand, (order) => order < 0) }),
  $lte: (operand) => ({ test: ordered(operand, (order) => order <= 0) }),
  $in: (operand) => ({ test: anyOf('$in', operand) }),
  $nin: (operand) => ({ test: anyOf('$nin', operand), negated: true }),
  $exists: (operand) => {
    if (typeof operand !== 'boolean') throw new EngineError('BadValue', '$exists takes a boolean here');
    return { test: (value) => value !== undefined, whole: true, negated: !operand };
  },
  $size: (operand) => {
    const size = numberOf(operand);
    if (size === undefined || !Number.isInteger(size) || size < 0)
      throw new EngineError('BadValue', '$size takes a whole number');
    return { test: (value) => Array.isArray(value) && value.length === size, whole: true };
  },
  $elemMatch: (operand) => {
    const test = elementTest(operand);
    return { test: (value) => Array.isArray(value) && value.some(test), whole: true };
  },
  $regex: (operand, { $options }) => ({ test: patternTest(operand, $options ?? '') }),
  $options: (_operand, all) => {
    if (!('$regex' in all)) throw new EngineError('BadValue', '$options needs a $regex');
    return undefined;
  },
};

/** Tests whether a value is equal to the operand. `null` also matches a missing field. */
export function equalTo(operand: unknown): Test {
  if (operand === null || operand === undefined) return (value) => value === null || value === undefined;
  if (typeof operand === 'string' || typeof operand === 'boolean') return (value) => value === operand;
  const rank = rankOf(operand);
  return (value) => value !== undefined && rankOf(value) === rank && valuesEqual(value, operand);
}

function ordered(operand: unknown, accepts: (order: number) => boolean): Test {
  const rank = rankOf(operand);
  if (rank === RANK.null) return accepts(0) ? equalTo(null) : () => false;
  return (value) => {
    if (value === undefined || rankOf(value) !== rank) return false;
    if (rank === RANK.number && Number.isNaN(Number(value)) !== Number.isNaN(Number(operand))) return false;
    return accepts(compareValues(value, operand));
  };
}

function anyOf(name: string, operand: unknown): Test {
  if (!Array.isArray(operand)) throw new EngineError('BadValue', `${name} needs an array`);
  if (operand.some(isOperatorDocument)) throw new EngineError('BadValue', `cannot nest $ under ${name}`);
  const texts = new Set(operand.filter((one) => typeof one === 'string'));
  const tests = operand.filter((one) => typeof one !== 'string').map(equalTo);
  return (value) => texts.has(value as string) || tests.some((test) => test(value));
}

/**
 * Returns a test for one element of an array. An element that is itself an array is tested like a document whose field
 * names are positions.
 */
function elementTest(operand: unknown): Test {
  if (!isDocument(operand)) throw new EngineError('BadValue', '$elemMatch needs an Object');
  if (isOperatorDocument(operand) && !(Object.keys(operand)[0]! in LOGICAL_OPERATORS)) {
    const conditions = conditionsOn(operand);
    return (value) => conditions.every(({ test, negated = false }) => test(value) !== negated);
  }
  const matches = compileFilter(operand);
  return (value) => (isDocument(value) ? matches(value) : Array.isArray(value) && matches({ ...value }));
}

/**
 * The supported regular expressions: text, escaped text, `^`, `(?:…|…)` and classes such as `[^\p{L}]`. They have the
 * same meaning in PCRE and in JavaScript.
 */
const PATTERN =
  /^(?:[^\\^$.*+?()[\]{}|\0]|\\[\\^$.*+?()[\]{}|/-]|\^|\(\?:|\)|\||\[\^?(?:\\p\{[A-Z][a-z]?\})+\])*$/u;

function patternTest(pattern: unknown, options: unknown): Test {
  if (typeof pattern !== 'string' || typeof options !== 'string')
    throw new EngineError('BadValue', '$regex and $options take strings here');
  if (/[^imsux]/.test(options))
    throw new EngineError('Location51108', `invalid flag in regex options: ${options}`);
  // With option `i`, JavaScript's `\p{Lu}` also matches small letters, but PCRE's does not. So this combination is
  // refused.
  const mixesCases = options.includes('i') && pattern.includes('\\p');
  if (/[msx]/.test(options) || mixesCases || !PATTERN.test(pattern))
    throw new EngineError(
      'BadValue',
      `this engine does not support the regular expression /${pattern}/${options}`,
    );
  // MongoDB reads every pattern as Unicode. In JavaScript's Unicode mode, an escaped hyphen outside of a class is an
  // error, so the backslash is removed.
  const source = pattern.replace(/\\([^p])/gu, (all, one) => (one === '-' ? '-' : all));
  try {
    const expression = new RegExp(source, options.includes('i') ? 'iu' : 'u');
    return (value) => typeof value === 'string' && expression.test(value);
  } catch (cause) {
    throw new EngineError('Location51091', `Regular expression is invalid: ${(cause as Error).message}`);
  }
}
