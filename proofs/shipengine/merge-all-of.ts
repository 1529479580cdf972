import type { OpenApi } from '../stripe/fits-openapi';

type Json = Readonly<Record<string, unknown>>;

/**
 * Returns the document, with every `allOf` merged into one schema. Each part of an `allOf` forbids unknown members
 * (`additionalProperties: false`). So without the merge, a value with members of two parts would match neither part.
 * @param optional for each schema, the members that may be absent although the document requires them
 */
export function mergeAllOf(
  document: OpenApi,
  optional: Readonly<Record<string, readonly string[]>>,
): OpenApi {
  const schemas = Object.fromEntries(
    Object.entries(document.components.schemas as Readonly<Record<string, Json>>).map(([name, schema]) => {
      const required = ((schema.required ?? []) as string[]).filter((one) => !optional[name]?.includes(one));
      return [name, required.length > 0 ? { ...schema, required } : withoutRequired(schema)];
    }),
  );

  const resolved = (schema: Json): Json => {
    const { $ref } = schema;
    if (typeof $ref !== 'string') return schema;
    return resolved(schemas[$ref.slice('#/components/schemas/'.length)] as Json);
  };

  const together = (parts: readonly Json[]): Json => {
    const flat = parts.map(one);
    const lists = flat.flatMap(({ required }) => (required ?? []) as string[]);
    const properties = Object.assign({}, ...flat.map((part) => part.properties ?? {})) as Json;
    return {
      ...Object.assign({}, ...flat),
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(lists.length > 0 && { required: lists }),
    };
  };

  /**
   * Returns a schema without `allOf`. If the schema has a `oneOf`, each alternative also gets all other members of the
   * schema.
   */
  const one = (schema: Json): Json => {
    const { allOf, oneOf, ...own } = resolved(schema) as Json & {
      allOf?: readonly Json[];
      oneOf?: readonly Json[];
    };
    if (!allOf && !(oneOf && own.properties)) return oneOf ? { ...own, oneOf } : own;
    const whole = together([...(allOf ?? []), own]);
    if (!oneOf) return whole;
    return {
      oneOf: oneOf.map((alternative) => {
        const made = together([whole, alternative]);
        // The published document contradicts itself: an alternative requires members that only other alternatives have.
        // These requirements are dropped.
        const known = Object.keys((made.properties ?? {}) as Json);
        const required = ((made.required ?? []) as string[]).filter((name) => known.includes(name));
        return { ...made, required };
      }),
    };
  };

  const deep = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(deep);
    if (value === null || typeof value !== 'object') return value;
    const schema = value as Json;
    const flat = schema.allOf || schema.oneOf ? one(schema) : schema;
    return Object.fromEntries(Object.entries(flat).map(([name, held]) => [name, deep(held)]));
  };
  return deep({ ...document, components: { ...document.components, schemas } }) as OpenApi;
}

const withoutRequired = ({ required: _, ...schema }: Json): Json => schema;
