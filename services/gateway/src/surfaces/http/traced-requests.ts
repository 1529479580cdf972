import { formatTraceparent, parseTraceparent } from '@parcelyard/service-kit/tracing/trace-context';
import { annotateSpan, failSpan, traced } from '@parcelyard/service-kit/tracing/traced';
import type { RequestHandler } from './drainable-server';
import { presentRequestId } from './identified-requests';

/**
 * Adds a request to the trace that its caller sent, or begins a new trace. Whether the trace is recorded is decided
 * here and not by the caller, because recording costs the operator of the gateway.
 * @param rate share of the requests that are recorded, 0 to 1
 */
export function tracedRequests(handler: RequestHandler, rate: number, random = Math.random): RequestHandler {
  return (request, response) => {
    const given = request.headers.traceparent;
    const place = parseTraceparent(typeof given === 'string' ? given : undefined);
    const traceparent = place && formatTraceparent({ ...place, sampled: random() < rate });
    return traced(`HTTP ${request.method}`, 'server', traceparent, async () => {
      await handler(request, response);
      annotateSpan({
        // A caller can name this id to an operator, who then finds the trace.
        'parcelyard.request': presentRequestId(),
        'http.response.status_code': response.statusCode,
      });
      if (response.statusCode >= 500) failSpan();
    });
  };
}
