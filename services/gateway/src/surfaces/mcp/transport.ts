import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Authorization, AuthorizeOutcome, Surface } from '@parcelyard/contracts/auth';
import { readConnectionKind } from '@parcelyard/service-kit/connection-kind';
import type { Logger } from '@parcelyard/service-kit/logger';
import { activityAuthor } from '../../clients/activity-author';
import type { Authorizer } from '../../clients/authorizer';
import type { Caller } from '../../clients/caller';
import { LineFull } from '../../clients/turns';
import { markBusy } from '../http/admission';
import { readBearerToken } from '../http/bearer-token';
import type { RequestHandler } from '../http/drainable-server';
import { presentRequestId } from '../http/identified-requests';
import { readBody, TOO_LARGE } from '../http/read-body';
import { createEarlyAnswer, type EarlyAnswer } from './early-answer';
import { isSupportedVersion } from './handshake';
import { INTERNAL_ERROR, type Message, readMessage } from './message';
import { declaresModern } from './modern/declares-modern';
import type { Origins } from './origins';
import type { Protocol } from './protocol';
import type { Refusals } from './refusals';
import type { Answer, Refusal, Reply } from './reply';
import { encodeError } from './result';

const MAX_BODY_BYTES = 1024 * 1024;
const JSON_MEDIA_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

interface Dependencies {
  authorizer: Authorizer;
  protocol: Protocol;
  /** For requests of the protocol version 2026-07-28. */
  modern: Protocol;
  origins: Origins;
  refusals: Refusals;
  reply: Reply;
  logger: Logger;
  /** Returns whether the message's answer may be prepared while its token is checked. */
  onlyReads(message: Message): boolean;
  ipOf(request: IncomingMessage): string;
}

/**
 * Creates the endpoint `/mcp`. Each POST has one JSON-RPC message and one JSON answer, without sessions and streams. It
 * uses Node's request and response directly, because a framework would cost time in each call.
 */
export function createMcpTransport(dependencies: Dependencies): RequestHandler {
  const { origins, refusals, reply, logger } = dependencies;

  return (request, response) => {
    const { origin } = request.headers;
    if (request.method === 'POST') {
      return post(request, response, dependencies).catch((error: unknown) => {
        // Our own errors are handled earlier. So this error means that the sender disconnected before the end of the
        // body.
        logger.debug({ err: error }, 'request broken off');
        response.destroy();
      });
    }
    if (request.method !== 'OPTIONS') reply.methodNotAllowed(response);
    else if (origins.isAllowed(origin)) reply.noContent(response, origins.preflightHeaders(origin));
    else reply.refusal(response, 403, refusals.forbiddenOrigin, []);
    return undefined;
  };
}

/** Answers a POST. First checks the request, in a fixed order. */
async function post(
  request: IncomingMessage,
  response: ServerResponse,
  dependencies: Dependencies,
): Promise<void> {
  const { origins, refusals, reply, modern, onlyReads } = dependencies;
  const { headers } = request;

  if (!origins.isAllowed(headers.origin)) return reply.refusal(response, 403, refusals.forbiddenOrigin, []);
  const cors = origins.headers(headers.origin);
  const refuse = (status: number, refusal: Refusal) => reply.refusal(response, status, refusal, cors);

  const body = await readBody(request, MAX_BODY_BYTES);
  if (body === TOO_LARGE) return refuse(413, refusals.bodyTooLarge);
  const mediaType = headers['content-type'];
  if (mediaType && !JSON_MEDIA_TYPE.test(mediaType)) return refuse(415, refusals.unsupportedMediaType);

  const message = readMessage(body);
  if (message.kind === 'notification') return reply.accepted(response, cors);

  const bearer = readBearerToken(headers.authorization);
  if (bearer.kind === 'missing') return refuse(401, refusals.missingBearerToken);
  if (bearer.kind === 'malformed') return refuse(401, refusals.invalidToken);
  const version = headers['mcp-protocol-version'];
  const protocol = declaresModern(version, message) ? modern : dependencies.protocol;
  const answerFor = (authorization: Authorization) =>
    answer(message, authorization, response, protocol, dependencies);
  const early = onlyReads(message) ? createEarlyAnswer(answerFor) : undefined;
  const authorization = await authorize(bearer.token, request, message, dependencies, early);
  if (authorization === undefined) {
    markBusy(request);
    return refuse(503, refusals.busy);
  }
  if (Buffer.isBuffer(authorization)) return reply.message(response, authorization, cors);
  switch (authorization.outcome) {
    case AuthorizeOutcome.GRANTED:
      break;
    case AuthorizeOutcome.INVALID_TOKEN:
      return refuse(401, refusals.invalidToken);
    case AuthorizeOutcome.EXPIRED_TOKEN:
      return refuse(401, refusals.expiredToken);
    case AuthorizeOutcome.RATE_LIMITED:
      return refuse(429, refusals.rateLimited);
    default:
      return refuse(401, refusals.invalidInformation);
  }

  if (
    protocol !== modern &&
    version !== undefined &&
    !isSupportedVersion(version) &&
    !isInitialize(message)
  ) {
    return refuse(400, refusals.unsupportedProtocolVersion);
  }
  reply.message(response, await (early?.take(authorization) ?? answerFor(authorization)), cors);
}

const isInitialize = (message: Message) => message.kind === 'request' && message.method === 'initialize';

/**
 * Returns what auth says about the token. If auth does not answer, returns a JSON-RPC error, so that the caller does
 * not think that the token is wrong (401). Returns undefined when too many requests wait.
 */
async function authorize(
  token: string,
  request: IncomingMessage,
  message: Message,
  { authorizer, ipOf, logger }: Dependencies,
  early: EarlyAnswer | undefined,
): Promise<Authorization | Buffer | undefined> {
  try {
    return await authorizer.authorize(token, Surface.MCP, ipOf(request), early?.begin);
  } catch (error) {
    if (error instanceof LineFull) return undefined;
    logger.error({ err: error }, 'authorisation failed');
    const id = message.kind === 'notification' ? null : message.id;
    return encodeError(id, INTERNAL_ERROR, 'The service is not available right now. Try again in a moment.');
  }
}

async function answer(
  message: Exclude<Message, { kind: 'notification' }>,
  authorization: Authorization,
  response: ServerResponse,
  protocol: Protocol,
  { ipOf, logger }: Dependencies,
): Promise<Answer> {
  if (message.kind === 'malformed') return protocol.malformed(message);
  const { accountId, timeZone } = authorization;
  const ip = ipOf(response.req);
  const requestId = presentRequestId();
  try {
    const connectionKind = readConnectionKind(authorization.connectionKind);
    const author = activityAuthor('mcp', authorization);
    const caller: Caller = { accountId, timeZone, requestId, ip, author, connectionKind };
    return await protocol.answer(message, caller, connectionKind, response);
  } catch (error) {
    logger.error({ accountId, err: error }, 'request failed');
    return encodeError(
      message.id,
      INTERNAL_ERROR,
      `Something went wrong on our side. (reference ${requestId})`,
    );
  }
}
