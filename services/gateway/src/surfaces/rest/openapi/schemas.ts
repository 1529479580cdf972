import { z } from 'zod';

type JsonSchema = Record<string, unknown>;
type Direction = 'input' | 'output';

export interface Schemas {
  /** Returns the JSON Schema of a zod schema. Named schemas inside it become references to components. */
  of(schema: z.ZodType, io: Direction): JsonSchema;
  /** Returns every named schema that was converted. */
  components(): Record<string, JsonSchema>;
}

const DEFINITION = '#/$defs/';
const COMPONENT = '#/components/schemas/';

/** Converts zod schemas to JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export function createSchemas(): Schemas {
  const named: Record<string, JsonSchema> = {};
  return {
    of: (schema, io) => {
      const {
        $schema: _dialect,
        $defs = {},
        ...rest
      } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', override: publishInstead });
      for (const [name, definition] of Object.entries($defs)) named[name] = toComponents(definition, io);
      if (typeof rest.id !== 'string') return toComponents(rest, io);
      // A named body becomes a component, because generated clients use the component's name for the body's type. For a
      // body without a component, they would invent a name.
      named[rest.id] = toComponents(rest, io);
      return { $ref: COMPONENT + rest.id };
    },
    components: () => named,
  };
}

/**
 * If a schema has `publishedAs`, publishes the schema in `publishedAs` instead. For example, a page number in a query
 * is received as a text and published as an integer.
 */
function publishInstead({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  const { publishedAs, description } = jsonSchema;
  if (publishedAs === undefined) return;
  for (const name of Object.keys(jsonSchema)) delete jsonSchema[name];
  Object.assign(jsonSchema, { description }, publishedAs);
}

function toComponents(schema: unknown, io: Direction): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key === '$ref' && typeof value === 'string') return value.replace(DEFINITION, COMPONENT);
    if (isRedundant(key, value, io)) return undefined;
    // In Python, `\d` matches the digits of every script, so it is replaced.
    if (key === 'pattern' && typeof value === 'string') return value.replaceAll('\\d', '[0-9]');
    return isObject(value) ? portable(expected(value)) : value;
  }) as JsonSchema;
}

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * In a list such as the body of `createAccounts`, each element is checked later and separately. So the schema of the
 * list also accepts any other value as an element. Publishes only the schema of a valid element.
 */
function expected(schema: JsonSchema): JsonSchema {
  const { anyOf } = schema as { anyOf?: JsonSchema[] };
  const isAnything = (option: JsonSchema) => Object.keys(option).length === 0;
  return (anyOf?.some(isAnything) && anyOf.find((option) => !isAnything(option))) || schema;
}

/**
 * Adds formats, because without them, generated clients would use float32 for money and int32 for ids. A boolean
 * `const` becomes a sentence in the description, because generated clients cannot read it.
 */
function portable(schema: JsonSchema): JsonSchema {
  if (!('type' in schema)) return schema;
  const { const: only, ...rest } = schema;
  const format = [schema.type].flat().map((type) => FORMATS[String(type)])[0];
  return {
    ...(format && { format }),
    ...(typeof only === 'boolean'
      ? { description: `Always ${only}.` }
      : only !== undefined && { const: only }),
    ...rest,
  };
}

const FORMATS: Readonly<Record<string, string>> = { number: 'double', integer: 'int64' };

/**
 * True for a keyword that the document leaves out. `additionalProperties: false` is left out because answers may get
 * new members. The bounds of safe integers are left out because answers may contain any JSON number. A component's `id`
 * is left out because it is the component's name.
 */
const isRedundant = (key: string, value: unknown, io: Direction): boolean =>
  (key === 'additionalProperties' && value === false) ||
  (io === 'output' && Math.abs(value as number) === Number.MAX_SAFE_INTEGER) ||
  (key === 'id' && typeof value === 'string');
