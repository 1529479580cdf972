import type { Document } from 'bson';
import { Context, evalExpr } from 'mingo/core';
import * as operators from 'mingo/operators/expression';
import type { Any } from 'mingo/types';
import { isDocument, numberOf } from '../bson-values';
import { EngineError } from '../engine-error';
import { compareValues } from '../keys/compare-values';

type EvaluationOptions = Parameters<typeof evalExpr>[2];

/** An expression compares over all types in BSON order, and a missing field is less than null. */
function compareOperands(a: unknown, b: unknown): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  return compareValues(a, b);
}

function comparison(name: string, accept: (order: number) => unknown) {
  return (document: Any, operands: Any, options: EvaluationOptions) => {
    if (!Array.isArray(operands) || operands.length !== 2)
      throw new EngineError('BadValue', `Expression ${name} takes exactly 2 arguments`);
    return accept(
      compareOperands(evalExpr(document, operands[0], options), evalExpr(document, operands[1], options)),
    ) as Any;
  };
}

// What runs code, samples at random or would need collation tables stays unknown, hence refused.
const { $function: _function, $rand: _rand, $sampleRate: _sampleRate, ...allowed } = operators;
const context = Context.init({
  expression: {
    ...allowed,
    $eq: comparison('$eq', (order) => order === 0),
    $ne: comparison('$ne', (order) => order !== 0),
    $gt: comparison('$gt', (order) => order > 0),
    $gte: comparison('$gte', (order) => order >= 0),
    $lt: comparison('$lt', (order) => order < 0),
    $lte: comparison('$lte', (order) => order <= 0),
    $cmp: comparison('$cmp', (order) => Math.sign(order)),
    $min: (document, operands, options) => extreme(evalExpr(document, operands, options), -1),
    $max: (document, operands, options) => extreme(evalExpr(document, operands, options), 1),
    $sum: (document, operands, options) => total(evalExpr(document, operands, options)),
  },
} as Parameters<typeof Context.init>[0]);
const OPTIONS = { context, scriptEnabled: false } as EvaluationOptions;

function extreme(operands: unknown, wanted: 1 | -1): Any {
  let best: unknown = null;
  for (const one of Array.isArray(operands) ? operands : [operands])
    if (one !== undefined && one !== null && (best === null || compareValues(one, best) * wanted > 0))
      best = one;
  return best as Any;
}

function total(operands: unknown): Any {
  let sum = 0;
  for (const one of Array.isArray(operands) ? operands : [operands]) sum += numberOf(one) ?? 0;
  return sum;
}

/** Refuses an operator that is not known, before any document is looked at. */
export function checkExpression(expression: unknown): void {
  if (Array.isArray(expression)) for (const one of expression) checkExpression(one);
  if (!isDocument(expression)) return;
  const names = Object.keys(expression);
  for (const name of names) {
    if (name.startsWith('$')) {
      if (names.length > 1)
        throw new EngineError('Location40323', 'an expression specification must contain exactly one field');
      if (name !== '$literal' && !context.getOperator('expression' as never, name))
        throw new EngineError('InvalidPipelineOperator', `Unrecognized expression '${name}'`);
      if (name === '$literal') return;
    }
    checkExpression(expression[name]);
  }
}

/** Evaluates an aggregation expression; `undefined` is a missing value. Throws `BadValue` for wrong operands. */
export function evaluate(document: Document, expression: unknown): unknown {
  try {
    return evalExpr(document as Any, expression as Any, OPTIONS);
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    throw new EngineError('BadValue', (cause as Error).message);
  }
}

export function evaluateTruth(document: Document, expression: unknown): boolean {
  const value = evaluate(document, expression);
  return value !== undefined && value !== null && value !== false && numberOf(value) !== 0;
}
