import type { Failure } from '@parcelyard/contracts/common';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Context } from 'koa';
import type { ActivityBeginning } from '../../clients/activity-log';
import type { Caller } from '../../clients/caller';
import type { GatewayClients } from '../../clients/gateway-clients';
import { presentRequestId } from '../http/identified-requests';
import { answerRead } from './answer-read';
import type { Authenticate } from './authenticate';
import { checkWithStored } from './check-with-stored';
import type { IdempotencyMiddleware } from './idempotency-middleware';
import { type JsonBody, readJsonBody } from './read-json-body';
import { toRefusal } from './refuse';
import { RestRefusal } from './rest-refusal';
import { onlyReads, type RestContext, type RestRoute, takesKey } from './route';
import { restFailure } from './wording';

interface Dependencies {
  clients: GatewayClients;
  clock: Clock;
  authenticate: Authenticate;
  idempotency: IdempotencyMiddleware;
  serviceName: string;
  absolute(path: string): string;
}

const NO_BODY: JsonBody = { raw: Buffer.alloc(0), value: undefined };

/**
 * Handles one request to one operation. It checks in this order: the token and the rate limit; the type and the size of
 * the body; whether the same request was answered before; the input. Every refusal is thrown as an error.
 */
export function createOperation(dependencies: Dependencies) {
  const { clients, clock, authenticate, idempotency, serviceName, absolute } = dependencies;
  return (route: RestRoute) =>
    async (ctx: Context & { params: Record<string, string> }): Promise<void> => {
      const requestId = presentRequestId();
      const principal = await authenticate(ctx, route.access);
      const sent = route.method === 'GET' ? NO_BODY : await readJsonBody(ctx);
      const answer = async (requestKey?: string) => {
        const { accountId, timeZone, author } = principal;
        const caller: Caller = {
          accountId,
          timeZone,
          requestId,
          ip: ctx.ip,
          connectionKind: 'token',
          ...(author && { author }),
        };
        const context = {
          caller,
          clients,
          clock,
          serviceName,
          absolute,
          requestKey,
          ip: ctx.ip,
          sentence: (failure: Failure) => restFailure(failure, absolute),
        };
        const given = { params: ctx.params, query: ctx.query, body: sent.value };
        const input = await checkWithStored(route, given, context);
        const run = (touched: RestContext['touched']) => route.run(input as never, { ...context, touched });
        const beginning = beginningOf(route, input);
        const reply = await clients.activity
          .record(caller, beginning, run, isRefusal)
          .catch((error: unknown) => {
            throw toRefusal(error, absolute, onlyReads(route)) ?? error;
          });
        const { status, body: members } = reply;
        ctx.status = status;
        const body = { success: true, ...members };
        if (route.method === 'GET') await answerRead(ctx, route, body);
        else ctx.body = body;
      };
      if (takesKey(route)) await idempotency(ctx, { requestId, principal, body: sent.raw }, answer);
      else await answer();
    };
}

const beginningOf = ({ activity }: RestRoute, input: unknown): ActivityBeginning | undefined =>
  activity && { action: activity.action, subject: activity.about(input as never) };

const isRefusal = (error: unknown): boolean => error instanceof RestRefusal && error.status < 500;
