import type { Balance, BillingDefinition } from '@parcelyard/contracts/billing';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import type { Caller } from './caller';

export interface BillingClient {
  getBalance(caller: Caller): Promise<Balance>;
}

const READ_TIMEOUT_MS = 10_000;

export function createBillingClient(rpc: RpcClient<typeof BillingDefinition>): BillingClient {
  return {
    getBalance: ({ accountId, requestId }) =>
      rpc.getBalance({ accountId }, { requestId, timeoutMs: READ_TIMEOUT_MS }),
  };
}
