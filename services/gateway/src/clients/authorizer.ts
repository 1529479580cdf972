import type { AuthDefinition, Authorization, Surface } from '@parcelyard/contracts/auth';
import { createBatchLoader } from '@parcelyard/service-kit/batch-loader';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import { currentRequestId } from '@parcelyard/service-kit/tracing/request-id';

export interface Authorizer {
  /**
   * Authenticates a token and counts the request into its window. Concurrent calls share one RPC; each is still an
   * atomic operation of its own at the service.
   */
  authorize(token: string, surface: Surface): Promise<Authorization>;
  /** Fails when the service does not answer. */
  ping(): Promise<void>;
}

interface Asked {
  readonly token: string;
  readonly surface: Surface;
  readonly requestId: string;
}

const TIMEOUT_MS = 5_000;
const PING_TIMEOUT_MS = 1_000;

export function createAuthorizer(rpc: Pick<RpcClient<typeof AuthDefinition>, 'authorize'>): Authorizer {
  const authorize = createBatchLoader<Asked, Authorization>({
    send: async (items) => {
      // What a shared call leaves in auth's log is found under each of its requests.
      const requestId = items.map((item) => item.requestId).join(',');
      const asked = rpc.authorize({ items }, { timeoutMs: TIMEOUT_MS, requestId }).catch(nothingDone);
      return (await asked).authorizations;
    },
    maxBatch: 64,
    maxInFlight: 2,
  });
  return {
    authorize: (token, surface) => authorize({ token, surface, requestId: currentRequestId() ?? '' }),
    ping: async () => {
      await rpc.authorize({ items: [] }, { timeoutMs: PING_TIMEOUT_MS });
    },
  };
}

/** Without a decision no work begins, so that a time-out leaves nothing in doubt. */
function nothingDone(error: unknown): never {
  if (error instanceof DomainError && error.code === 'deadline_exceeded') {
    throw new DomainError('unavailable', 'unavailable', {}, { cause: error });
  }
  throw error;
}
