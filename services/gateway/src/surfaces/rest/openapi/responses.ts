import { z } from 'zod';
import { capitalized } from '../../../values/capitalized';
import { type DocumentedRefusal, type RestRoute, takesKey } from '../route';
import {
  type CommonResponse,
  type CommonResponseName,
  commonResponse,
  commonResponsesOf,
} from './common-responses';
import { COMMON_HEADERS, type HeaderName, headersOf, LIMIT_HEADERS } from './headers';
import { json } from './media-type';
import { problemSchema } from './problem-schema';
import type { Schemas } from './schemas';

/** Returns every answer of a route, by status. For a failure that several operations share, returns a reference. */
export function responsesOf(route: RestRoute, schemas: Schemas): Record<string, unknown> {
  return { ...successes(route, schemas), ...failures(route, schemas) };
}

/** Returns the shared failures that these routes reference. */
export function responseComponents(routes: readonly RestRoute[], schemas: Schemas): Record<string, unknown> {
  const named = new Set(routes.flatMap((route) => Object.values(sharedFailures(route))));
  return Object.fromEntries(
    [...named].map((name) => [name, failure(commonResponse(name), problemSchema, schemas)]),
  );
}

function successes(route: RestRoute, schemas: Schemas) {
  const { answers, operationId, example } = route;
  const shown = 201 in answers ? '201' : '200';
  const headers = headersOf([...commonHeaders(route), ...ownHeaders(route)]);
  const unchanged = {
    304: { description: 'The content has not changed since the answer with this ETag.', headers },
  };
  const done = Object.fromEntries(
    (Object.entries(answers) as [string, z.ZodObject][]).map(([status, members]) => {
      const body = z
        .object({ success: z.literal(true) })
        .extend(members.shape)
        .meta({ id: `${capitalized(operationId)}ResponseBody` });
      const answer = example && status === shown ? { success: true, ...example.answer } : undefined;
      return [
        status,
        {
          description: status === '201' ? 'Created.' : 'Done.',
          headers,
          content: json(schemas.of(body, 'output'), answer),
        },
      ];
    }),
  );
  return { ...done, ...(route.method === 'GET' && unchanged) };
}

const ownHeaders = (route: RestRoute): readonly HeaderName[] => {
  if (route.method === 'GET') return ['ETag'];
  return takesKey(route) ? REPLAYED : [];
};

const REPLAYED: readonly HeaderName[] = ['Idempotent-Replayed'];

const commonHeaders = ({ access }: RestRoute): readonly HeaderName[] =>
  access === 'bearer' ? [...COMMON_HEADERS, ...LIMIT_HEADERS] : COMMON_HEADERS;

function failures(route: RestRoute, schemas: Schemas) {
  const shared = Object.entries(sharedFailures(route)).map(([status, name]) => [
    status,
    { $ref: `#/components/responses/${name}` },
  ]);
  const own = ownRefusals(route).map(([status, refusal]) => {
    const body = refusal.members
      ? problemSchema.extend(refusal.members.shape).meta({
          id: `${capitalized(route.operationId)}Problem${status}`,
          description: 'A failure.',
        })
      : problemSchema;
    return [status, failure(merged(route, Number(status), refusal), body, schemas)];
  });
  return Object.fromEntries([...shared, ...own]);
}

const ownRefusals = ({ refusals = {} }: RestRoute) =>
  Object.entries(refusals) as [string, DocumentedRefusal][];

/** Returns every failure of an operation, sorted by status. */
export const refusalsOf = (route: RestRoute): readonly CommonResponse[] =>
  [
    ...Object.values(sharedFailures(route)).map(commonResponse),
    ...ownRefusals(route).map(([status, refusal]) => merged(route, Number(status), refusal)),
  ].sort((one, other) => one.status - other.status);

/**
 * Returns the shared failures of an operation. A shared failure is left out when the operation itself describes a
 * refusal with the same status.
 */
const sharedFailures = (route: RestRoute): Record<string, CommonResponseName> =>
  Object.fromEntries(
    commonResponsesOf(route)
      .map((name) => [commonResponse(name).status, name] as const)
      .filter(([status]) => !(status in (route.refusals ?? {}))),
  );

/**
 * Describes an operation's own refusal together with the shared failures that have the same status, because the
 * document has one response for each status.
 */
function merged(route: RestRoute, status: number, own: DocumentedRefusal): CommonResponse {
  const names = commonResponsesOf(route).filter((name) => commonResponse(name).status === status);
  const shared = names.map(commonResponse);
  const codes = [...new Set([own, ...shared].flatMap((each) => each.codes ?? []))];
  return {
    status,
    description: own.description,
    codes,
    headers: [...new Set([...shared.flatMap(({ headers = [] }) => headers), ...(OF_STATUS[status] ?? [])])],
  };
}

/** Headers that every response with this status has. */
const OF_STATUS: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
};

/** Statuses of refusals that are stored for an Idempotency-Key, because a repeated request would be refused, too. */
const KEPT: readonly number[] = [403, 404, 409, 422];

function failure(
  { status, description, codes, headers = [] }: CommonResponse,
  body: z.ZodType,
  schemas: Schemas,
) {
  return {
    description: `${description} Codes: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
    'x-codes': codes,
    headers: headersOf([
      ...COMMON_HEADERS,
      ...LIMIT_HEADERS,
      ...headers,
      ...(KEPT.includes(status) ? REPLAYED : []),
    ]),
    content: json(schemas.of(body, 'output')),
  };
}
