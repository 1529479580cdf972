import { Ajv } from 'ajv';
import type { Exchange } from '../record-exchanges';

type Json = Readonly<Record<string, unknown>>;

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content: Json }>>;
}

/** As much of a published OpenAPI 3.0 document as is read here. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Json };
}

/**
 * Tells what of an exchange the document does not know: paths, and answers that its schema refuses. Members that an
 * answer leaves out are no fault, unless the schema requires them.
 */
export function createFitsOpenApi(document: OpenApi): (exchange: Exchange) => string[] {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ $id: 'api', components: jsonSchema(document.components) as object });
  const routes = Object.entries(document.paths).map(([path, operations]) => ({
    path,
    operations,
    // A path in words goes before one with a parameter in the same place.
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }));
  const words = (path: string) => path.split('/').filter((part) => !part.startsWith('{')).length;

  return ({ method, path, status, body }) => {
    const { pathname } = new URL(path, 'http://api');
    const what = `${method} ${pathname}`;
    const found = routes
      .filter(({ pattern }) => pattern.test(pathname))
      .sort((a, b) => words(b.path) - words(a.path));
    const operation = found[0]?.operations[method.toLowerCase()];
    if (!operation) return [`${what} is in no path of the document`];
    const { content } = operation.responses[String(status)] ?? operation.responses.default ?? {};
    const { schema } = (content?.['application/json'] ?? {}) as { schema?: unknown };
    if (!schema) return [`${what}: the document has no answer ${status}`];
    const validate = ajv.compile(jsonSchema(schema, 'api') as object);
    if (validate(JSON.parse(body))) return [];
    return (validate.errors ?? [])
      .filter(({ keyword }) => keyword !== 'anyOf')
      .map(({ instancePath, message, params }) =>
        [`${what} ${status}`, instancePath, message, JSON.stringify(params)].join(' '),
      );
  };
}

/** OpenAPI 3.0 as JSON Schema: what may be null has a type of its own for it. */
function jsonSchema(schema: unknown, base = ''): unknown {
  if (Array.isArray(schema)) return schema.map((part) => jsonSchema(part, base));
  if (schema === null || typeof schema !== 'object') return schema;
  const { nullable, ...rest } = schema as Json;
  const own = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [
      name,
      name === '$ref' ? `${base}${String(value)}` : jsonSchema(value, base),
    ]),
  );
  return nullable === true ? { anyOf: [own, { type: 'null' }] } : own;
}
