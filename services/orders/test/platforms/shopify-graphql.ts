/** A field that a query requests, with the fields in it. */
interface Field {
  readonly name: string;
  readonly args: string;
  readonly fields: readonly Field[];
}

/** Reads a GraphQL query with one operation, without fragments, aliases and directives. */
export function readQuery(query: string): readonly Field[] {
  const tokens: string[] = query.match(/\([^)]*\)|[{}]|\w+/g) ?? [];
  let at = tokens.indexOf('{');
  const selection = (): Field[] => {
    at += 1;
    const fields: Field[] = [];
    while (tokens[at] !== '}') {
      const name = tokens[at] as string;
      at += 1;
      const args = tokens[at]?.startsWith('(') ? (tokens[at++] as string) : '';
      fields.push({ name, args, fields: tokens[at] === '{' ? selection() : [] });
    }
    at += 1;
    return fields;
  };
  return selection();
}

/** Returns the value of a field that has arguments. */
export type Resolver = (argument: (name: string) => unknown) => unknown;

/** Returns only the requested fields of a value. @throws Error with Shopify's text for an unknown field */
export function select(
  fields: readonly Field[],
  value: unknown,
  variables: Readonly<Record<string, unknown>>,
): unknown {
  if (value === null || fields.length === 0) return value;
  if (Array.isArray(value)) return value.map((one) => select(fields, one, variables));
  return Object.fromEntries(
    fields.map(({ name, args, fields: below }) => {
      const found = (value as Record<string, unknown>)[name];
      if (found === undefined) throw new Error(`Field '${name}' doesn't exist`);
      const resolved =
        typeof found === 'function' ? (found as Resolver)(argumentsOf(args, variables)) : found;
      return [name, select(below, resolved, variables)];
    }),
  );
}

const argumentsOf = (args: string, variables: Readonly<Record<string, unknown>>) => (wanted: string) => {
  const given = new RegExp(`\\b${wanted}:\\s*(\\$?\\w+)`).exec(args)?.[1];
  if (given === undefined) return undefined;
  return given.startsWith('$') ? variables[given.slice(1)] : /^\d+$/.test(given) ? Number(given) : given;
};
