import { describeFailure } from '../../src/surfaces/mcp/tool-failure';
import { checkArguments, inputSchema } from '../../src/tools/arguments/check-arguments';
import { refuseUnknownArguments } from '../../src/tools/arguments/unknown-arguments';
import type { Tool } from '../../src/tools/tool';
import type { MessageRow } from './message-rows';
import { SAMPLE_CALLS } from './sample-calls';

interface Schema {
  type?: string;
  enum?: string[];
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  minItems?: number;
}

type Path = readonly (string | number)[];

/** Makes each call with one wrong argument and all other arguments valid. Returns the refusals. */
export function argumentMessages(tool: Tool): MessageRow[] {
  const rows = [...probes(inputSchema(tool.input) as Schema, []), { path: ['no_such_argument'], value: 1 }];
  const said = rows.flatMap(({ path, value }) => {
    const args = withValue(SAMPLE_CALLS[tool.name] ?? {}, path, value);
    const message = refusalOf(tool, args);
    return message === undefined ? [] : [row(tool.name, path, value, message)];
  });
  return said;
}

function refusalOf(tool: Tool, args: unknown): string | undefined {
  try {
    refuseUnknownArguments(tool, args);
    checkArguments(tool.input, args, tool.problems);
    return undefined;
  } catch (error) {
    return describeFailure(error as Error, tool.name, false, 'a1b2…').message;
  }
}

const row = (tool: string, path: Path, value: unknown, message: string): MessageRow => ({
  tool,
  kind: 'refusal',
  message,
  name: '',
  cause: value === undefined ? `${pathName(path)} left out` : `${pathName(path)}: \`${short(value)}\``,
  example: { value: path.at(-1), got: value },
});

const pathName = (path: Path) =>
  `\`${path.map((part, n) => (typeof part === 'number' ? `[${part}]` : n === 0 ? part : `.${part}`)).join('')}\``;

function short(value: unknown): string {
  if (Array.isArray(value) && value.length > 3) return `[${value.length} elements]`;
  const json = JSON.stringify(value);
  return json.length > 40 ? `${json.slice(0, 12)}…" (${String(value).length} characters)` : json;
}

interface Probe {
  path: Path;
  value: unknown;
}

/** Returns values that are refused by the argument's schema, or by a later check. */
function probes(schema: Schema, path: Path): Probe[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const at = [...path, name];
    const wrong = wrongValues(inner).map((value) => ({ path: at, value }));
    return [{ path: at, value: undefined }, ...wrong, ...innerProbes(inner, at)];
  });
}

function innerProbes(schema: Schema, path: Path): Probe[] {
  if (schema.type === 'object') return probes(schema, path);
  // An order in bulk_create_orders gets the same messages as in create_order, with the order's position. So these
  // messages are not repeated here.
  if (schema.type !== 'array' || path.includes('orders')) return [];
  if (schema.items?.type === 'object') return probes(schema.items, [...path, 0]);
  return [{ path: [...path, 0], value: 'QG2XYS' }];
}

function wrongValues(schema: Schema): unknown[] {
  const {
    type,
    minimum = type === 'number' ? 1 : undefined,
    maximum,
    maxLength,
    maxItems,
    minItems,
  } = schema;
  switch (type) {
    case 'integer':
      return ['QG2XYS', ...bounds(minimum, maximum)];
    case 'number':
      return ['12', ...bounds(minimum, maximum)];
    case 'boolean':
      return ['yes'];
    case 'array':
      return [
        'all',
        ...(minItems ? [[]] : []),
        ...(maxItems ? [Array.from({ length: maxItems + 1 }, (_, n) => 10_001 + n)] : []),
      ];
    case 'object':
      return ['Ada'];
    default:
      return [
        7,
        ...(schema.enum ? ['dhl'] : []),
        ...(schema.format === 'date' ? ['03/04/2026'] : []),
        ...(maxLength ? ['x'.repeat(maxLength + 1)] : []),
      ];
  }
}

const SAFE = Number.MAX_SAFE_INTEGER;
const bounds = (minimum: number | undefined, maximum: number | undefined): number[] => [
  ...(minimum === undefined || minimum <= -SAFE ? [] : [minimum - 1]),
  ...(maximum === undefined || maximum >= SAFE ? [] : [maximum + 1]),
];

function withValue(from: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) return value;
  const copy = typeof first === 'number' ? [...((from as unknown[]) ?? [])] : { ...(from as object) };
  const inner = (copy as Record<string | number, unknown>)[first];
  (copy as Record<string | number, unknown>)[first] = withValue(inner, rest, value);
  return copy;
}
