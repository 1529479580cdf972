import type { Clock } from '@parcelyard/service-kit/clock';
import type { Context } from 'koa';
import type { GatewayClients } from '../../clients/gateway-clients';
import type { Authenticate } from './authenticate';
import { checkInput } from './check-input';
import { answerSuccess } from './envelope';
import { type JsonBody, readJsonBody } from './read-json-body';
import type { RestContext, RestRoute } from './route';

interface Dependencies {
  clients: GatewayClients;
  clock: Clock;
  authenticate: Authenticate;
  absolute(path: string): string;
  newRequestId(): string;
}

const NO_BODY: JsonBody = { raw: Buffer.alloc(0), value: undefined };

/**
 * One request to one route, in the order of its checks: who asks and how often, what kind of body and how large, what
 * the input says. Whatever refuses, throws.
 */
export function createOperation({ clients, clock, authenticate, absolute, newRequestId }: Dependencies) {
  return (route: RestRoute) =>
    async (ctx: Context & { params: Record<string, string> }): Promise<void> => {
      const { accountId } = await authenticate(ctx, route.access);
      const body = route.method === 'GET' ? NO_BODY : await readJsonBody(ctx);
      const input = checkInput(route, { params: ctx.params, query: ctx.query, body: body.value });
      const context: RestContext = {
        caller: { accountId, requestId: newRequestId() },
        clients,
        clock,
        absolute,
      };
      answerSuccess(ctx, await route.run(input as never, context));
    };
}
