import { pathText } from '../../operations/json-input';
import { nearestNames } from '../../operations/nearest-names';
import type { Tool } from '../tool';
import { inputSchema, ToolRefusal } from './check-arguments';

/** What of a published schema tells which arguments there are. */
interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** An argument that the tool does not have, and the objects that hold it, the outermost first. */
interface Unknown {
  path: PropertyKey[];
  holders: { path: PropertyKey[]; schema: Schema }[];
}

type WritingTool = Pick<Tool, 'name' | 'input' | 'access' | 'hints'>;

/** Enough for a caller to see what went wrong, in an answer that stays short. */
const MOST_NAMED = 5;
const LONGEST_NAME = 60;

/** What people give to an address that has no such part, and where it belongs. */
const ADDRESS_BOOK = 'save it with create_or_update_customer, and give its customer_id in place of ship_to';
const ELSEWHERE: Readonly<Record<string, string>> = {
  'create_order ship_to.email': ADDRESS_BOOK,
  'create_order ship_to.phone': ADDRESS_BOOK,
  'bulk_create_orders orders.[].ship_to.email': ADDRESS_BOOK,
  'bulk_create_orders orders.[].ship_to.phone': ADDRESS_BOOK,
};

/**
 * Refuses arguments that a tool does not have, where the tool writes, spends, mails or cancels: a ceiling under a wrong name
 * would be none. Tools that only read ignore them, for clients add some of their own. `null` counts as not given.
 * @throws ToolRefusal
 * @see decisions, "MCP transport"
 */
export function refuseUnknownArguments(tool: WritingTool, given: unknown): void {
  if (tool.access === 'Read-only' || tool.hints.markedReadOnly) return;
  const unknown = onceEach(findUnknown(given, inputSchema(tool.input) as Schema));
  if (unknown.length === 0) return;
  const named = unknown.slice(0, MOST_NAMED).map((each) => sentence(each, tool.name));
  const more = unknown.length - named.length;
  const rest = more > 0 ? [`${more} more ${more === 1 ? 'is' : 'are'} unknown, too.`] : [];
  throw new ToolRefusal([...named, ...rest, 'Nothing was done.'].join(' '));
}

function findUnknown(
  given: unknown,
  schema: Schema,
  path: PropertyKey[] = [],
  holders: Unknown['holders'] = [],
): Unknown[] {
  // A value of another type than the schema's is told as such.
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

/** One name that is wrong in every element of a list is told of the first of them. */
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

function sentence({ path, holders }: Unknown, tool: string): string {
  const name = String(path.at(-1));
  const shownName = name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME)}…`;
  const shown = pathText([...path.slice(0, -1), shownName]);
  const elsewhere = ELSEWHERE[`${tool} ${anyElement(path)}`];
  if (elsewhere) return `${shown} is not an argument of ${tool}; ${elsewhere}.`;
  const meant = nearby(name, holders).map(pathText);
  if (meant.length > 0) return `${shown} is not an argument of ${tool}; did you mean ${listed(meant, 'or')}?`;
  const holder = holders.at(-1) as Unknown['holders'][number];
  const taken = listed(Object.keys(holder.schema.properties ?? {}), 'and');
  const taker = holder.path.length === 0 ? ', which' : `; ${pathText(holder.path)}`;
  return `${shown} is not an argument of ${tool}${taker} takes ${taken}.`;
}

/** Near names in the same object; else the very name in one of its objects, or further out. */
function nearby(name: string, holders: Unknown['holders']): PropertyKey[][] {
  const [own, ...outer] = [...holders].reverse() as [Unknown['holders'][number], ...Unknown['holders']];
  const near = nearestNames(name, Object.keys(own.schema.properties ?? {}));
  if (near.length > 0) return near.map((each) => [...own.path, each]);
  const inner = Object.entries(own.schema.properties ?? {})
    .filter(([, { properties }]) => properties && Object.hasOwn(properties, name))
    .map(([holder]) => [...own.path, holder, name]);
  if (inner.length > 0) return inner;
  const holder = outer.find(({ schema }) => Object.hasOwn(schema.properties ?? {}, name));
  return holder ? [[...holder.path, name]] : [];
}

const listed = (names: readonly string[], word: 'and' | 'or'): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
