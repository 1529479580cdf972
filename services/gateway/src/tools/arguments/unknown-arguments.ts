import { nearestNames, snakeCase } from '@parcelyard/service-kit/nearest-names';
import { pathText } from '../../values/json-input';
import type { Tool } from '../tool';
import { inputSchema, ToolRefusal } from './check-arguments';

/** The parts of a schema in which names of arguments are found. */
interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** An argument that the tool does not have, and the objects that contain the argument, the outermost first. */
interface Unknown {
  path: PropertyKey[];
  holders: { path: PropertyKey[]; schema: Schema }[];
}

type KnownTool = Pick<Tool, 'name' | 'input' | 'access'>;

interface IgnoredArgument {
  name: string;
  did_you_mean?: string;
}

/** How many names an answer lists. They are enough to show the mistake. */
const MOST_NAMED = 5;
const LONGEST_NAME = 60;
const MOST_IGNORED = 20;

/** What callers should do with arguments that they often put in the wrong object. */
const ADDRESS_BOOK = 'save it with create_or_update_customer, and give its customer_id in place of ship_to';
const ELSEWHERE: Readonly<Record<string, string>> = {
  'create_order ship_to.email': ADDRESS_BOOK,
  'create_order ship_to.phone': ADDRESS_BOOK,
  'bulk_create_orders orders.[].ship_to.email': ADDRESS_BOOK,
  'bulk_create_orders orders.[].ship_to.phone': ADDRESS_BOOK,
};

/**
 * Names that other systems use for the first and the last day. They look too different from ours to be found by
 * similarity.
 */
const SPAN_ENDS: Readonly<Record<string, string>> = {
  start: 'from',
  start_date: 'from',
  date_from: 'from',
  since: 'from',
  after: 'from',
  end: 'to',
  end_date: 'to',
  date_to: 'to',
  until: 'to',
  before: 'to',
};

/**
 * Refuses unknown arguments of tools that write, spend, mail or cancel. Otherwise a mistyped spending limit would have
 * no effect. `null` counts as not given.
 * @throws ToolRefusal
 * @see [MCP-E8]
 */
export function refuseUnknownArguments(tool: KnownTool, given: unknown): void {
  if (tool.access === 'Read-only') return;
  const unknown = onceEach(findUnknown(given, inputSchema(tool.input) as Schema));
  if (unknown.length === 0) return;
  const named = unknown.slice(0, MOST_NAMED).map((each) => sentence(each, tool.name));
  const more = unknown.length - named.length;
  const rest = more > 0 ? [`${more} more ${more === 1 ? 'argument is' : 'arguments are'} also unknown.`] : [];
  throw new ToolRefusal([...named, ...rest, 'Nothing was done.'].join(' '));
}

/**
 * Returns the arguments that a read-only tool ignores. Clients add arguments of their own, so unknown arguments are not
 * refused. But the caller must know when a filter had no effect.
 */
export function ignoredArguments(tool: KnownTool, given: unknown): IgnoredArgument[] {
  if (tool.access !== 'Read-only') return [];
  const unknown = onceEach(findUnknown(given, inputSchema(tool.input) as Schema));
  return unknown.slice(0, MOST_IGNORED).map((each) => {
    const meant = meantBy(each);
    return { name: shownPath(each), ...(meant.length > 0 ? { did_you_mean: listed(meant, 'or') } : {}) };
  });
}

function findUnknown(
  given: unknown,
  schema: Schema,
  path: PropertyKey[] = [],
  holders: Unknown['holders'] = [],
): Unknown[] {
  // A wrong type is reported by another check.
  if (typeof given !== 'object' || given === null) return [];
  if (Array.isArray(given)) {
    const { items } = schema;
    return items ? given.flatMap((each, index) => findUnknown(each, items, [...path, index], holders)) : [];
  }
  const { properties } = schema;
  if (!properties) return [];
  const inside = [...holders, { path, schema }];
  return Object.entries(given).flatMap(([name, value]) => {
    if (value === null) return [];
    const at = [...path, name];
    if (!Object.hasOwn(properties, name)) return [{ path: at, holders: inside }];
    return findUnknown(value, properties[name] as Schema, at, inside);
  });
}

/** Returns each name only once, even if it is wrong in every element of a list. */
function onceEach(unknown: readonly Unknown[]): Unknown[] {
  const byName = new Map<string, Unknown>();
  for (const each of unknown) {
    const key = anyElement(each.path);
    if (!byName.has(key)) byName.set(key, each);
  }
  return [...byName.values()];
}

const anyElement = (path: readonly PropertyKey[]): string =>
  path.map((part) => (typeof part === 'number' ? '[]' : String(part))).join('.');

function shownPath({ path }: Unknown): string {
  const name = String(path.at(-1));
  const shownName = name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME)}…`;
  return pathText([...path.slice(0, -1), shownName]);
}

const meantBy = ({ path, holders }: Unknown): string[] => nearby(String(path.at(-1)), holders).map(pathText);

function sentence(unknown: Unknown, tool: string): string {
  const { path, holders } = unknown;
  const shown = shownPath(unknown);
  const elsewhere = ELSEWHERE[`${tool} ${anyElement(path)}`];
  if (elsewhere) return `${shown} is not an argument of ${tool}; ${elsewhere}.`;
  const meant = meantBy(unknown);
  if (meant.length > 0) return `${shown} is not an argument of ${tool}; did you mean ${listed(meant, 'or')}?`;
  const holder = holders.at(-1) as Unknown['holders'][number];
  const taken = listed(Object.keys(holder.schema.properties ?? {}), 'and');
  const subject = holder.path.length === 0 ? ', which' : `; ${pathText(holder.path)}`;
  return `${shown} is not an argument of ${tool}${subject} takes ${taken}.`;
}

/**
 * Returns the paths of similar names in the same object. If there are none, returns the paths of the same name in other
 * objects.
 */
function nearby(name: string, holders: Unknown['holders']): PropertyKey[][] {
  const [own, ...outer] = [...holders].reverse() as [Unknown['holders'][number], ...Unknown['holders']];
  const names = Object.keys(own.schema.properties ?? {});
  const end = SPAN_ENDS[snakeCase(name)];
  const similar = end && names.includes(end) ? [end] : nearestNames(name, names);
  if (similar.length > 0) return similar.map((each) => [...own.path, each]);
  const inner = Object.entries(own.schema.properties ?? {})
    .filter(([, { properties }]) => properties && Object.hasOwn(properties, name))
    .map(([holder]) => [...own.path, holder, name]);
  if (inner.length > 0) return inner;
  const holder = outer.find(({ schema }) => Object.hasOwn(schema.properties ?? {}, name));
  return holder ? [[...holder.path, name]] : [];
}

const listed = (names: readonly string[], word: 'and' | 'or'): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
