import { type ZodType, z } from 'zod';
import { pathText, withoutNulls } from '../../values/json-input';
import { INTEGER, type IssueKind } from './fields';
import { type ArgumentType, leadFor } from './type-leads';
import { withoutEmpty } from './without-empty';

/** Arguments are missing or break a rule. The message is the tool's answer. */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal';
}

/**
 * A value has a different JSON type from the type that the argument requires. The caller gets the general message about
 * types.
 */
export class WrongArgumentType extends Error {
  constructor(
    readonly path: string,
    /** Which type is expected, and which value was given. */
    readonly reason: string,
  ) {
    super(`${path} has the wrong JSON type`);
    this.name = 'WrongArgumentType';
  }
}

/**
 * Checks the arguments and returns them as the tool's schema converts them. Unknown arguments of a read-only tool are
 * dropped. `null` and empty values without a meaning count as not given.
 * @param reported whether a refusal names the first problem or all of them
 * @throws WrongArgumentType, ToolRefusal
 */
export function checkArguments<Arguments>(
  input: ZodType<Arguments>,
  given: unknown,
  reported: 'first' | 'every' = 'first',
): Arguments {
  const cleaned = withoutEmpty(withoutNulls(given ?? {}), inputSchema(input));
  const result = input.safeParse(cleaned);
  if (result.success) return result.data;
  const { issues } = result.error;
  // When a list is too long, problems of its elements do not matter.
  const tooLong = issues.find(
    ({ code, path }) => code === 'too_big' && Array.isArray(valueAt(cleaned, path)),
  );
  if (tooLong) throw new ToolRefusal(`${problem(tooLong, cleaned).message} Nothing was saved.`);
  if (reported === 'first') throw missing(issues, cleaned) ?? problem(issues[0] as z.core.$ZodIssue, cleaned);
  throw everyProblem(issues.map((issue) => problem(issue, cleaned, pathText(issue.path))));
}

/** If the first problem is a missing argument, names all missing arguments. */
function missing(issues: readonly z.core.$ZodIssue[], given: unknown): ToolRefusal | undefined {
  const [first] = issues;
  if (!first || !isMissing(first, given)) return undefined;
  const paths = issues.filter((issue) => isMissing(issue, given)).map(({ path }) => pathText(path));
  const named = paths.length < 2 ? paths.join('') : `${paths.slice(0, -1).join(', ')} and ${paths.at(-1)}`;
  return new ToolRefusal(`${named} ${paths.length < 2 ? 'is' : 'are'} required.`);
}

const kindOf = (issue: z.core.$ZodIssue): IssueKind | undefined =>
  issue.code === 'custom' ? (issue.params?.kind as IssueKind | undefined) : undefined;

const isMissing = (issue: z.core.$ZodIssue, given: unknown): boolean =>
  kindOf(issue) === 'missing' || valueAt(given, issue.path) === undefined;

/**
 * Returns the error for all problems. If a value has a wrong type, only this problem is reported, because nobody knows
 * which value the caller meant.
 */
const everyProblem = (problems: readonly (ToolRefusal | WrongArgumentType)[]): Error =>
  problems.find((each) => each instanceof WrongArgumentType) ??
  new ToolRefusal(problems.map(({ message }) => message).join(' '));

/** @param place the path that is written before a problem's own sentence; empty when the sentence needs no path */
function problem(issue: z.core.$ZodIssue, given: unknown, place = ''): ToolRefusal | WrongArgumentType {
  const path = pathText(issue.path);
  const value = valueAt(given, issue.path);
  const kind = kindOf(issue);
  if (isMissing(issue, given)) return new ToolRefusal(`${path} is required.`);
  if (kind === 'wrong type' || issue.code === 'invalid_type') return wrongType(issue, path, value);
  if (kind === 'sentence') return new ToolRefusal(place ? `${place}: ${issue.message}` : issue.message);
  // For a list that is too long, only its length is shown.
  const got = issue.code === 'too_big' && Array.isArray(value) ? String(value.length) : shown(value);
  return new ToolRefusal(`${path} ${issue.message}; got ${got}.`);
}

const RULES: Readonly<Record<ArgumentType, string>> = {
  string: 'must be text',
  number: 'must be a number',
  integer: INTEGER,
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
};

function wrongType(issue: z.core.$ZodIssue, path: string, value: unknown): WrongArgumentType {
  const type = typeOf(issue);
  const name = issue.path.findLast((part) => typeof part === 'string') ?? 'arguments';
  const rule = type ? RULES[type] : 'has the wrong JSON type';
  const lead = type ? leadFor(String(name), type, value) : '.';
  return new WrongArgumentType(path, `${path || 'arguments'} ${rule}; got ${shown(value)}${lead}`);
}

function typeOf(issue: z.core.$ZodIssue): ArgumentType | undefined {
  if (issue.message === INTEGER) return 'integer';
  const expected = issue.code === 'invalid_type' ? issue.expected : '';
  return Object.hasOwn(RULES, expected) ? (expected as ArgumentType) : undefined;
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown>)[part], given);
}

const MAX_SHOWN = 60;

function shown(value: unknown): string {
  const json = JSON.stringify(value);
  return json.length <= MAX_SHOWN ? json : `${json.slice(0, MAX_SHOWN)}…`;
}

type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The schemas that were already created. Creating them is the slowest part of a gateway's start, and they never change,
 * so each is created only once.
 */
const published = new WeakMap<ZodType, JsonSchema>();

/**
 * Returns the JSON Schema of a tool's arguments, with only those keywords that all AI vendors accept. The gateway also
 * checks the rules that are left out.
 */
export function inputSchema(input: ZodType): JsonSchema {
  const known = published.get(input);
  if (known) return known;
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, {
    io: 'output',
    override: removeRefusedKeywords,
  });
  // Every client accepts a schema with `type` and `properties`, even for a tool without arguments.
  const whole = { type: 'object', properties: {}, ...schema };
  published.set(input, whole);
  return whole;
}

/** Google's clients reject a tool whose schema has one of these keywords. */
function removeRefusedKeywords({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  delete jsonSchema.exclusiveMinimum;
}
