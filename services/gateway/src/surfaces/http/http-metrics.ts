import type { IncomingMessage, ServerResponse } from 'node:http';
import { annotateSpan } from '@parcelyard/service-kit/tracing/traced';
import type { Middleware } from 'koa';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { isBusyRequest } from './admission';
import { routeOf } from './route-of';

/** Counts requests and errors and measures durations, by route. */
export interface HttpMetrics {
  /** Measures one request with a known route. */
  measure(request: IncomingMessage, response: ServerResponse, route: string): void;
  /** Measures every request by the pattern of its route. It must be the first middleware. */
  readonly middleware: Middleware;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export function createHttpMetrics(registry: Registry): HttpMetrics {
  const duration = new Histogram({
    name: 'parcelyard_http_request_duration_seconds',
    help: 'Duration of HTTP requests, by method, route and status; status "aborted": the caller closed the connection, "busy": too many requests were running',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [registry],
  });
  const inFlight = new Gauge({
    name: 'parcelyard_http_requests_in_flight',
    help: 'HTTP requests in progress',
    registers: [registry],
  });
  // Looking up a metric by its labels costs more than counting, so each combination of labels is looked up once.
  const children = new Map<string, { observe(seconds: number): void }>();
  const childOf = (method: string, route: string, status: string) => {
    const key = `${method} ${route} ${status}`;
    const child = children.get(key) ?? duration.labels({ method, route, status });
    children.set(key, child);
    return child;
  };
  const watch = (request: IncomingMessage, response: ServerResponse, route: () => string) => {
    const begun = performance.now();
    inFlight.inc();
    response.once('close', () => {
      inFlight.dec();
      const method = METHODS.has(request.method ?? '') ? (request.method as string) : 'other';
      const answered = isBusyRequest(request) ? 'busy' : String(response.statusCode);
      childOf(method, route(), response.writableFinished ? answered : 'aborted').observe(
        (performance.now() - begun) / 1_000,
      );
    });
  };
  return {
    measure: (request, response, route) => watch(request, response, () => route),
    middleware: async (ctx, next) => {
      watch(ctx.req, ctx.res, () => routeOf(ctx));
      await next();
      annotateSpan({ 'http.route': routeOf(ctx) });
    },
  };
}
