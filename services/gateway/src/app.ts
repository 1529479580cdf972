import { randomUUID } from 'node:crypto';
import Router, { type RouterMiddleware } from '@koa/router';
import { createEgress, type Egress } from '@parcelyard/egress/create-egress';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Logger } from '@parcelyard/service-kit/logger';
import { samplingOf } from '@parcelyard/service-kit/tracing/sampling';
import { withoutEndSlashes } from '@parcelyard/service-kit/without-end-slashes';
import Koa, { type Middleware } from 'koa';
import { Registry } from 'prom-client';
import { createGatewayClients, type GatewayChannels } from './clients/gateway-clients';
import type { GatewaySettings } from './config';
import { createBusyAnswers } from './surfaces/busy-answers';
import { createHooksSurface } from './surfaces/hooks/hooks-surface';
import { admission } from './surfaces/http/admission';
import { createDrainableServer, type RequestHandler } from './surfaces/http/drainable-server';
import { everyResponse, notFound, unexpectedErrors } from './surfaces/http/frame';
import { createHttpMetrics } from './surfaces/http/http-metrics';
import { identifiedRequests } from './surfaces/http/identified-requests';
import { createOverloadMetrics } from './surfaces/http/overload-metrics';
import { createQuotaMetrics } from './surfaces/http/quota-metrics';
import { securityHeaders } from './surfaces/http/security-headers';
import { tracedRequests } from './surfaces/http/traced-requests';
import { unreadableRequests } from './surfaces/http/unreadable-requests';
import { createOrigins } from './surfaces/mcp/origins';
import { createMcpSurface } from './surfaces/mcp/surface';
import { METADATA_PATHS } from './surfaces/oauth/metadata';
import { createOAuthSurface } from './surfaces/oauth/surface';
import { TOKEN_PATHS } from './surfaces/oauth/token/token-endpoint';
import { createRestSurface } from './surfaces/rest/surface';
import { ASSETS } from './surfaces/web/assets/assets';
import { sendRobots } from './surfaces/web/assets/robots';
import { labelFiles } from './surfaces/web/label-files';
import { guidePages } from './surfaces/web/pages/api-docs/guide-pages';
import { RENDERER_PATH, rendererScript } from './surfaces/web/pages/api-docs/reference/renderer-script';
import { showProblem } from './surfaces/web/pages/error-page';
import { webRoutes } from './surfaces/web/routes';
import { unsubscribePage } from './surfaces/web/unsubscribe';
import { createWebSurface } from './surfaces/web/web-surface';
import { catalogue } from './tools/catalogue';

export interface GatewayDependencies {
  readonly config: GatewaySettings;
  /** A channel to each service, over sockets or inside this process. */
  readonly clients: GatewayChannels;
  readonly logger: Logger;
  readonly clock: Clock;
  /** The registry of metrics that the admin port shows. */
  readonly registry?: Registry;
  /** Milliseconds within which a caller gets an answer. Tests may use less. */
  readonly callMs?: number;
  /** Sends requests to addresses that outsiders enter. Private addresses are refused, except those in EGRESS_ALLOW. */
  readonly egress?: Egress;
}

export interface GatewayApp {
  readonly handler: RequestHandler;
  listen(): Promise<{ url: string; address: string }>;
  /**
   * Returns why the gateway cannot accept requests yet; empty when it can. When a service fails later, the gateway
   * stays ready, because it can still answer requests with an error.
   */
  notReady(): Promise<readonly string[]>;
  /** Accepts no more requests, and waits for the running ones. */
  stop(): Promise<void>;
}

const GRACE_MS = 15_000;

