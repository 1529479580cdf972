import { currentRequestId, servingRequest } from '@parcelyard/service-kit/tracing/request-id';
import { CALL_MS } from '../../clients/timeouts';
import type { RequestHandler } from './drainable-server';

/**
 * Gives every request a new id and its time limit. Ids from callers are ignored, because they may be invented or
 * repeated.
 */
export const identifiedRequests =
  (handler: RequestHandler, newRequestId: () => string, timeLeftMs = CALL_MS): RequestHandler =>
  (request, response) =>
    servingRequest(newRequestId(), () => handler(request, response), timeLeftMs);

/**
 * Returns the id of the current request. It is in the answer, in references, in every log line and in the activity log.
 */
export const presentRequestId = (): string => currentRequestId() ?? '';
