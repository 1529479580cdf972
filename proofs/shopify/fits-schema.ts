/**
 * The parts of the npm package `graphql` that are used here. The package is downloaded for the proof, and is not a
 * dependency of the project.
 */
export interface Graphql {
  buildClientSchema(introspection: unknown): Schema;
  parse(query: string): Document;
  validate(schema: Schema, document: Document, rules?: readonly unknown[]): readonly { message: string }[];
  getVariableValues(
    schema: Schema,
    definitions: readonly unknown[],
    variables: object,
  ): { errors?: readonly { message: string }[] };
  specifiedRules: readonly unknown[];
  NoDeprecatedCustomRule: unknown;
}

export interface Schema {
  getType(name: string): Type;
  getQueryType(): Type;
  getMutationType(): Type;
}

interface Type {
  readonly name?: string;
  /**
   * For a list type, the type of its elements. For a non-null type, the type that it wraps. Absent for every other
   * type.
   */
  readonly ofType?: Type;
  getFields?(): Readonly<Record<string, { readonly type: Type }>>;
  getValues?(): readonly { readonly name: string }[];
}

interface Document {
  readonly definitions: readonly {
    readonly operation?: 'query' | 'mutation';
    readonly selectionSet: SelectionSet;
    readonly variableDefinitions?: readonly unknown[];
  }[];
}

interface SelectionSet {
  readonly selections: readonly {
    readonly kind: string;
    readonly name: { readonly value: string };
    readonly alias?: { readonly value: string };
    readonly selectionSet?: SelectionSet;
    readonly typeCondition?: { readonly name: { readonly value: string } };
  }[];
}

export interface GraphqlExchange {
  readonly query: string;
  readonly variables: object;
  /** The answer's `data`; undefined when the request was refused. */
  readonly data: unknown;
}

/**
 * Returns the parts of an exchange that contradict the schema: variables that the schema would refuse, and answers that
 * it does not allow.
 */
export function fitsSchema(graphql: Graphql, schema: Schema, exchange: GraphqlExchange): string[] {
  const document = graphql.parse(exchange.query);
  const [operation] = document.definitions;
  if (!operation) return ['There is no operation.'];
  const taken = graphql.getVariableValues(schema, operation.variableDefinitions ?? [], exchange.variables);
  const faults = (taken.errors ?? []).map(({ message }) => message);
  if (exchange.data === undefined || exchange.data === null) return faults;
  const root = operation.operation === 'mutation' ? schema.getMutationType() : schema.getQueryType();
  return [...faults, ...misfits(schema, operation.selectionSet, root, exchange.data, 'data')];
}

function misfits(schema: Schema, selected: SelectionSet, type: Type, value: unknown, path: string): string[] {
  const answer = value as Record<string, unknown>;
  return selected.selections.flatMap((selection) => {
    if (selection.kind === 'InlineFragment') {
      const narrower = selection.typeCondition?.name.value;
      if (!selection.selectionSet || (answer.__typename && answer.__typename !== narrower)) return [];
      const narrowed = narrower ? schema.getType(narrower) : type;
      return misfits(schema, selection.selectionSet, narrowed, value, path);
    }
    const name = selection.name.value;
    if (name === '__typename') return [];
    const shown = selection.alias?.value ?? name;
    const field = type.getFields?.()[name];
    if (!field) return [`${path}.${shown} is not a field of ${type.name}`];
    return misfit(schema, selection.selectionSet, field.type, answer[shown], `${path}.${shown}`);
  });
}

function misfit(
  schema: Schema,
  selected: SelectionSet | undefined,
  type: Type,
  value: unknown,
  path: string,
): string[] {
  const written = String(type);
  if (written.endsWith('!')) {
    if (value === null || value === undefined) return [`${path} is null, which ${written} never is`];
    return misfit(schema, selected, type.ofType as Type, value, path);
  }
  if (value === null) return [];
  if (value === undefined) return [`${path} is missing`];
  if (written.startsWith('[')) {
    if (!Array.isArray(value)) return [`${path} is not a list`];
    return value.flatMap((one, at) => misfit(schema, selected, type.ofType as Type, one, `${path}[${at}]`));
  }
  if (selected) {
    if (typeof value !== 'object') return [`${path} is ${typeof value} instead of ${written}`];
    return misfits(schema, selected, type, value, path);
  }
  if (type.getValues) {
    const known = type.getValues().some(({ name }) => name === value);
    return known ? [] : [`${path} is ${String(value)}, which is not ${written}`];
  }
  return SCALARS[written]?.(value) === false ? [`${path} is ${JSON.stringify(value)}, no ${written}`] : [];
}

const isText = (value: unknown) => typeof value === 'string';

/** The JSON form of Shopify's scalars: 64-bit integers and money are text. */
const SCALARS: Readonly<Record<string, (value: unknown) => boolean>> = {
  ID: (value) => isText(value) && (value as string).startsWith('gid://shopify/'),
  String: isText,
  Boolean: (value) => typeof value === 'boolean',
  Int: Number.isInteger,
  Float: (value) => typeof value === 'number',
  UnsignedInt64: (value) => isText(value) && /^\d+$/.test(value as string),
  Decimal: (value) => isText(value) && /^-?\d+(\.\d+)?$/.test(value as string),
  DateTime: (value) => isText(value) && !Number.isNaN(Date.parse(value as string)),
  URL: (value) => isText(value) && URL.canParse(value as string),
};
