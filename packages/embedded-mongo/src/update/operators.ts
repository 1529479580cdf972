import type { Long } from 'bson';
import { addNumbers, isDocument, isOperatorDocument, numberOf, typeName } from '../bson-values';
import { EngineError } from '../engine-error';
import { compareValues } from '../keys/value-key';
import { compileFilter, equalTo } from '../query/compile-filter';

/** The field that an operator changes. `value` is its current value, or `undefined` when the field is missing. */
export interface Target {
  value: unknown;
  path: string;
}

export const REMOVE = Symbol('remove');
export const KEEP = Symbol('keep');

export type Operator = (target: Target, operand: unknown) => unknown;

export const OPERATORS: Readonly<Record<string, Operator>> = {
  $set: (_target, operand) => operand,
  $setOnInsert: (_target, operand) => operand,
  $unset: ({ value }) => (value === undefined ? KEEP : REMOVE),
  $inc: ({ value, path }, operand) => {
    if (numberOf(operand) === undefined)
      throw new EngineError('TypeMismatch', `Cannot increment '${path}' with a ${typeName(operand)}`);
    if (value === undefined) return operand;
    if (numberOf(value) === undefined)
      throw new EngineError('TypeMismatch', `Cannot apply $inc to '${path}', a ${typeName(value)}`);
    return addNumbers(value as number | Long, operand as number | Long);
  },
  $min: ({ value }, operand) => (value === undefined || compareValues(operand, value) < 0 ? operand : KEEP),
  $max: ({ value }, operand) => (value === undefined || compareValues(operand, value) > 0 ? operand : KEEP),
  $push: (target, operand) => {
    const { $each, $slice } = pushed(operand);
    const array = [...arrayAt(target), ...$each];
    if ($slice === undefined) return array;
    return $slice < 0 ? array.slice($slice) : array.slice(0, $slice);
  },
  $pull: (target, operand) => {
    if (target.value === undefined) return KEEP;
    const test = pullTest(operand);
    return arrayAt(target).filter((element) => !test(element));
  },
};

function arrayAt({ value, path }: Target): unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  throw new EngineError('BadValue', `The field '${path}' must be an array but is of type ${typeName(value)}`);
}

/**
 * Returns the elements that `$push` adds (the operand or its `$each`), and its `$slice`, which limits how many elements
 * remain.
 */
function pushed(operand: unknown): { $each: unknown[]; $slice?: number | undefined } {
  if (!isOperatorDocument(operand)) return { $each: [operand] };
  const { $each, $slice, ...others } = operand;
  const [unknown] = Object.keys(others);
  if (unknown) throw new EngineError('BadValue', `Unrecognized clause in $push: ${unknown}`);
  if (!Array.isArray($each))
    throw new EngineError('BadValue', `$each in $push must be an array but is of type ${typeName($each)}`);
  const slice = $slice === undefined ? undefined : numberOf($slice);
  if ($slice !== undefined && !Number.isInteger(slice))
    throw new EngineError('BadValue', `$slice must be an integer but is of type ${typeName($slice)}`);
  return { $each, $slice: slice };
}

function pullTest(operand: unknown): (element: unknown) => boolean {
  if (isOperatorDocument(operand)) {
    const matches = compileFilter({ element: operand });
    return (element) => matches({ element });
  }
  if (!isDocument(operand)) return equalTo(operand);
  const matches = compileFilter(operand);
  return (element) => isDocument(element) && matches(element);
}
