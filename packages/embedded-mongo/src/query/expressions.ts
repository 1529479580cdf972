import type { Document, Long } from 'bson';
import { addNumbers, fieldOf, isDocument, numberOf, setField, typeName } from '../bson-values';
import { EngineError, type ErrorName } from '../engine-error';
import { compareValues } from '../keys/value-key';

type Variables = Readonly<Record<string, unknown>>;

/** Computes a value from a document and variables; `undefined` is a missing value. */
export type Expression = (document: Document, variables: Variables) => unknown;

/** Compiles an aggregation expression. Throws for operators unknown to this engine or MongoDB. */
export function compileExpression(source: unknown, variables: readonly string[] = []): Expression {
  if (typeof source === 'string')
    return source.startsWith('$') ? compilePath(source, variables) : () => source;
  if (Array.isArray(source)) {
    const elements = source.map((one) => compileExpression(one, variables));
    return (document, values) => elements.map((element) => element(document, values) ?? null);
  }
  if (!isDocument(source)) return () => source;
  const names = Object.keys(source);
  const operator = names.find((name) => name.startsWith('$'));
  if (operator === undefined) return compileObject(source, variables);
  if (names.length > 1)
    throw new EngineError('Location15983', 'an object representing an expression has exactly one field');
  const compile = EXPRESSIONS[operator];
  if (!compile) throw new EngineError('InvalidPipelineOperator', `Unrecognized expression '${operator}'`);
  return compile(source[operator], variables);
}

function compileObject(source: Document, variables: readonly string[]): Expression {
  const fields = Object.keys(source).map((name) => {
    if (name.includes('.'))
      throw new EngineError('Location40352', `Field names may not contain '.': ${name}`);
    return { name, value: compileExpression(source[name], variables) };
  });
  return (document, values) => {
    const result: Document = {};
    for (const { name, value } of fields) {
      const field = value(document, values);
      if (field !== undefined) setField(result, name, field);
    }
    return result;
  };
}

/** Compiles `$field.path` of the document, or `$$variable.path`. */
function compilePath(source: string, variables: readonly string[]): Expression {
  const ofVariable = source.startsWith('$$');
  const parts = source.slice(ofVariable ? 2 : 1).split('.');
  if (parts.some((part) => part === '' || part.startsWith('$')))
    throw new EngineError('Location16410', `'${source}' is no valid path of a field`);
  if (!ofVariable) return (document) => valueAt(document, parts);
  const [name, ...rest] = parts as [string, ...string[]];
  if (!variables.includes(name)) throw new EngineError('Location17276', `Use of undefined variable: ${name}`);
  return (_document, values) => valueAt(values[name], rest);
}

/**
 * Returns the value of a path. If the path goes through an array, returns the list of its values in all documents of
 * the array.
 */
function valueAt(value: unknown, parts: readonly string[]): unknown {
  const [part, ...rest] = parts;
  if (part === undefined) return value;
  if (isDocument(value)) return valueAt(fieldOf(value, part), rest);
  if (!Array.isArray(value)) return undefined;
  return value
    .filter(isDocument)
    .map((one) => valueAt(one, parts))
    .filter((one) => one !== undefined);
}

type Compile = (operand: unknown, variables: readonly string[]) => Expression;

