import type { ActivitySubject } from '@parcelyard/contracts/activity';
import type { z } from 'zod';
import type { Caller } from '../../clients/caller';
import type { GatewayClients } from '../../clients/gateway-clients';
import type { ActionName } from '../../operations/activity-actions';
import type { OperationContext } from '../../operations/operation-context';
import type { RestTag } from './openapi/tags';
import type { RestCode } from './rest-codes';

/** What a request must show: an access token, a configured `X-Partner-Key`, or nothing. */
export type RestAccess = 'bearer' | 'partner key' | 'none';

export interface RestContext extends OperationContext {
  /** Whom the token belongs to; account 0 where a route asks for none. */
  readonly caller: Caller;
  readonly clients: GatewayClients;
  /** Names a request that came with an Idempotency-Key, for services that can find again what it made. */
  readonly requestKey: string | undefined;
  /** Address of the caller. */
  readonly ip: string;
}

/** What a route answers: its members stand beside `success: true`. */
export interface RestReply {
  readonly status: 200 | 201;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A refusal of one route beside those that every route has, as its documentation names it. */
export interface DocumentedRefusal {
  readonly description: string;
  /** What may stand in `code`, beside what every route of its kind may say with the same status. */
  readonly codes: readonly RestCode[];
  /** Members of the body beside `success` and `error`. */
  readonly members?: z.ZodObject;
}

/** Statuses that a route may refuse with. @see [REST-E10] */
export type RefusalStatus = 400 | 401 | 402 | 403 | 404 | 409 | 422 | 429;

/** One request that works, and its answer beside `success`: what the document and its snippets show. */
export interface RouteExample {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly answer: Readonly<Record<string, unknown>>;
}

interface RouteDescription {
  /** Names the operation in the published document. */
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As the published document spells it: `/public/order/{id}`. */
  readonly path: `/public/${string}`;
  readonly tag: RestTag;
  readonly summary: string;
  readonly description: string;
  readonly access: RestAccess;
  /** The name that problems use for a body that is a list: `orders` in `orders[3].zip`. */
  readonly bodyName?: string;
  /** Members of a successful answer beside `success`, by status. */
  readonly answers: { readonly [status in 200 | 201]?: z.ZodObject };
  readonly refusals?: { readonly [status in RefusalStatus]?: DocumentedRefusal };
  readonly example?: RouteExample;
  /** A POST that only reads: when it fails, nothing was changed. */
  readonly reads?: true;
  /** Takes no `Idempotency-Key`: repeating it changes nothing by itself. */
  readonly repeatable?: true;
  /** A read whose answer holds a secret: it is never compressed. */
  readonly holdsSecret?: true;
}

/**
 * One operation of the REST API: what its schemas say is both what is checked and what `/public/openapi.json` publishes.
 */
export interface RestRoute extends RouteDescription {
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Of what a tool does when it is confirmed, and of what changes who may act: what stands in the activity log. */
  readonly activity?: RouteActivity<never>;
  run(input: never, context: RestContext): Promise<RestReply>;
}

interface RouteActivity<Input> {
  readonly action: ActionName;
  /** What the request says that it is about; `context.touched` adds what came of it. */
  about(input: Input): ActivitySubject;
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

interface Input<Params, Query, Body> {
  params: Parsed<Params>;
  query: Parsed<Query>;
  body: Parsed<Body>;
}

interface Typed<
  Params extends z.ZodObject | undefined,
  Query extends z.ZodObject | undefined,
  Body extends z.ZodType | undefined,
> extends RouteDescription {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly activity?: RouteActivity<Input<Params, Query, Body>>;
  /** @throws DomainError or RestRefusal */
  run(input: Input<Params, Query, Body>, context: RestContext): Promise<RestReply>;
}

/** Lets the types of the input follow from the schemas. */
export const defineRoute = <
  Params extends z.ZodObject | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  route: Typed<Params, Query, Body>,
): RestRoute => route as unknown as RestRoute;

export const ok = (body: RestReply['body']): RestReply => ({ status: 200, body });
export const created = (body: RestReply['body']): RestReply => ({ status: 201, body });

/** Whether a failed request leaves nothing in doubt. */
export const onlyReads = ({ method, reads }: RestRoute): boolean => method === 'GET' || reads === true;

/** Whether an `Idempotency-Key` means something to the route: every write does. */
export const takesKey = ({ method, repeatable }: RestRoute): boolean => method !== 'GET' && !repeatable;
