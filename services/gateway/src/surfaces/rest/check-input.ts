import { nearestNames, snakeCase } from '@parcelyard/service-kit/nearest-names';
import { z } from 'zod';
import { pathText, withoutNulls } from '../../values/json-input';
import { type FieldProblem, invalidInput, RestRefusal } from './rest-refusal';
import type { RestRoute } from './route';

export interface GivenInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

export interface CheckedInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * Checks the path's values, the query and the body, and returns them as the route's schemas convert them. Unknown
 * fields of a body are dropped.
 * @throws RestRefusal that names every problem by its field
 */
export function checkInput(route: RestRoute, given: GivenInput): CheckedInput {
  return {
    params: route.params && checkParams(route.params, given.params),
    query: checkQuery(route, given.query),
    body: route.body && checkBody(route, route.body, given.body),
  };
}

/** Checks a body. In a POST, null means "not given". In a PUT, null empties the field. */
function checkBody({ method, bodyName }: RestRoute, schema: z.ZodType, given: unknown): unknown {
  refuseHalfPairs(given, bodyName);
  const whole = method === 'PUT' ? withEmptied(schema, given) : given;
  return checkValue(schema, withoutNulls(whole), bodyName);
}

/**
 * Replaces null by an empty text in fields that may be empty.
 * @throws RestRefusal for null in a field that must have a value
 */
function withEmptied(schema: z.ZodType, given: unknown): unknown {
  if (!isRecord(given) || !(schema instanceof z.ZodObject)) return given;
  const nulls = Object.keys(schema.shape).filter(
    (name) => Object.hasOwn(given, name) && given[name] === null,
  );
  const kept = nulls.filter((name) => !schema.shape[name]?.safeParse('').success);
  const [first, ...others] = kept.map((field) => ({
    field,
    message: `${field} must not be null; leave it out to keep its value.`,
  }));
  if (first) throw invalidInput([first, ...others]);
  return { ...given, ...Object.fromEntries(nulls.map((name) => [name, ''])) };
}

const isRecord = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

/** Refuses half of a surrogate pair. It is not a character, and it would change when it is stored. */
function refuseHalfPairs(given: unknown, name = '', path: readonly PropertyKey[] = []): void {
  if (typeof given === 'string' && /\p{Surrogate}/u.test(given)) {
    const field = fieldAt(path, name);
    throw invalidInput([{ field, message: sentence(field, 'must not contain half of a surrogate pair') }]);
  }
  if (typeof given !== 'object' || given === null) return;
  for (const [key, value] of Object.entries(given)) {
    refuseHalfPairs(value, name, [...path, Array.isArray(given) ? Number(key) : key]);
  }
}

/**
 * @param name the name of the whole value in error messages
 * @throws RestRefusal that names every problem by its field
 */
export function checkValue(schema: z.ZodType, given: unknown, name = ''): unknown {
  const parsed = schema.safeParse(given, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [first, ...others] = parsed.error.issues.map((issue) => problemOf(issue, name));
  throw invalidInput([first as FieldProblem, ...others]);
}

/**
 * Checks the values in a path. An id that cannot exist, such as `abc`, gets the same answer as an id that does not
 * exist.
 */
function checkParams(schema: z.ZodObject, given: GivenInput['params']): unknown {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new RestRefusal('not_found', parsed.error.issues[0]?.message ?? 'Not found.');
}

/**
 * Refuses a query parameter that is unknown, repeated or empty. If a mistyped filter were ignored, the answer would
 * contain everything. An empty cursor means the first page.
 */
function checkQuery({ query }: RestRoute, given: GivenInput['query']): unknown {
  const known = Object.keys(query?.shape ?? {});
  for (const [name, value] of Object.entries(given)) {
    const field = name.slice(0, MAX_NAME_SHOWN);
    if (!known.includes(name)) throw invalidInput([{ field, message: unknownParameter(field, known) }]);
    if (Array.isArray(value)) throw invalidInput([{ field, message: `${field} must be given once.` }]);
    if (value === '' && name !== 'cursor')
      throw invalidInput([
        { field, message: `${field} must not be empty; leave it out if you do not want this filter.` },
      ]);
  }
  return query && checkValue(query, given);
}

const MAX_NAME_SHOWN = 60;

function unknownParameter(name: string, known: readonly string[]): string {
  if (known.length === 0)
    return `${name} is not a query parameter of this address, which has no query parameters.`;
  const bySpelling = new Map(known.map((each) => [snakeCase(each), each]));
  const meant = nearestNames(name, [...bySpelling.keys()]).map((each) => bySpelling.get(each));
  const hint =
    meant.length > 0
      ? `did you mean ${meant.join(' or ')}?`
      : `its query parameters are ${known.join(', ')}.`;
  return `${name} is not a query parameter of this address; ${hint}`;
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

function problemOf(issue: z.core.$ZodIssue, name: string): FieldProblem {
  const field = fieldAt(issue.path, name);
  if (issue.code !== 'invalid_type') return { field, message: sentence(field, issue.message) };
  const missing = issue.input === undefined;
  return {
    field,
    message: sentence(field, missing ? 'is required' : `must be ${KINDS[issue.expected] ?? issue.expected}`),
  };
}

function fieldAt(path: readonly PropertyKey[], name: string): string {
  const inside = pathText(path);
  return (name && inside && !inside.startsWith('[') ? `${name}.${inside}` : name + inside) || 'body';
}

/** Joins the field's name and the rule to a sentence. */
const sentence = (field: string, rule: string): string => `${field === 'body' ? 'The body' : field} ${rule}.`;
