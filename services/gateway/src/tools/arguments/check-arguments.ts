import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { ZodType, z } from 'zod';
import { pathText, withoutNulls } from '../../operations/json-input';
import { INTEGER, type IssueKind } from './fields';

/** A value of another JSON type than the argument's; surfaces answer it with their general message. */
export class WrongArgumentType extends Error {
  constructor(
    readonly path: string,
    /** For the caller: which type is wanted, and what was given. */
    readonly reason: string,
  ) {
    super(`${path} has the wrong JSON type`);
    this.name = 'WrongArgumentType';
  }
}

/**
 * The arguments as the tool's input describes them; unknown ones are dropped and `null` counts as not given.
 * @param told whether a refusal tells the first problem or every one
 * @throws WrongArgumentType
 * @throws DomainError `invalid_argument` with the sentence for what is missing or outside its rule
 */
export function checkArguments<Arguments>(
  input: ZodType<Arguments>,
  given: unknown,
  told: 'first' | 'every' = 'first',
): Arguments {
  const cleaned = withoutNulls(given ?? {});
  const result = input.safeParse(cleaned);
  if (result.success) return result.data;
  const { issues } = result.error;
  // Nobody wants to read the problems of a hundred entries that cannot be sent together anyway.
  const tooLong = issues.find(
    ({ code, path }) => code === 'too_big' && Array.isArray(valueAt(cleaned, path)),
  );
  if (tooLong) throw problem(tooLong, cleaned);
  if (told === 'first') throw problem(issues[0] as z.core.$ZodIssue, cleaned);
  throw everyProblem(issues.map((issue) => problem(issue, cleaned, pathText(issue.path))));
}

/** A wrong type anywhere is answered as a wrong type: what was meant there, nobody knows. */
function everyProblem(problems: readonly (DomainError | WrongArgumentType)[]): Error {
  const refusals: DomainError[] = [];
  for (const each of problems) {
    if (each instanceof WrongArgumentType) return each;
    refusals.push(each);
  }
  const [first] = refusals;
  return refusal(refusals.map(({ publicMessage }) => publicMessage).join(' '), first?.field ?? '');
}

/** @param place names what a whole sentence is about; empty where that goes without saying */
function problem(issue: z.core.$ZodIssue, given: unknown, place = ''): DomainError | WrongArgumentType {
  const path = pathText(issue.path);
  const value = valueAt(given, issue.path);
  const kind = issue.code === 'custom' ? (issue.params?.kind as IssueKind | undefined) : undefined;
  if (kind === 'missing' || value === undefined) return refusal(`${path} is required.`, path);
  if (kind === 'wrong type' || issue.code === 'invalid_type') return wrongType(issue, path, value);
  if (kind === 'sentence') return refusal(place ? `${place}: ${issue.message}` : issue.message, path);
  // Of a list that is too long its length is what matters.
  const got = issue.code === 'too_big' && Array.isArray(value) ? String(value.length) : shown(value);
  return refusal(`${path} ${issue.message}; got ${got}.`, path);
}

const RULE_OF_TYPE: Readonly<Record<string, string>> = {
  string: 'must be a text',
  number: 'must be a number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
};

function wrongType(issue: z.core.$ZodIssue, path: string, value: unknown): WrongArgumentType {
  const wanted = issue.code === 'invalid_type' ? RULE_OF_TYPE[issue.expected] : undefined;
  const rule = issue.message === INTEGER ? INTEGER : (wanted ?? 'has the wrong JSON type');
  return new WrongArgumentType(path, `${path || 'arguments'} ${rule}; got ${shown(value)}.`);
}

const refusal = (sentence: string, field: string) =>
  DomainError.text('invalid_argument', sentence, { field });

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown>)[part], given);
}

const LONGEST_SHOWN = 60;

function shown(value: unknown): string {
  const json = JSON.stringify(value);
  return json.length <= LONGEST_SHOWN ? json : `${json.slice(0, LONGEST_SHOWN)}…`;
}
