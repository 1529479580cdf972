import { createHash } from 'node:crypto';
import { ClaimOutcome } from '@parcelyard/contracts/auth';
import type { Logger } from '@parcelyard/service-kit/logger';
import { withoutDeadline } from '@parcelyard/service-kit/tracing/request-id';
import type { Context } from 'koa';
import type { AuthClient } from '../../clients/gateway-clients';
import type { Principal } from './authenticate';
import { CONFLICT_RETRY_AFTER_S } from './refuse';
import { answerRefusal, invalidInput, RestRefusal } from './rest-refusal';

/** The methods of auth that store idempotency keys, and the first answer to a request with each key. */
export type IdempotencyKeys = Pick<
  AuthClient,
  'claimIdempotencyKey' | 'settleIdempotencyKey' | 'releaseIdempotencyKey'
>;

/** A request with an Idempotency-Key, and the values by which a repeated request is recognized. */
interface KeyedRequest {
  /** 0 for a partner. `key` then consists of the Idempotency-Key and a hash of the partner's own key. */
  readonly accountId: number;
  readonly key: string;
  /** Hash of method, path and body. */
  readonly fingerprint: string;
}

interface Dependencies {
  auth: IdempotencyKeys;
  logger: Logger;
}

interface Request {
  readonly requestId: string;
  readonly principal: Principal;
  readonly body: Buffer;
}

export type IdempotencyMiddleware = (ctx: Context, request: Request, answer: Answer) => Promise<void>;

/** @param requestKey identifies the request; it is the same for each repetition */
type Answer = (requestKey?: string) => Promise<void>;

/**
 * How long a repeated request waits for the first request's answer, and how often it checks whether the answer is
 * there.
 */
const WAIT_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 100;

/**
 * The lease is longer than the longest request, which is a purchase or a batch. So it cannot end while a request is
 * running, and only a gateway that has crashed loses its lease.
 */
const LEASE_SECONDS = 75;

const KEY = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

/**
 * Runs a write with an `Idempotency-Key` only once: within 24 hours, a repeated request gets the first answer. Only
 * final answers are stored. After any other answer, such as a refusal that may not happen the next time, a repeated
 * request runs again.
 * @see [REST-L2], [REST-L7]
 */
export function createIdempotencyMiddleware({ auth, logger }: Dependencies): IdempotencyMiddleware {
  return async (ctx, request, answer) => {
    if (ctx.headers['idempotency-key'] === undefined) return answer();
    const given = ctx.get('idempotency-key');
    const { requestId } = request;
    const keyed = keyedRequest(ctx, request, given);
    const claim = await claimed(auth, requestId, keyed);
    if (claim.outcome === ClaimOutcome.ANSWERED && claim.answer) {
      ctx.set('idempotent-replayed', 'true');
      return repeat(ctx, claim.answer);
    }
    if (claim.outcome === ClaimOutcome.MISMATCH) throw keyTaken();
    if (claim.outcome !== ClaimOutcome.CLAIMED) throw firstRequestRunning();
    const { accountId, key } = keyed;
    const holder = { key, holder: claim.holder };
    let end = (): Promise<unknown> => auth.releaseIdempotencyKey({ accountId, requestId }, holder);
    try {
      const isFinal = await answerAs(ctx, logger, () => answer(`${given} ${keyed.fingerprint}`));
      const kept = { status: ctx.status, body: JSON.stringify(ctx.body) };
      if (isFinal) {
        const settled = { holder: { accountId, ...holder }, answer: kept };
        end = () => auth.settleIdempotencyKey({ requestId }, settled);
      }
    } finally {
      // The work is done, so the caller gets the answer even if it cannot be stored.
      await withoutDeadline(end).catch((error: unknown) => logger.error({ err: error }, 'answer not stored'));
    }
  };
}

/**
 * Sends an expected refusal as the answer. Throws any other error.
 * @returns whether a repeated request would get the same answer
 */
async function answerAs(ctx: Context, logger: Logger, answer: () => Promise<void>): Promise<boolean> {
  try {
    await answer();
    return true;
  } catch (error) {
    if (!(error instanceof RestRefusal) || error.status >= 500) throw error;
    logger.debug({ errorCode: error.code }, 'request refused');
    answerRefusal(ctx, error);
    return error.isFinal;
  }
}

function keyedRequest(ctx: Context, { principal, body }: Request, given: string): KeyedRequest {
  if (!KEY.test(given)) {
    const message = 'Idempotency-Key must have 1 to 255 printable ASCII characters.';
    throw invalidInput([{ field: 'Idempotency-Key', message }]);
  }
  const { accountId, partner } = principal;
  const fingerprint = createHash('sha256')
    .update(`${ctx.method} ${ctx.path}\n`)
    .update(body)
    .digest('base64url');
  return { accountId, key: partner === '' ? given : `${partner} ${given}`, fingerprint };
}

async function claimed(auth: IdempotencyKeys, requestId: string, keyed: KeyedRequest) {
  const { accountId, ...request } = keyed;
  const deadline = performance.now() + WAIT_TIMEOUT_MS;
  for (;;) {
    const claim = await auth.claimIdempotencyKey(
      { accountId, requestId },
      { ...request, leaseSeconds: LEASE_SECONDS },
    );
    if (claim.outcome !== ClaimOutcome.BUSY || performance.now() > deadline) return claim;
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}

function repeat(ctx: Context, { status, body }: { status: number; body: string }): void {
  ctx.status = status;
  ctx.type = 'application/json';
  ctx.body = body;
}

const keyTaken = () =>
  new RestRefusal(
    'idempotency_key_reused',
    'This Idempotency-Key was used for another request. Send a new key.',
  );

const firstRequestRunning = () =>
  new RestRefusal(
    'conflict_retry',
    'The first request with this Idempotency-Key is still running. Try again in a moment.',
    {
      headers: { 'retry-after': String(CONFLICT_RETRY_AFTER_S) },
    },
  );
