import { currentRequestId, servingRequest } from '@parcelyard/service-kit/tracing/request-id';
import { CALL_MS } from '../../clients/timeouts';
import type { RequestHandler } from './drainable-server';

/**
 * Gives every request a new id and its time limit. A caller's own id is ignored, because it may be invented or used
 * twice.
 */
export const identifiedRequests =
  (handler: RequestHandler, newRequestId: () => string, timeLeftMs = CALL_MS): RequestHandler =>
  (request, response) =>
    servingRequest(newRequestId(), () => handler(request, response), timeLeftMs);

/** Returns the id of the current request. Answers, log lines and the activity log contain it. */
export const presentRequestId = (): string => currentRequestId() ?? '';
