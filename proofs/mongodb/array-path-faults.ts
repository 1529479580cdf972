import type { Document } from 'mongodb';
import type { KnownFault, Question } from './other-server';
import { type Condition, conditionsOf, isDotted, operand, rootValues } from './questions';

/**
 * Known faults of other servers with a path through an array, such as `{'a.b': null}` against `{a: [1]}`. MongoDB's own
 * tests (`null_query_semantics.js`) define the right answer. The same tests also describe a setting of MongoDB with
 * which null finds such arrays. No service queries for null through an array.
 */
export const ARRAY_PATH_FAULTS: readonly KnownFault[] = [
  {
    says: 'a path through an array without objects is null; in MongoDB it finds nothing',
    concerns: throughArrays(({ is }) => JSON.stringify(is).includes('null')),
  },
  {
    says: '$ne and $exists: false find an array although one of its objects has the value or the field; MongoDB does not',
    concerns: throughArrays(
      (condition) => operand(condition, '$ne') !== undefined || operand(condition, '$exists') === false,
    ),
  },
];

function throughArrays(applies: (condition: Condition) => boolean) {
  return ({ filter }: Question, documents: readonly Document[]) =>
    conditionsOf(filter).some(
      (condition) =>
        isDotted(condition.path) &&
        applies(condition) &&
        rootValues(condition.path, documents).some(Array.isArray),
    );
}
