import { type Document, Long, Timestamp } from 'bson';
import { isDocument, isOperatorDocument, numberOf, typeName } from '../bson-values';
import { EngineError } from '../engine-error';
import { compareValues, valuesEqual } from '../keys/compare-values';
import { compileFilter, equalTo } from '../query/compile-filter';

/** Where an operator works: the value there now, `undefined` when there is none. */
export interface Target {
  value: unknown;
  path: string;
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
  $inc: increment,
  $min: ({ value }, operand: unknown) =>
    value === undefined || compareValues(operand, value) < 0 ? operand : KEEP,
  $max: ({ value }, operand: unknown) =>
    value === undefined || compareValues(operand, value) > 0 ? operand : KEEP,
  $currentDate: ({ now }, operand: unknown) => {
    const type = isDocument(operand) ? operand.$type : typeof operand === 'boolean' && 'date';
    if (type === 'date') return now;
    if (type === 'timestamp') return new Timestamp({ t: Math.floor(now.getTime() / 1000), i: 1 });
    throw new EngineError('BadValue', '$currentDate takes true or {$type: "date" | "timestamp"}');
  },
  $push: (target, operand: unknown) => {
    const pushed = [...arrayAt(target), ...added('$push', operand, ['$each', '$slice'])];
    if (!isDocument(operand) || !('$each' in operand) || operand.$slice === undefined) return pushed;
    const slice = numberOf(operand.$slice);
    if (slice === undefined || !Number.isInteger(slice))
      throw new EngineError(
        'BadValue',
        `$slice must be an integer but was of type ${typeName(operand.$slice)}`,
      );
    return slice < 0 ? pushed.slice(slice) : pushed.slice(0, slice);
  },
  $addToSet: (target, operand: unknown) => {
    const array = [...arrayAt(target)];
    for (const one of added('$addToSet', operand, ['$each']))
      if (!array.some((old) => valuesEqual(old, one))) array.push(one);
    return array;
  },
  $pull: (target, operand: unknown) => {
    if (target.value === undefined) return KEEP;
    const test = pullTest(operand);
    return arrayAt(target).filter((element) => !test(element));
  },
};

function increment({ value, path }: Target, operand: unknown): unknown {
  const by = numberOf(operand);
  if (by === undefined)
    throw new EngineError('TypeMismatch', `Cannot increment '${path}' with a ${typeName(operand)}`);
  if (value === undefined) return operand;
  const old = numberOf(value);
  if (old === undefined)
    throw new EngineError(
      'TypeMismatch',
      `Cannot apply $inc to '${path}' of non-numeric type ${typeName(value)}`,
    );
  const exact = Number.isInteger(old) && Number.isInteger(by) && (Long.isLong(value) || Long.isLong(operand));
  if (!exact) return old + by;
  const sum = Long.fromValue(value as Long).toBigInt() + Long.fromValue(operand as Long).toBigInt();
  if (BigInt.asIntN(64, sum) !== sum)
    throw new EngineError('BadValue', `$inc on '${path}' overflows 64 bits`);
  return Long.fromBigInt(sum);
}

function arrayAt({ value, path }: Target): unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  throw new EngineError('BadValue', `The field '${path}' must be an array but is of type ${typeName(value)}`);
}

/** What `$push` and `$addToSet` add: the operand, or its `$each`. */
function added(name: string, operand: unknown, modifiers: string[]): unknown[] {
  if (!isOperatorDocument(operand)) return [operand];
  const unknown = Object.keys(operand).find((one) => !modifiers.includes(one));
  if (unknown) throw new EngineError('BadValue', `Unrecognized clause in ${name}: ${unknown}`);
  if (!Array.isArray(operand.$each))
    throw new EngineError(
      'TypeMismatch',
      `$each in ${name} must be an array but is of type ${typeName(operand.$each)}`,
    );
  return operand.$each;
}

function pullTest(operand: unknown): (element: unknown) => boolean {
  if (isOperatorDocument(operand)) {
    const matches = compileFilter({ element: operand });
    return (element) => matches({ element });
  }
  if (!isDocument(operand)) return equalTo(operand);
  const matches = compileFilter(operand as Document);
  return (element) => isDocument(element) && matches(element);
}
