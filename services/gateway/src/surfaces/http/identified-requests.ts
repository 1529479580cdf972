import { currentRequestId, servingRequest } from '@parcelyard/service-kit/tracing/request-id';
import type { RequestHandler } from './drainable-server';

/** Gives every request an id of ours. One that a caller sends is ignored: it may be anybody's, or come twice. */
export const identifiedRequests =
  (handler: RequestHandler, newRequestId: () => string): RequestHandler =>
  (request, response) =>
    servingRequest(newRequestId(), () => handler(request, response));

/** The id of the request that is being served: in its answer, in references, in every log line and in the activity log. */
export const presentRequestId = (): string => currentRequestId() ?? '';
