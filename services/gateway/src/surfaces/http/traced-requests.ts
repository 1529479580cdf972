import { formatTraceparent, parseTraceparent } from '@parcelyard/service-kit/tracing/trace-context';
import { annotateSpan, failSpan, traced } from '@parcelyard/service-kit/tracing/traced';
import type { RequestHandler } from './drainable-server';
import { presentRequestId } from './identified-requests';

/**
 * Requests as parts of the trace that their caller sent along, or the beginning of one. Whether it is recorded is ours to
 * say: callers are outsiders, and one who asks for every trace would pay for none of them.
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
        // What a caller quotes finds the trace.
        'parcelyard.request': presentRequestId(),
        'http.response.status_code': response.statusCode,
      });
      if (response.statusCode >= 500) failSpan();
    });
  };
}
