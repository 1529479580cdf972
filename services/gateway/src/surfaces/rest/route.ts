import type { ActivitySubject } from '@parcelyard/contracts/activity';
import type { z } from 'zod';
import type { Caller } from '../../clients/caller';
import type { GatewayClients } from '../../clients/gateway-clients';
import type { ActionName } from '../../operations/activity-actions';
import type { OperationContext } from '../../operations/operation-context';
import type { RestTag } from './openapi/tags';
import type { RestCode } from './rest-codes';

/** What a request must send: an access token, an `X-Partner-Key`, or nothing. */
export type RestAccess = 'bearer' | 'partner key' | 'none';

export interface RestContext extends OperationContext {
  /** The account of the token; account 0 when the route needs no token. */
  readonly caller: Caller;
  readonly clients: GatewayClients;
  /**
   * Identifies the request. A repeated request with an Idempotency-Key has the same value, so that services find the
   * first result.
   */
  readonly requestKey: string | undefined;
  readonly ip: string;
}

/** A route's answer. Its members are added to `success: true`. */
export interface RestReply {
  readonly status: 200 | 201;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A refusal that only one operation has, for the documentation. */
export interface DocumentedRefusal {
  readonly description: string;
  /**
   * The codes that only this operation uses for this status. Codes that several operations share for the status are
   * added to them.
   */
  readonly codes: readonly RestCode[];
  /** Members of the body in addition to `success` and `error`. */
  readonly members?: z.ZodObject;
}

/** Statuses of a route's refusals. @see [REST-E10] */
export type RefusalStatus = 400 | 401 | 402 | 403 | 404 | 409 | 422 | 429;

/** A valid request and its answer, for the document and its samples. */
export interface RouteExample {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly answer: Readonly<Record<string, unknown>>;
}

interface RouteDescription {
  /** The name of the operation in the published document. */
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path in the form of the published document: `/public/order/{id}`. */
  readonly path: `/public/${string}`;
  readonly tag: RestTag;
  readonly summary: string;
  readonly description: string;
  readonly access: RestAccess;
  /** The name that error messages give to a body that is a list: `orders` in `orders[3].zip`. */
  readonly bodyName?: string;
  /** Members of a successful answer in addition to `success`, by status. */
  readonly answers: { readonly [status in 200 | 201]?: z.ZodObject };
  readonly refusals?: { readonly [status in RefusalStatus]?: DocumentedRefusal };
  readonly example?: RouteExample;
  /** Set for a POST that only reads. If it fails, nothing was changed. */
  readonly reads?: true;
  /** Set for a route that ignores `Idempotency-Key`, because repeating the request changes nothing. */
  readonly repeatable?: true;
  /** Set for a read whose answer contains a secret. Such an answer is never compressed. */
  readonly holdsSecret?: true;
}

/** One operation of the REST API. Its schemas check requests, and `/public/openapi.json` publishes them. */
export interface RestRoute extends RouteDescription {
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /**
   * Describes the route's entry in the activity log. Required when the matching MCP tool takes `confirm`, and when the
   * route changes tokens or secrets.
   */
  readonly activity?: RouteActivity<never>;
  /**
   * Only for a PUT: returns the record as a GET shows it. A caller may send the record's present values back, even if
   * they break a rule.
   */
  stored?(params: never, context: StoredContext): Promise<object>;
  run(input: never, context: RestContext): Promise<RestReply>;
}

export type StoredContext = Omit<RestContext, 'touched'>;

interface RouteActivity<Input> {
  readonly action: ActionName;
  /**
   * Returns the subject of the request, such as an order. With `context.touched`, the route adds results of the
   * request.
   */
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
> extends Omit<RouteDescription, 'access'> {
  /** What a request must send; by default an access token. */
  readonly access?: RestAccess;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly activity?: RouteActivity<Input<Params, Query, Body>>;
  stored?(params: Parsed<Params>, context: StoredContext): Promise<object>;
  /** @throws DomainError or RestRefusal */
  run(input: Input<Params, Query, Body>, context: RestContext): Promise<RestReply>;
}

/**
 * Defines a route. The types of the route's input come from its schemas. By default, the route requires an access
 * token.
 */
export const defineRoute = <
  Params extends z.ZodObject | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  route: Typed<Params, Query, Body>,
): RestRoute => ({ access: 'bearer', ...route }) as unknown as RestRoute;

export const ok = (body: RestReply['body']): RestReply => ({ status: 200, body });
export const created = (body: RestReply['body']): RestReply => ({ status: 201, body });

/** True when a failed request has certainly changed nothing. */
export const onlyReads = ({ method, reads }: RestRoute): boolean => method === 'GET' || reads === true;

/** True when the route accepts an `Idempotency-Key`: all writes, except those that can be repeated anyway. */
export const takesKey = ({ method, repeatable }: RestRoute): boolean => method !== 'GET' && !repeatable;
