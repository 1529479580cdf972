import Router, { type RouterMiddleware } from '@koa/router';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Context, Middleware } from 'koa';
import type { GatewayClients } from '../../clients/gateway-clients';
import { LineFull } from '../../clients/turns';
import { markBusy } from '../http/admission';
import { allowedMethods } from '../http/allowed-methods';
import { presentRequestId } from '../http/identified-requests';
import { keptDocument } from '../http/kept-document';
import { SenderGone } from '../http/read-body';
import { routeOf } from '../http/route-of';
import { CHALLENGE, createAuthenticate } from './authenticate';
import { CLIENT_PATH, clientDownload } from './client-download';
import { createIdempotencyMiddleware } from './idempotency-middleware';
import { createOpenApiDocument } from './openapi/create-open-api-document';
import { toOpenApi30 } from './openapi/to-open-api-3-0';
import { createOperation } from './operation';
import { createPostmanCollection } from './postman/create-postman-collection';
import { toRefusal } from './refuse';
import { answerRefusal, RestRefusal } from './rest-refusal';
import { restRoutes } from './routes';

interface Dependencies {
  clients: GatewayClients;
  clock: Clock;
  logger: Logger;
  baseUrl: string;
  serviceName: string;
  partnerKeys: readonly string[];
  guidePages: ReadonlyMap<string, Middleware>;
  absolute(path: string): string;
}

/** Creates everything under `/public`: the operations, and the pages and documents about them. */
export function createRestSurface(dependencies: Dependencies): Middleware {
  const { logger } = dependencies;
  const router = createRestRouter(dependencies);
  const routed = router.routes() as unknown as Middleware;

  return async (ctx, next) => {
    if (!isPublic(ctx.path)) return next();
    try {
      await routed(ctx, async () => refuseUnrouted(ctx, router));
    } catch (error) {
      if (error instanceof SenderGone) throw error;
      const refusal = toRefusal(error) ?? unexpected();
      if (error instanceof LineFull) markBusy(ctx.req);
      else if (refusal.status >= 500) logger.error({ route: routeOf(ctx), err: error }, 'request failed');
      else logger.debug({ errorCode: refusal.code }, 'request refused');
      if (refusal.status === 401) ctx.set('www-authenticate', CHALLENGE);
      answerRefusal(ctx, refusal);
    }
  };
}

function createRestRouter(dependencies: Dependencies): Router {
  const { clients, baseUrl, partnerKeys, serviceName } = dependencies;
  const router = new Router();
  const document = () => createOpenApiDocument(restRoutes, { baseUrl, serviceName });
  const documents = {
    '/public/openapi.json': () => JSON.stringify(document()),
    '/public/openapi-3.0.json': () => JSON.stringify(toOpenApi30(document())),
    '/public/postman.json': () => JSON.stringify(createPostmanCollection(restRoutes, baseUrl)),
  };
  for (const [path, make] of Object.entries(documents)) {
    const options = { type: 'application/json', headers: READABLE_ANYWHERE };
    router.get(path, keptDocument(make, options) as RouterMiddleware);
  }
  router.get(['/public/client.tgz', CLIENT_PATH], clientDownload() as RouterMiddleware);
  for (const [path, page] of dependencies.guidePages) router.get(path, page as RouterMiddleware);
  const authenticate = createAuthenticate({ authorizer: clients.authorizer, partnerKeys });
  const idempotency = createIdempotencyMiddleware({ auth: clients.auth, logger: dependencies.logger });
  const operation = createOperation({ ...dependencies, authenticate, idempotency });
  for (const route of restRoutes) {
    router.register(routerPath(route.path), [route.method], operation(route) as RouterMiddleware);
  }
  return router;
}

/** Lets editors and other sites read the documents, which are the same for everybody. */
const READABLE_ANYWHERE = { 'access-control-allow-origin': '*' };

/** False for the page for trying operations. That page needs the session, so the web application serves it. */
const isPublic = (path: string) =>
  path === '/public' || (path.startsWith('/public/') && !`${path}/`.startsWith('/public/docs/try/'));

/** Turns `/public/order/{id}` into the router's `/public/order/:id`. */
const routerPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

function refuseUnrouted(ctx: Context, router: Router): never {
  const allowed = allowedMethods(router, ctx);
  if (allowed.length === 0) throw new RestRefusal('not_found', 'There is nothing at this address.');
  const error = `${ctx.path} supports only ${allowed.join(', ')}.`;
  throw new RestRefusal('method_not_allowed', error, { headers: { allow: allowed.join(', ') } });
}

const unexpected = () =>
  new RestRefusal('internal_error', `Something went wrong on our side. (reference ${presentRequestId()})`);
