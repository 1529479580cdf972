import fc from 'fast-check';

interface Schema {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  schema: Schema;
}

interface Operation {
  parameters: Parameter[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

export interface GeneratedRequest {
  /** Path and method as the document spells them. */
  readonly operation: { readonly path: string; readonly method: string };
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers: Record<string, string>;
}

function numbered(word: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${word}-${index}`);
}

/** Values that some fields must have, so that a request passes the first check. */
const LIKELY: Readonly<Record<string, readonly unknown[]>> = {
  zip: ['10118', '78701', '00004', '00005'],
  toZip: ['10118', '00005', '00001'],
  fromZip: ['78701', ''],
  Zip: ['10118', '78701'],
  state: ['NY', 'TX'],
  country: ['US', 'CA'],
  phone: ['5125550123'],
  toCountry: ['US', 'CA', 'GB'],
  Country: ['US', 'GB'],
  // Each value is chosen at random. So some requests have a new value and are accepted, and some have a used value and
  // are refused.
  email: [...numbered('ada', 400).map((name) => `${name}@example.com`), 'Ada-1@Example.com'],
  invoiceNumber: numbered('INV', 400),
  externalOrderId: [...numbered('shop', 400), 'SBX_DECLINE'],
  status: ['active', 'Ready to ship', 'ChooseShipping'],
  hsCode: ['610910'],
  originCountry: ['US', 'CN'],
  date: ['2026-01-01', '2099-01-01'],
  packageId: ['package_1'],
  from: ['2026-01-01'],
  to: ['2026-12-31T23:59:59Z'],
  orderDate: ['2026-01-02', '2026-01-02T03:04:05+01:00'],
  Quantity: ['1', '2'],
  weightOz: [1, 16, 80.5],
  Weight: [1, 16],
  ...Object.fromEntries(
    ['length', 'width', 'height', 'Length', 'Width', 'Height'].map((side) => [side, [4, 12.5]]),
  ),
  firstName: ['Ada', 'Grace'],
  lastName: ['Lovelace', 'Hopper'],
  url: ['http://127.0.0.1:9/hook'],
  rateId: ['rate_1'],
  'Idempotency-Key': numbered('key', 400),
};

/** Returns requests to one operation. Most are valid according to the document, and some are not. */
export function requestsTo(
  document: OpenApiDocument,
  path: string,
  method: string,
  knownIds: readonly number[],
): fc.Arbitrary<GeneratedRequest> {
  const operation = document.paths[path]?.[method] as Operation;
  const resolve = (schema: Schema): Schema =>
    schema.$ref ? (document.components.schemas[nameIn(schema.$ref)] as Schema) : schema;
  const id = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...knownIds) },
    fc.nat(),
    fc.constantFrom('0', '-1', 'abc', '1e3', '99999999999999999999', '%00', '..%2f', ' '),
  );

  const arbitraryOf = (given: Schema, name: string): fc.Arbitrary<unknown> => {
    const schema = resolve(given);
    const meant = LIKELY[name]
      ? fc.constantFrom(...LIKELY[name])
      : /[iI]d$/.test(name)
        ? fc.constantFrom(...knownIds)
        : undefined;
    const right = meant
      ? fc.oneof({ weight: 12, arbitrary: meant }, ofType(schema, name))
      : ofType(schema, name);
    return fc.oneof({ weight: 150, arbitrary: right }, anything);
  };
  const ofType = (schema: Schema, name: string): fc.Arbitrary<unknown> => {
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => arbitraryOf(each, name)));
    switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
      case 'object':
        return objectOf(schema);
      case 'array':
        return fc.array(arbitraryOf(schema.items ?? {}, name), { minLength: 1, maxLength: 3 });
      case 'integer':
        return fc.oneof({ weight: 12, arbitrary: fc.integer({ min: 1, max: 50 }) }, fc.integer());
      case 'number':
        return fc.oneof(
          { weight: 12, arbitrary: fc.integer({ min: 1, max: 100_000 }).map((cents) => cents / 100) },
          fc.double({ noNaN: true, noDefaultInfinity: true }),
          fc.constantFrom(schema.maximum ?? 0, schema.minimum ?? 0, 1e308, 5e-324, -0),
        );
      case 'boolean':
        return fc.boolean();
      default:
        return fc.oneof(
          {
            weight: 8,
            arbitrary: fc.string({ minLength: 1, maxLength: Math.min(schema.maxLength ?? 30, 30) }),
          },
          hostileText,
        );
    }
  };
  const objectOf = ({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> => {
    const members = Object.entries(properties).map(([name, schema]) =>
      fc
        .tuple(fc.integer({ min: 0, max: 99 }), arbitraryOf(schema, name))
        // A required member is seldom left out.
        .map(([luck, value]) => (luck < (required.includes(name) ? 99 : 45) ? [[name, value]] : [])),
    );
    return fc.tuple(...members).map((lists) => Object.fromEntries(lists.flat()));
  };

  const parameters = (place: string) =>
    fc
      .tuple(
        ...operation.parameters
          .map(({ $ref, ...own }) =>
            $ref ? (document.components.parameters[nameIn($ref)] as Parameter) : own,
          )
          .filter((parameter) => parameter.in === place)
          .map(({ name, schema }) =>
            fc
              .tuple(fc.boolean(), arbitraryOf(schema, name))
              .map(([given, value]) => (given && typeof value !== 'object' ? [[name, String(value)]] : [])),
          ),
      )
      .map((lists) => lists.flat() as [string, string][]);

  const schema = operation.requestBody?.content['application/json'].schema;
  return fc
    .tuple(
      id,
      parameters('query'),
      parameters('header'),
      schema ? arbitraryOf(schema, '') : fc.constant(undefined),
    )
    .map(([recordId, query, headers, body]) => ({
      operation: { path, method },
      method: method.toUpperCase(),
      path: `${path.replace(/\{\w+\}/, encodeURI(String(recordId)))}?${new URLSearchParams(query)}`,
      headers: Object.fromEntries(headers.filter(([, value]) => /^[\x20-\x7e]+$/.test(value))),
      ...(body === undefined ? {} : { body }),
    }));
}

const nameIn = (reference: string) => reference.split('/').at(-1) as string;

const hostileText = fc.constantFrom(
  ...['', ' ', '\u0000', '$where', '{"$gt":""}', '__proto__', '💥', '\ud800', '../../etc/passwd'],
  ...[
    "' OR 1=1--",
    '<script>alert(1)</script>',
    'a'.repeat(300),
    '\u202e',
    '0x7f.1',
    'SBX_TIMEOUT_BEFORE_BUY',
  ],
);

const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  hostileText,
  fc.constantFrom([], {}, [[]], { $gt: 0 }, { constructor: 1 }, [null]),
);
