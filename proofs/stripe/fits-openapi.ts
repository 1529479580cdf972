import { Ajv } from 'ajv';
import type { Exchange } from '../record-exchanges';

type Json = Readonly<Record<string, unknown>>;

interface Answer {
  readonly content?: Json;
  readonly $ref?: string;
}

interface Operation {
  readonly requestBody?: { readonly content: Json };
  readonly responses: Readonly<Record<string, Answer>>;
}

/** The parts of a published OpenAPI 3.0 document that are read here. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Json; readonly responses?: Readonly<Record<string, Answer>> };
}

/**
 * Returns the faults of an exchange: a path that is not in the document, or a JSON request or an answer that the
 * document's schema refuses. An absent member is not a fault, unless the schema requires it.
 */
export function createFitsOpenApi(document: OpenApi): (exchange: Exchange) => string[] {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ $id: 'api', components: jsonSchema(document.components) as object });
  const routes = Object.entries(document.paths).map(([path, operations]) => ({
    path,
    operations,
    // A parameter matches any word. If several paths match, the path with the most fixed words is used.
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }));
  const words = (path: string) => path.split('/').filter((part) => !part.startsWith('{')).length;

  const faultsOf = (what: string, schema: unknown, value: string): string[] => {
    const validate = ajv.compile(jsonSchema(schema, 'api') as object);
    if (validate(JSON.parse(value))) return [];
    return (validate.errors ?? [])
      .filter(({ keyword }) => keyword !== 'anyOf')
      .map(({ instancePath, message, params }) =>
        [what, instancePath, message, JSON.stringify(params)].join(' '),
      );
  };
  const jsonOf = (content: Json | undefined) =>
    ((content?.['application/json'] ?? {}) as { schema?: unknown }).schema;

  return ({ method, path, sent, status, body }) => {
    const { pathname } = new URL(path, 'http://api');
    const what = `${method} ${pathname}`;
    const found = routes
      .filter(({ pattern }) => pattern.test(pathname))
      .sort((a, b) => words(b.path) - words(a.path));
    const operation = found[0]?.operations[method.toLowerCase()];
    if (!operation) return [`${what} is not a path of the document`];
    const answer = operation.responses[String(status)] ?? operation.responses.default ?? {};
    const shared = answer.$ref?.slice('#/components/responses/'.length);
    const schema = jsonOf((shared ? document.components.responses?.[shared] : answer)?.content);
    if (!schema) return [`${what}: the document has no answer ${status}`];
    const asked = jsonOf(operation.requestBody?.content);
    return [
      ...(asked && status < 300 ? faultsOf(`${what}, request:`, asked, sent) : []),
      ...faultsOf(`${what} ${status}`, schema, body),
    ];
  };
}

/**
 * Converts a schema of OpenAPI 3.0 to JSON Schema. A nullable value gets null as a second type, and `exclusiveMinimum`
 * becomes a number.
 */
function jsonSchema(schema: unknown, base = ''): unknown {
  if (Array.isArray(schema)) return schema.map((part) => jsonSchema(part, base));
  if (schema === null || typeof schema !== 'object') return schema;
  const { nullable, exclusiveMinimum, ...given } = schema as Json;
  const rest =
    exclusiveMinimum === true
      ? { ...given, exclusiveMinimum: given.minimum }
      : { ...given, exclusiveMinimum };
  const own = Object.fromEntries(
    Object.entries(rest)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, name === '$ref' ? `${base}${String(value)}` : jsonSchema(value, base)]),
  );
  return nullable === true ? { anyOf: [own, { type: 'null' }] } : own;
}
