import { z } from 'zod';
import { REST_CODES, type RestCode } from '../rest-codes';
import { type DocumentedRefusal, type RestRoute, type RouteExample, takesKey } from '../route';
import type { Schemas } from './schemas';

const SECURITY = {
  bearer: [{ accessToken: [] }],
  'partner key': [{ partnerKey: [] }],
  none: [],
} as const;

/** One problem of a request, by its field. */
export const problemFieldSchema = z
  .object({ field: z.string(), message: z.string() })
  .meta({ id: 'ProblemField' });

const errorCodeSchema = z.enum(Object.keys(REST_CODES) as [RestCode, ...RestCode[]]).meta({
  id: 'ErrorCode',
  description: [
    'What a program decides by. The list is closed.',
    ...Object.entries(REST_CODES).map(([code, { status, means }]) => `- ${code} (${status}): ${means}`),
  ].join('\n'),
});

const problemSchema = z
  .object({
    success: z.literal(false),
    code: errorCodeSchema,
    error: z.string().meta({ description: 'What is wrong, in words.' }),
    fields: z
      .array(problemFieldSchema)
      .meta({ description: 'Invalid input only: every problem by its field.' })
      .optional(),
  })
  .meta({ id: 'Problem', description: 'A refusal.' });

/** One operation object of the document. */
export function describeOperation(route: RestRoute, schemas: Schemas) {
  const { operationId, tag, summary, description, access } = route;
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description && { description }),
    security: SECURITY[access],
    parameters: [
      ...parametersOf(route.params, 'path', schemas, route.example?.params),
      ...parametersOf(route.query, 'query', schemas, route.example?.query),
      ...(takesKey(route) ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(route.body && {
      requestBody: { required: true, content: json(schemas.of(route.body, 'input'), route.example?.body) },
    }),
    responses: { ...successes(route, schemas), ...refusals(route, schemas) },
  };
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes a repeated request answer as the first did, for 24 hours. Refusals that trying again can change (400, 402, 429, 503, a plan’s limit, a 409 that says so) are not kept: the repeated request does the work. The same key with another request is refused with 409.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function parametersOf(
  shape: z.ZodObject | undefined,
  place: 'path' | 'query',
  schemas: Schemas,
  examples: RouteExample['params'] = {},
) {
  if (!shape) return [];
  const { properties = {}, required = [] } = schemas.of(shape, 'input') as {
    properties?: Record<string, Record<string, unknown>>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: schema.type === 'integer' ? { type: 'integer', format: 'int64' } : schema,
    ...(name in examples && { example: examples[name] }),
  }));
}

const json = (schema: unknown, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});

function successes({ answers, operationId, example }: RestRoute, schemas: Schemas) {
  const shown = 201 in answers ? '201' : '200';
  return Object.fromEntries(
    (Object.entries(answers) as [string, z.ZodObject][]).map(([status, members]) => {
      const body = z
        .object({ success: z.literal(true) })
        .extend(members.shape)
        .meta({ id: `${capitalized(operationId)}Response` });
      return [
        status,
        {
          description: status === '201' ? 'Created.' : 'Done.',
          content: json(
            schemas.of(body, 'output'),
            example && status === shown ? { success: true, ...example.answer } : undefined,
          ),
        },
      ];
    }),
  );
}

const capitalized = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** What every route of its kind may answer. */
function commonRefusals(route: RestRoute): Record<string, string> {
  const { access, body, query, params, method } = route;
  return {
    ...(body || query || takesKey(route) ? { 400: 'Invalid input.' } : {}),
    ...(access === 'bearer'
      ? { 401: 'No valid access token.', 429: 'More than 600 requests in a minute for this token.' }
      : {}),
    ...(access === 'partner key' ? { 403: 'No configured partner key.' } : {}),
    ...(params ? { 404: 'No such record in this account.' } : {}),
    ...(method === 'GET'
      ? {}
      : {
          409: 'The Idempotency-Key was used for another request, or its first request is still under way.',
          413: 'The body is over 1 MiB.',
          415: 'The body is not JSON.',
        }),
    503: 'The service is not available right now; try again after Retry-After seconds.',
  };
}

function refusals(route: RestRoute, schemas: Schemas) {
  const common = Object.entries(commonRefusals(route)).map(
    ([status, description]): [string, DocumentedRefusal] => [status, { description }],
  );
  return Object.fromEntries(
    [...common, ...Object.entries(route.refusals ?? {})].map(([status, { description, members }]) => {
      const schema = members
        ? problemSchema
            .extend(members.shape)
            .meta({ id: `${capitalized(route.operationId)}Problem${status}`, description: 'A refusal.' })
        : problemSchema;
      return [status, { description, content: json(schemas.of(schema, 'output')) }];
    }),
  );
}
