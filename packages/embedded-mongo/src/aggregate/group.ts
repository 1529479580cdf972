import type { Document } from 'bson';
import { isDocument, numberOf } from '../bson-values';
import { EngineError } from '../engine-error';
import { compareValues, valuesEqual } from '../keys/compare-values';
import { encodeKey } from '../keys/value-key';
import { checkExpression, evaluate } from '../query/expressions';

interface Accumulator {
  add(value: unknown): void;
  result(): unknown;
}

function folded<T>(
  start: T,
  step: (state: T, value: unknown) => T,
  finish: (state: T) => unknown = (state) => state,
): () => Accumulator {
  return () => {
    let state = start;
    return {
      add: (value) => {
        state = step(state, value);
      },
      result: () => finish(state),
    };
  };
}

const ABSENT = Symbol('absent');

function extreme(direction: 1 | -1): () => Accumulator {
  return folded<unknown>(null, (best, value) => {
    if (value === undefined || value === null) return best;
    return best === null || compareValues(value, best) * direction > 0 ? value : best;
  });
}

const ACCUMULATORS: Record<string, () => Accumulator> = {
  $sum: folded(0, (sum, value) => sum + (numberOf(value) ?? 0)),
  $count: folded(0, (count) => count + 1),
  $avg: folded(
    { sum: 0, count: 0 },
    (state, value) => {
      const number = numberOf(value);
      return number === undefined ? state : { sum: state.sum + number, count: state.count + 1 };
    },
    ({ sum, count }) => (count === 0 ? null : sum / count),
  ),
  $min: extreme(-1),
  $max: extreme(1),
  $first: folded<unknown>(ABSENT, (first, value) => (first === ABSENT ? (value ?? null) : first)),
  $last: folded<unknown>(null, (_last, value) => value ?? null),
  $push: folded<unknown[]>([], (all, value) => (value === undefined ? all : [...all, value])),
  $addToSet: folded<unknown[]>([], (all, value) =>
    value === undefined || all.some((one) => valuesEqual(one, value)) ? all : [...all, value],
  ),
};

/** Compiles `$group`. Throws for an accumulator that is not known. */
export function compileGroup(spec: unknown): (documents: Iterable<Document>) => Document[] {
  if (!isDocument(spec) || !('_id' in spec))
    throw new EngineError('BadValue', 'a group specification must include an _id');
  checkExpression(spec._id);
  const fields = Object.keys(spec)
    .filter((name) => name !== '_id')
    .map((name) => compileField(name, spec[name]));
  return (documents) => {
    const groups = new Map<string, { _id: unknown; accumulators: Accumulator[] }>();
    for (const document of documents) {
      const id = evaluate(document, spec._id) ?? null;
      const key = encodeKey([id]).toString('latin1');
      let group = groups.get(key);
      if (!group) {
        group = { _id: id, accumulators: fields.map(({ create }) => create()) };
        groups.set(key, group);
      }
      for (const [i, { expression }] of fields.entries())
        group.accumulators[i]!.add(evaluate(document, expression));
    }
    return [...groups.values()].map(({ _id, accumulators }) => {
      const result: Document = { _id };
      for (const [i, { name }] of fields.entries()) result[name] = accumulators[i]!.result();
      return result;
    });
  };
}

function compileField(name: string, spec: unknown) {
  const [operator] = isDocument(spec) && Object.keys(spec).length === 1 ? Object.keys(spec) : [];
  if (!operator) throw new EngineError('BadValue', `The field '${name}' must specify one accumulator`);
  const create = ACCUMULATORS[operator];
  if (!create) throw new EngineError('BadValue', `unknown group operator '${operator}'`);
  const expression = operator === '$count' ? 1 : (spec as Document)[operator];
  checkExpression(expression);
  return { name, create, expression };
}
