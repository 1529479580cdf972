/** The parts of a JSON Schema that the pages show. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

type Components = Readonly<Record<string, Schema>>;

export interface Field {
  /** The field's name; for an inner field its whole path, such as `items[].price`. */
  readonly path: string;
  readonly kind: string;
  readonly isRequired: boolean;
  readonly description: string;
}

/** Returns the fields of an object, or of the objects in a list. Inner fields follow their outer field. */
export function readFields(schema: Schema, components: Components, prefix = ''): readonly Field[] {
  const { properties, required = [], items } = resolved(schema, components);
  if (items) return readFields(items, components, `${prefix}[]`);
  return Object.entries(properties ?? {}).flatMap(([name, given]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const value = resolved(given, components);
    const field = {
      path,
      kind: kindOf(value, components),
      isRequired: required.includes(name),
      description: given.description ?? value.description ?? '',
    };
    return [field, ...readFields(value, components, path)];
  });
}

interface Resolved extends Schema {
  readonly mayBeNull?: boolean;
}

/** Returns the schema without references. If its value may be null, sets `mayBeNull`. */
function resolved(schema: Schema, components: Components): Resolved {
  const { $ref, anyOf } = schema;
  if ($ref) return resolved(components[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}, components);
  if (!anyOf) return schema;
  const other = anyOf.find(({ type }) => type !== 'null') ?? {};
  return { ...resolved(other, components), mayBeNull: anyOf.some(({ type }) => type === 'null') };
}

const NAMES: Readonly<Record<string, string>> = {
  'date-time': 'time',
  date: 'date',
  uri: 'URL',
  string: 'text',
  boolean: 'true or false',
  array: 'list',
};

function kindOf(schema: Resolved, components: Components): string {
  const types = [schema.type ?? 'any'].flat();
  const type = types.find((each) => each !== 'null') ?? 'null';
  const element = schema.items && resolved(schema.items, components);
  const names = element ? `list of ${plural(element)}` : (NAMES[schema.format ?? ''] ?? NAMES[type] ?? type);
  return [
    names,
    ...limitsOf(schema),
    ...(schema.mayBeNull || types.includes('null') ? ['or null'] : []),
  ].join(', ');
}

const PLURALS: Readonly<Record<string, string>> = { string: 'texts', integer: 'integers', object: 'objects' };

const plural = ({ type }: Schema) => PLURALS[String(type)] ?? 'values';

function limitsOf({ enum: one, const: only, maxLength, minItems, maxItems, ...number }: Schema): string[] {
  const { minimum, exclusiveMinimum, maximum } = number;
  const isBounded = maximum !== undefined && Math.abs(maximum) < Number.MAX_SAFE_INTEGER;
  return [
    ...(one ? [`one of ${one.join(', ')}`] : []),
    ...(only === undefined ? [] : [`always ${only}`]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength.toLocaleString('en-US')} characters`]),
    ...(maxItems === undefined ? [] : [`${minItems ?? 0} to ${maxItems} of them`]),
    ...(exclusiveMinimum === undefined ? [] : [`above ${exclusiveMinimum}`]),
    ...(minimum === undefined || !isBounded || Math.abs(minimum) > 1e12
      ? []
      : [`from ${minimum.toLocaleString('en-US')}`]),
    ...(isBounded ? [`up to ${maximum.toLocaleString('en-US')}`] : []),
  ];
}
