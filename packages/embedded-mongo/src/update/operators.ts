import { type Document, Long, Timestamp } from 'bson';
import { isDocument, isOperatorDocument, numberOf, typeName } from '../bson-values';
import { EngineError } from '../engine-error';
import { compareValues, valuesEqual } from '../keys/compare-values';
import { compileFilter, equalTo } from '../query/compile-filter';
import { parseSort, sortBy } from '../query/sort';

/** Where an operator works: the value there now, and whether there is one. */
export interface Target {
  value: unknown;
  path: string;
  id: unknown;
  now: Date;
}

export const REMOVE = Symbol('remove');
export const KEEP = Symbol('keep');

/** Computes the new value of a field from the old one. */
export type Operator = (target: Target, operand: never) => unknown;

export const OPERATORS: Record<string, Operator> = {
  $set: (_target, operand: unknown) => operand,
  $setOnInsert: (_target, operand: unknown) => operand,
  $unset: ({ value }) => (value === undefined ? KEEP : REMOVE),
  $inc: (target, operand: unknown) => arithmetic('$inc', target, operand, 0),
  $mul: (target, operand: unknown) => arithmetic('$mul', target, operand, 1),
  $min: ({ value }, operand: unknown) =>
    value === undefined || compareValues(operand, value) < 0 ? operand : KEEP,
  $max: ({ value }, operand: unknown) =>
    value === undefined || compareValues(operand, value) > 0 ? operand : KEEP,
  $currentDate: ({ now }, operand: unknown) => {
    const type = isDocument(operand)
      ? operand.$type
      : operand === true || operand === false
        ? 'date'
        : undefined;
    if (type === 'date') return now;
    if (type === 'timestamp') return new Timestamp({ t: Math.floor(now.getTime() / 1000), i: 1 });
    throw new EngineError('BadValue', '$currentDate takes true or {$type: "date" | "timestamp"}');
  },
  $push: push,
  $addToSet: (target, operand: unknown) => {
    const added = isOperatorDocument(operand) ? each('$addToSet', operand) : [operand];
    const array = [...arrayAt('$addToSet', target)];
    for (const one of added) if (!array.some((old) => valuesEqual(old, one))) array.push(one);
    return array;
  },
  $pop: (target, operand: unknown) => {
    if (target.value === undefined) return KEEP;
    const direction = numberOf(operand);
    if (direction !== 1 && direction !== -1) throw new EngineError('FailedToParse', '$pop expects 1 or -1');
    const array = arrayAt('$pop', target);
    return direction === 1 ? array.slice(0, -1) : array.slice(1);
  },
  $pull: (target, operand: unknown) => {
    if (target.value === undefined) return KEEP;
    const test = pullTest(operand);
    return arrayAt('$pull', target, 'BadValue').filter((element) => !test(element));
  },
  $pullAll: (target, operand: unknown) => {
    if (!Array.isArray(operand)) throw new EngineError('BadValue', '$pullAll requires an array argument');
    if (target.value === undefined) return KEEP;
    return arrayAt('$pullAll', target, 'BadValue').filter(
      (old) => !operand.some((one) => valuesEqual(old, one)),
    );
  },
};

function arithmetic(
  name: '$inc' | '$mul',
  { value, path, id }: Target,
  operand: unknown,
  neutral: number,
): unknown {
  const by = numberOf(operand);
  if (by === undefined)
    throw new EngineError(
      'TypeMismatch',
      `Cannot ${name === '$inc' ? 'increment' : 'multiply'} with non-numeric argument: {${path}: ${JSON.stringify(operand)}}`,
    );
  if (value === undefined) return name === '$inc' ? operand : neutral * 0;
  const old = numberOf(value);
  if (old === undefined)
    throw new EngineError(
      'TypeMismatch',
      `Cannot apply ${name} to a value of non-numeric type. {_id: ${JSON.stringify(id)}} has the field '${path.split('.').at(-1)}' of non-numeric type ${typeName(value)}`,
    );
  if ((Long.isLong(value) || Long.isLong(operand)) && Number.isInteger(old) && Number.isInteger(by)) {
    const exact =
      name === '$inc'
        ? longOf(value).toBigInt() + longOf(operand).toBigInt()
        : longOf(value).toBigInt() * longOf(operand).toBigInt();
    if (BigInt.asIntN(64, exact) !== exact)
      throw new EngineError(
        'BadValue',
        `Failed to apply ${name} operations to current value: integer overflow`,
      );
    return Long.fromBigInt(exact);
  }
  return name === '$inc' ? old + by : old * by;
}

function longOf(value: unknown): Long {
  return Long.isLong(value) ? value : Long.fromNumber(Number(value));
}

function arrayAt(
  name: string,
  { value, path, id }: Target,
  code: 'BadValue' | 'TypeMismatch' = 'BadValue',
): unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  throw new EngineError(
    name === '$pop' ? 'TypeMismatch' : code,
    `The field '${path}' must be an array but is of type ${typeName(value)} in document {_id: ${JSON.stringify(id)}}`,
  );
}

function each(name: string, operand: Document): unknown[] {
  if (!Array.isArray(operand.$each))
    throw new EngineError(
      'TypeMismatch',
      `The argument to $each in ${name} must be an array but it was of type ${typeName(operand.$each)}`,
    );
  return operand.$each;
}

const PUSH_MODIFIERS = new Set(['$each', '$slice', '$sort', '$position']);

function push(target: Target, operand: unknown): unknown {
  const array = [...arrayAt('$push', target)];
  if (!isDocument(operand) || !('$each' in operand)) return [...array, operand];
  for (const name of Object.keys(operand))
    if (!PUSH_MODIFIERS.has(name)) throw new EngineError('BadValue', `Unrecognized clause in $push: ${name}`);
  const position = operand.$position === undefined ? array.length : integer('$position', operand.$position);
  array.splice(position < 0 ? Math.max(0, array.length + position) : position, 0, ...each('$push', operand));
  const sorted = operand.$sort === undefined ? array : sortedBy(array, operand.$sort);
  if (operand.$slice === undefined) return sorted;
  const slice = integer('$slice', operand.$slice);
  if (slice === 0) return [];
  return slice < 0 ? sorted.slice(slice) : sorted.slice(0, slice);
}

function integer(name: string, value: unknown): number {
  const number = numberOf(value);
  if (number === undefined || !Number.isInteger(number))
    throw new EngineError(
      'BadValue',
      `The value for ${name} must be an integer value but was given type: ${typeName(value)}`,
    );
  return number;
}

function sortedBy(array: unknown[], sort: unknown): unknown[] {
  if (isDocument(sort)) return sortBy(array, (one) => (isDocument(one) ? one : {}), parseSort(sort));
  const direction = numberOf(sort);
  if (direction !== 1 && direction !== -1)
    throw new EngineError('BadValue', 'The $sort element value must be either 1 or -1');
  return array.toSorted((a, b) => compareValues(a, b) * direction);
}

function pullTest(operand: unknown): (element: unknown) => boolean {
  if (isOperatorDocument(operand)) {
    const matches = compileFilter({ element: operand });
    return (element) => matches({ element });
  }
  if (isDocument(operand)) {
    const matches = compileFilter(operand);
    return (element) => isDocument(element) && matches(element);
  }
  return equalTo(operand);
}
