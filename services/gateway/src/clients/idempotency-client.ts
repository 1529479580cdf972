import { type AuthDefinition, ClaimOutcome, type KeptAnswer } from '@parcelyard/contracts/auth';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';

export { ClaimOutcome, type KeptAnswer };

/** A request that came with an Idempotency-Key, as it is known again. */
export interface KeyedRequest {
  /** 0 for a partner, whose own name is part of the key. */
  readonly accountId: number;
  readonly key: string;
  /** Digest of method, path and body. */
  readonly fingerprint: string;
}

export interface KeyClaim {
  readonly outcome: ClaimOutcome;
  readonly holder: string;
  readonly answer?: KeptAnswer | undefined;
}

/** Keys of REST requests, and the first answers to them. */
export interface IdempotencyClient {
  claim(requestId: string, request: KeyedRequest): Promise<KeyClaim>;
  /** Keeps the answer for all who repeat the request. */
  settle(requestId: string, request: KeyedRequest, holder: string, answer: KeptAnswer): Promise<void>;
  /** Gives the key back unanswered. */
  release(requestId: string, request: KeyedRequest, holder: string): Promise<void>;
}

const TIMEOUT_MS = 5_000;
/** Longer than the longest request, a purchase or a batch: only a gateway that crashed loses its key. */
const LEASE_SECONDS = 75;

export function createIdempotencyClient(rpc: RpcClient<typeof AuthDefinition>): IdempotencyClient {
  return {
    claim: (requestId, request) =>
      rpc.claimIdempotencyKey(
        { ...request, leaseSeconds: LEASE_SECONDS },
        { requestId, timeoutMs: TIMEOUT_MS },
      ),
    settle: async (requestId, { accountId, key }, holder, answer) => {
      const request = { holder: { accountId, key, holder }, answer };
      await rpc.settleIdempotencyKey(request, { requestId, timeoutMs: TIMEOUT_MS });
    },
    release: async (requestId, { accountId, key }, holder) => {
      await rpc.releaseIdempotencyKey({ accountId, key, holder }, { requestId, timeoutMs: TIMEOUT_MS });
    },
  };
}
