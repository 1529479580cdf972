import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import { checkInput } from '../../../src/surfaces/rest/check-input';
import { createOpenApiDocument } from '../../../src/surfaces/rest/openapi/create-open-api-document';
import type { RestRoute } from '../../../src/surfaces/rest/route';
import { restRoutes } from '../../../src/surfaces/rest/routes';
import { BASE_URL } from '../../support/start-gateway';
import { edgesOf, type JsonSchema, variantsOf } from './support/edge-values';

/** The OpenAPI document, against which an independent validator checks values. */
const document = createOpenApiDocument(restRoutes, { baseUrl: BASE_URL, serviceName: 'Ship.com' });
const ajv = new Ajv2020({
  strict: false,
  formats: { double: true, int64: true, email: true, uri: true, date: true, 'date-time': true },
});
ajv.addSchema({ ...document, $id: 'https://ship.example/openapi.json' });

const schemas = document.components.schemas as Record<string, JsonSchema>;
const resolve = (schema: JsonSchema): JsonSchema =>
  schema.$ref ? (schemas[schema.$ref.split('/').at(-1) as string] as JsonSchema) : schema;

interface Operation {
  readonly parameters: readonly { name: string; in: string; schema: JsonSchema }[];
  readonly requestBody?: { content: { 'application/json': { schema: JsonSchema } } };
}

const operationOf = ({ path, method }: RestRoute) =>
  document.paths[path]?.[method.toLowerCase()] as unknown as Operation;

const validatorOf = (schema: JsonSchema): ValidateFunction =>
  ajv.compile(
    JSON.parse(
      JSON.stringify(schema).replaceAll('"#/components/', '"https://ship.example/openapi.json#/components/'),
    ),
  );

/**
 * Returns whether the route accepts the query and the body. The path gets the valid id 1, so that the id is no reason
 * for a refusal.
 */
function isTaken(route: RestRoute, given: { query?: Record<string, string>; body?: unknown }): boolean {
  const params = Object.fromEntries(Object.keys(route.params?.shape ?? {}).map((name) => [name, '1']));
  try {
    checkInput(route, { params, query: {}, body: route.example?.body, ...given });
    return true;
  } catch {
    return false;
  }
}

/** True when the server's rule cannot be written in JSON Schema. The document then describes the rule in a sentence. */
function isSaidInWords({ operationId }: RestRoute, path: string, value: unknown): boolean {
  // The server checks each account separately. It refuses the whole request only when the number of accounts is wrong.
  if (operationId === 'createAccounts' && (path !== '' || isOneOrMore(value))) return true;
  return value === null;
}

interface Verdict {
  readonly saidInWords: boolean;
  readonly document: boolean;
  readonly server: boolean;
}

const differs = (verdict: Verdict) => !verdict.saidInWords && verdict.document !== verdict.server;

const isOneOrMore = (value: unknown) => Array.isArray(value) && value.length > 0 && value.length <= 50;

describe('the published rules', () => {
  const bodies = restRoutes.filter(({ body }) => body);

  it.each(bodies.map((route) => [route.operationId, route] as const))(
    'for the body of %s match the server: both accept and refuse the same values [REST-D5]',
    (_name, route) => {
      const schema = operationOf(route).requestBody?.content['application/json'].schema as JsonSchema;
      const validate = validatorOf(schema);
      const verdicts = variantsOf(schema, route.example?.body, resolve).map(({ path, value, body }) => ({
        path,
        value: JSON.stringify(value)?.slice(0, 80),
        saidInWords: isSaidInWords(route, path, value),
        document: validate(body),
        server: isTaken(route, { body }),
      }));
      expect(verdicts.length).toBeGreaterThan(10);
      expect(verdicts.some(({ document: taken }) => taken)).toBe(true);
      expect(verdicts.filter(differs)).toEqual([]);
    },
  );

  const queries = restRoutes
    .filter(({ query }) => query)
    .flatMap((route) =>
      operationOf(route)
        .parameters.filter(({ in: place }) => place === 'query')
        .map((parameter) => [route.operationId, parameter.name, route, parameter.schema] as const),
    );

  it.each(queries)(
    'for the query of %s match the server for %s: allowed values are accepted [REST-D5]',
    (_operation, name, route, schema) => {
      const validate = validatorOf(schema);
      const isNumber = schema.type === 'integer';
      const verdicts = edgesOf(resolve(schema))
        .filter((value) => typeof value === (isNumber ? 'number' : 'string') && value !== '')
        .map((value) => ({
          value: String(value).slice(0, 80),
          saidInWords: isSaidInWords(route, name, value),
          document: validate(value),
          server: isTaken(route, { query: { [name]: String(value) } }),
        }));
      expect(verdicts.some(({ document: taken }) => taken)).toBe(true);
      const differing = verdicts.filter(differs);
      // The server may accept more values than the document, because it moves numbers into their bounds and accepts
      // other spellings of a status. But it must accept every value that the document accepts.
      const strict = differing.filter(({ server }) => !server);
      expect(strict).toEqual([]);
      if (!isNumber && !schema.enum) expect(differing).toEqual([]);
    },
  );
});
