import { annotateSpan, traced } from '@parcelyard/service-kit/tracing/traced';
import type { RequestHandler } from './drainable-server';

/** Requests as parts of the trace that their caller sent along, or the beginning of one. */
export function tracedRequests(handler: RequestHandler): RequestHandler {
  return (request, response) => {
    const given = request.headers.traceparent;
    const traceparent = typeof given === 'string' ? given : undefined;
    return traced(`HTTP ${request.method}`, 'server', traceparent, async () => {
      await handler(request, response);
      annotateSpan({ 'http.response.status_code': response.statusCode });
    });
  };
}
