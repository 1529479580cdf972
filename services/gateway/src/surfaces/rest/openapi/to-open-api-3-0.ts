type Json = Readonly<Record<string, unknown>>;

/**
 * Returns the document for generators that read only OpenAPI 3.0. That version has no webhooks and no conditions, so
 * the rule for state and country is missing.
 */
export function toOpenApi30({ webhooks: _webhooks, info, ...document }: Json): Json {
  const { summary: _summary, ...plainInfo } = info as Json;
  return { ...(inPlace(document) as Json), openapi: '3.0.3', info: plainInfo };
}

/** Converts every schema in the document. All other values stay unchanged. */
function inPlace(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inPlace);
  if (!isJson(value)) return value;
  return mapMembers(value, (member, name) => {
    if (name === 'schema') return toSchema(member as Json);
    return name === 'schemas'
      ? mapMembers(member as Json, (each) => toSchema(each as Json))
      : inPlace(member);
  });
}

function toSchema(schema: Json): Json {
  const { $ref, type, anyOf, examples, exclusiveMinimum, properties, items, ...rest } = schema;
  const { if: _if, then: _then, else: _else, dependentRequired: _dependent, ...members } = rest;
  const options = (anyOf as Json[] | undefined)?.filter((option) => option.type !== 'null').map(toSchema);
  const types = [type].flat().filter((each) => each !== undefined && each !== 'null');
  const nullable =
    [type].flat().includes('null') || (anyOf as Json[] | undefined)?.length !== options?.length;
  // OpenAPI 3.0 ignores everything next to a reference.
  if ($ref && Object.keys(schema).length === 1) return { $ref };
  return {
    ...(types.length > 0 && { type: types[0] }),
    ...(nullable && { nullable }),
    ...($ref !== undefined && { allOf: [{ $ref }] }),
    ...(options?.length === 1 && { allOf: options }),
    ...(options && options.length > 1 && { anyOf: options }),
    ...(Array.isArray(examples) && { example: examples[0] }),
    ...(exclusiveMinimum !== undefined && { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    ...(isJson(properties) && { properties: mapMembers(properties, (each) => toSchema(each as Json)) }),
    ...(isJson(items) && { items: toSchema(items) }),
    ...members,
  };
}

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mapMembers = (value: Json, change: (member: unknown, name: string) => unknown): Json =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member, name)]));
