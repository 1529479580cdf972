import type { Document } from 'mongodb';
import type { Question } from './other-server';

export interface Condition {
  readonly path: string;
  /** The value of the condition: a plain value, or an object of operators. */
  readonly is: unknown;
}

/** Returns every condition of a filter, including those inside `$or` and `$and`. */
export const conditionsOf = (filter: Document): Condition[] =>
  Object.entries(filter).flatMap(([path, is]) =>
    path.startsWith('$') ? (is as Document[]).flatMap(conditionsOf) : [{ path, is }],
  );

/** Returns the operand of an operator in a condition. A plain value is the operand of `$eq`. */
export function operand({ is }: Condition, operator: string): unknown {
  if (isObject(is) && Object.keys(is).some((key) => key.startsWith('$'))) return is[operator];
  return operator === '$eq' ? is : undefined;
}

export const isDotted = (path: string): boolean => path.includes('.');

/** Returns the value at the first step of a path, in each document that has one. */
export const rootValues = (path: string, documents: readonly Document[]): unknown[] => {
  const root = path.split('.')[0] as string;
  return documents.filter((document) => root in document).map((document) => document[root]);
};

export const sortPath = (question: Question): string | undefined =>
  'sort' in question ? Object.keys(question.sort).find((path) => path !== '_id') : undefined;

export const isObject = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

export const holdsArray = (value: unknown): boolean =>
  Array.isArray(value) || (isObject(value) && Object.values(value).some(holdsArray));

export const holdsNestedArray = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some((element) => Array.isArray(element) || holdsNestedArray(element))
    : isObject(value) && Object.values(value).some(holdsNestedArray);
