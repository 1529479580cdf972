import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

export interface Schemas {
  /** The JSON Schema of a zod schema; the named ones inside it are references to the components. */
  of(schema: z.ZodType, io: 'input' | 'output'): JsonSchema;
  /** Every named schema that was met. */
  components(): Record<string, JsonSchema>;
}

const DEFINITION = '#/$defs/';
const COMPONENT = '#/components/schemas/';

/** Turns zod's schemas into the document's. OpenAPI 3.1 speaks JSON Schema 2020-12 as it is. */
export function createSchemas(): Schemas {
  const named: Record<string, JsonSchema> = {};
  return {
    of: (schema, io) => {
      const {
        $schema: _dialect,
        $defs = {},
        ...rest
      } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
      for (const [name, definition] of Object.entries($defs)) named[name] = toComponents(definition);
      if (typeof rest.id !== 'string') return toComponents(rest);
      // A generated client names a body by its component, and makes a name up for one that has none.
      named[rest.id] = toComponents(rest);
      return { $ref: COMPONENT + rest.id };
    },
    components: () => named,
  };
}

function toComponents(schema: unknown): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key === '$ref' && typeof value === 'string') return value.replace(DEFINITION, COMPONENT);
    if (saysNothing(key, value)) return undefined;
    return isSchema(value) ? portable(value) : value;
  }) as JsonSchema;
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Without a format generated clients take money for float32 and ids for int32, and they cannot read a boolean `const`. */
function portable({ const: only, ...schema }: JsonSchema): JsonSchema {
  const format = [schema.type].flat().map((type) => FORMATS[String(type)])[0];
  return {
    ...(format && { format }),
    ...(typeof only === 'boolean'
      ? { description: `Always ${only}.` }
      : only !== undefined && { const: only }),
    ...schema,
  };
}

const FORMATS: Readonly<Record<string, string>> = { number: 'double', integer: 'int64' };

/** Answers may gain members, the bounds are those of JSON numbers, and a component is named by its place. */
const saysNothing = (key: string, value: unknown): boolean =>
  (key === 'additionalProperties' && value === false) ||
  Math.abs(value as number) === Number.MAX_SAFE_INTEGER ||
  (key === 'id' && typeof value === 'string');