/** Creates the HTTP side of the product. It stores nothing, so any number of gateways can run side by side. */
export function createGatewayApp(dependencies: GatewayDependencies): GatewayApp {
  const { config, logger, clock, registry = new Registry() } = dependencies;
  const baseUrl = withoutEndSlashes(config.BASE_URL);
  const refusals = createQuotaMetrics(registry);
  const countOverload = createOverloadMetrics(registry);
  const clients = createGatewayClients(dependencies.clients, {
    clock,
    logger,
    onRefusal: refusals,
    onBusy: () => countOverload('line'),
  });
  const httpMetrics = createHttpMetrics(registry);
  const headers = securityHeaders(baseUrl);
  const absolute = (path: string) => (path.startsWith('/') ? baseUrl + path : path);

  let draining = false;
  // The gateway is ready after one successful call to auth, which proves that the services can be reached.
  let reachedAuth = false;
  const mcp = createMcpSurface({
    baseUrl,
    config,
    headers,
    catalogue,
    clients,
    clock,
    logger,
    registry,
    absolute,
    isDraining: () => draining,
  });

  const oauth = createOAuthSurface({
    baseUrl,
    config,
    clients,
    clock,
    logger,
    egress: dependencies.egress ?? createEgress({ allow: config.EGRESS_ALLOW }),
  });
  const web = webRoutes({ clients, clock, baseUrl, serviceName: config.SERVICE_NAME });
  const routes = [...web, ...oauth.routes];
  const router = new Router({ sensitive: true, strict: true });
  const addAll = (path: string | string[], middleware: Middleware) =>
    router.all(path, middleware as RouterMiddleware);
  router.get('/robots.txt', sendRobots as RouterMiddleware);
  for (const [path, sendAsset] of ASSETS) router.get(path, sendAsset as RouterMiddleware);
  router.get(RENDERER_PATH, rendererScript as RouterMiddleware);
  addAll('/labels/{*link}', labelFiles({ shipping: clients.shipping, quotas: clients.quotas }));
  addAll('/unsubscribe/{*link}', unsubscribePage({ customers: clients.customers }));
  addAll(METADATA_PATHS, oauth.metadata);
  addAll(TOKEN_PATHS, oauth.token);

  const stack: readonly Middleware[] = [
    httpMetrics.middleware,
    everyResponse(headers),
    unexpectedErrors(logger, showProblem),
    router.routes() as unknown as Middleware,
    createHooksSurface({ clients, logger }),
    createRestSurface({
      clients,
      clock,
      logger,
      baseUrl,
      absolute,
      serviceName: config.SERVICE_NAME,
      partnerKeys: config.PARTNER_KEYS,
      guidePages: guidePages({ baseUrl }),
    }),
    createWebSurface({ baseUrl, auth: clients.auth, billing: clients.billing, routes, logger }),
    notFound,
  ];

  const koa = new Koa({ proxy: config.TRUST_PROXY_HOPS > 0, maxIpsCount: config.TRUST_PROXY_HOPS });
  koa.on('error', (error) => logger.debug({ err: error }, 'response broken off'));
  for (const middleware of stack) koa.use(middleware);
  const pages = koa.callback();

  // `/mcp` is handled without Koa, because Koa's context would take a tenth of a tool call's time.
  const route: RequestHandler = (request, response) => {
    if (!isMcp(request.url)) return pages(request, response);
    httpMetrics.measure(request, response, '/mcp');
    return mcp(request, response);
  };
  const traced = tracedRequests(route, samplingOf(config).share);
  const busy = createBusyAnswers(headers, createOrigins(baseUrl, config.ALLOWED_ORIGINS), randomUUID);
  const { handler, onConnection } = admission(identifiedRequests(traced, randomUUID, dependencies.callMs), {
    maxInFlight: config.MAX_IN_FLIGHT,
    maxPerConnection: config.MAX_IN_FLIGHT_CONNECTION,
    refuse: busy.answer,
    refusal: busy.text,
    isDraining: () => draining,
    onRefusal: countOverload,
  });

  const unreadable = unreadableRequests(headers, randomUUID);
  const server = createDrainableServer(unreadable.withHost(handler), onConnection, unreadable.answerOf);
  return {
    handler,
    listen: async () => {
      const address = await server.listen(config.HTTP_LISTEN);
      return { url: `http://${address}`, address };
    },
    notReady: async () => {
      if (draining) return ['drain'];
      reachedAuth ||= await clients.authorizer.ping().then(
        () => true,
        () => false,
      );
      return reachedAuth ? [] : ['auth'];
    },
    stop: async () => {
      draining = true;
      await server.drain(GRACE_MS, config.DRAIN_IDLE_MS);
      await clients.activity.drain();
    },
  };
}

const isMcp = (url = '') => url === '/mcp' || url.startsWith('/mcp?');
