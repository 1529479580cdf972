import { currentRequestId, servingRequest } from '@parcelyard/service-kit/tracing/request-id';
import { CALL_MS } from '../../clients/timeouts';
import type { RequestHandler } from './drainable-server';

/**
 * Gives every request an id of ours and the time that all of its work may take. An id that a caller sends is ignored: it
 * may be anybody's, or come twice.
 */
export const identifiedRequests =
  (handler: RequestHandler, newRequestId: () => string, timeLeftMs = CALL_MS): RequestHandler =>
  (request, response) =>
    servingRequest(newRequestId(), () => handler(request, response), timeLeftMs);

/** The id of the request that is being served: in its answer, in references, in every log line and in the activity log. */
export const presentRequestId = (): string => currentRequestId() ?? '';