export const EXPRESSIONS: Readonly<Record<string, Compile>> = {
  $literal: (operand) => () => operand,
  $cond: (operand, variables) => {
    const [test, then, otherwise] = operands('$cond', operand, variables, 3, 3);
    return (...at) => (isTrue(test!(...at)) ? then! : otherwise!)(...at);
  },
  $ifNull: (operand, variables) => {
    const all = operands('$ifNull', operand, variables, 2);
    return (...at) => {
      let value: unknown;
      for (const one of all) {
        value = one(...at);
        if (!isNothing(value)) break;
      }
      return value;
    };
  },
  $and: (operand, variables) => {
    const all = operands('$and', operand, variables, 1);
    return (...at) => all.every((one) => isTrue(one(...at)));
  },
  $not: onValues('$not', 1, 1, ([value]) => !isTrue(value)),
  $eq: onValues('$eq', 2, 2, ([a, b]) => compareOperands(a, b) === 0),
  $gt: onValues('$gt', 2, 2, ([a, b]) => compareOperands(a, b) > 0),
  $add: onValues('$add', 1, undefined, (values) => {
    if (values.some(isNothing)) return null;
    if (values.some((value) => numberOf(value) === undefined))
      throw new EngineError('TypeMismatch', '$add only supports numeric types here');
    return values.reduce((sum, value) => addNumbers(sum as number | Long, value as number | Long));
  }),
  // With a single operand, MongoDB would compare the elements of that operand, so at least two operands are required.
  $max: onValues('$max', 2, undefined, (values) =>
    values
      .filter((value) => !isNothing(value))
      .reduce((best, value) => (isNothing(best) || compareValues(value, best) > 0 ? value : best), null),
  ),
  $slice: onValues('$slice', 2, 2, ([value, count]) => {
    if (isNothing(value) || isNothing(count)) return null;
    const array = arrayOf('$slice', value, 'Location28724');
    const number = numberOf(count);
    if (number === undefined || !Number.isInteger(number))
      throw new EngineError('Location28725', `$slice takes a whole number, not a ${typeName(count)}`);
    return number < 0 ? array.slice(number) : array.slice(0, number);
  }),
  $concatArrays: onValues('$concatArrays', 1, undefined, (values) => {
    if (values.some(isNothing)) return null;
    return values.flatMap((value) => arrayOf('$concatArrays', value, 'Location28664'));
  }),
  $mergeObjects: onValues('$mergeObjects', 1, undefined, (values) => {
    const result: Document = {};
    for (const value of values) {
      if (isNothing(value)) continue;
      if (!isDocument(value))
        throw new EngineError('Location40400', `$mergeObjects requires objects, not a ${typeName(value)}`);
      for (const name of Object.keys(value)) setField(result, name, value[name]);
    }
    return result;
  }),
  $filter: (operand, variables) => {
    const { each, input } = overElements('$filter', operand, 'cond', variables, 'Location28651');
    return (...at) => input(...at)?.filter((element) => isTrue(each(element, ...at))) ?? null;
  },
  $map: (operand, variables) => {
    const { each, input } = overElements('$map', operand, 'in', variables, 'Location16883');
    return (...at) => input(...at)?.map((element) => each(element, ...at) ?? null) ?? null;
  },
};

function operands(
  name: string,
  operand: unknown,
  variables: readonly string[],
  least: number,
  most = Number.POSITIVE_INFINITY,
): Expression[] {
  if (!Array.isArray(operand) || operand.length < least || operand.length > most)
    throw new EngineError(
      'Location16020',
      `Expression ${name} takes an array of ${least === most ? 'exactly' : 'at least'} ${least} arguments here`,
    );
  return operand.map((one) => compileExpression(one, variables));
}

/** Returns an operator that needs only the values of its operands. */
function onValues(
  name: string,
  least: number,
  most: number | undefined,
  compute: (values: unknown[]) => unknown,
): Compile {
  return (operand, variables) => {
    const all = operands(name, operand, variables, least, most);
    return (...at) => compute(all.map((one) => one(...at)));
  };
}

/**
 * Compiles the operand `{input, as, cond | in}` of an operator. Returns the array, and the expression that is computed
 * for each element.
 */
function overElements(
  name: string,
  operand: unknown,
  body: 'cond' | 'in',
  variables: readonly string[],
  notAnArray: ErrorName,
) {
  if (!isDocument(operand) || !('input' in operand) || !(body in operand))
    throw new EngineError('FailedToParse', `${name} takes an object with 'input' and '${body}'`);
  const { input, as = 'this', [body]: source, ...others } = operand;
  if (typeof as !== 'string' || !/^[a-z]\w*$/.test(as) || Object.keys(others).length > 0)
    throw new EngineError('FailedToParse', `${name} takes only 'input', 'as' and '${body}' here`);
  const array = compileExpression(input, variables);
  const inner = compileExpression(source, [...variables, as]);
  return {
    input: (...at: Parameters<Expression>): unknown[] | undefined => {
      const value = array(...at);
      return isNothing(value) ? undefined : arrayOf(name, value, notAnArray);
    },
    each: (element: unknown, document: Document, values: Variables) =>
      inner(document, { ...values, [as]: element }),
  };
}

function arrayOf(name: string, value: unknown, code: ErrorName): unknown[] {
  if (Array.isArray(value)) return value;
  throw new EngineError(code, `${name} requires an array, not a ${typeName(value)}`);
}

const isNothing = (value: unknown): boolean => value === null || value === undefined;
const isTrue = (value: unknown): boolean => !isNothing(value) && value !== false && numberOf(value) !== 0;

/** Compares all types in BSON order; a missing field is less than null. */
function compareOperands(a: unknown, b: unknown): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  return compareValues(a, b);
}
