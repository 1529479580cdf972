/** The part of JSON Schema that the document's request schemas use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface Variant {
  /** The path in the body at which the value was changed. */
  readonly path: string;
  readonly value: unknown;
  readonly body: unknown;
}

/** Returns copies of a valid body, each with one value changed, left out or added. */
export function variantsOf(
  given: JsonSchema,
  body: unknown,
  resolve: (schema: JsonSchema) => JsonSchema,
): Variant[] {
  const walk = (
    shape: JsonSchema,
    at: unknown,
    path: string,
    put: (value: unknown) => unknown,
  ): Variant[] => {
    const schema = resolve(shape);
    const own = edgesOf(schema, at).map((value) => ({ path, value, body: put(value) }));
    if (schema.items) {
      const [first, ...rest] = Array.isArray(at) && at.length > 0 ? at : [{}];
      return [...own, ...walk(schema.items, first, `${path}[0]`, (value) => put([value, ...rest]))];
    }
    if (!schema.properties) return own;
    const members = (typeof at === 'object' ? at : {}) as Record<string, unknown>;
    const inside = Object.entries(schema.properties).flatMap(([member, inner]) => {
      const { [member]: _left, ...others } = members;
      const without = { path: `${path}.${member}`, value: undefined, body: put(others) };
      const changed = walk(inner, members[member], `${path}.${member}`, (value) =>
        put({ ...members, [member]: value }),
      );
      return [without, ...changed];
    });
    return [...own, ...inside];
  };
  return walk(given, body, '', (value) => value);
}

/** Returns values at the bounds of a schema and next to them, and values that none of our schemas accepts. */
export function edgesOf(schema: JsonSchema, at?: unknown): unknown[] {
  const { minLength = 0, maxLength, minimum, exclusiveMinimum, maximum, minItems, maxItems } = schema;
  const lengths = [minLength - 1, minLength, minLength + 1, maxLength ?? 0, (maxLength ?? 0) + 1];
  const bounds = [minimum, exclusiveMinimum, maximum].filter((bound) => bound !== undefined);
  const one = Array.isArray(at) ? at[0] : {};
  const counts = [0, minItems ?? 1, ...(maxItems === undefined ? [] : [maxItems, maxItems + 1])];
  return [
    ...lengths
      .filter((length) => length >= 0)
      .flatMap((length) => ['a', '1', ' '].map((char) => char.repeat(length))),
    ...bounds.flatMap((bound) => [bound - 1, bound - 0.01, bound, bound + 0.01, bound + 1]),
    ...(schema.enum ?? []),
    ...(schema.items ? counts.map((count) => Array.from({ length: count }, () => one)) : []),
    ...TEXTS,
    ...[0, -1, 1, 1.5, 2.005, 1e308, true, false, null, [], {}, [1]],
  ];
}

const TEXTS = [
  ...['us', 'US', ' US', 'U', 'U1', 'active', 'Box', '12345', '1234', '123456', '1234a', ' 12345', '٣٤٥٦٧'],
  ...['6109.10.0012', '610910', '61 09 10', '6109', '12.0', '1.5', '1e3', '-1'],
  ...['ada@example.com', 'ada@x', ' ada@example.com ', 'ada@@x', 'a b@x.co', 'ada\u0007@x.co', '@', 'ada@'],
  ...[
    '2026-01-02',
    '2026-1-2',
    '2026-02-30',
    '1969-12-31',
    '1970-01-01',
    '2026-01-02T03:04',
    '2026-01-02T25:00',
  ],
  ...['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.123+0100', '2026-01-02 03:04:05', '02/01/2026', 'now'],
  ...['\u00a0', '\ufeff', '\n', 'a\nb', ' a ', '🦊', 'a'.repeat(20), 'https://shop.example/hook'],
];
