import type { Document } from 'bson';
import { fieldOf, isDocument, isOperatorDocument, setField } from '../bson-values';
import { checkExpression, evaluate } from '../query/expressions';

/** Paths and expressions of `$addFields`: an embedded document that is no expression names fields inside. */
export function computedFields(
  spec: Document,
  prefix: string[] = [],
): { parts: string[]; expression: unknown }[] {
  return Object.keys(spec).flatMap((key) => {
    const parts = [...prefix, ...key.split('.')];
    const value = spec[key];
    if (isDocument(value) && !isOperatorDocument(value) && Object.keys(value).length > 0)
      return computedFields(value, parts);
    checkExpression(value);
    return [{ parts, expression: value }];
  });
}

/** A copy with the computed fields set; a missing value removes its field. */
export function addFields(
  document: Document,
  fields: readonly { parts: string[]; expression: unknown }[],
): Document {
  let result = document;
  for (const { parts, expression } of fields)
    result = withPath(result, parts, evaluate(document, expression)) as Document;
  return result;
}

/** A copy of `holder` with `value` at the path, in every element where it leads through an array. */
export function withPath(holder: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(holder)) return holder.map((element) => withPath(element, [key, ...rest], value));
  const copy: Document = isDocument(holder) ? { ...holder } : {};
  const next = withPath(fieldOf(copy, key), rest, value);
  if (next === undefined) delete copy[key];
  else setField(copy, key, next);
  return copy;
}
