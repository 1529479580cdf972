import type {
  Balance,
  BillingDefinition,
  Entitlements,
  RedeemReferralCreditRequest,
  RedeemReferralCreditResponse,
  Referrals,
} from '@parcelyard/contracts/billing';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import type { Caller, Unowned } from './caller';

export interface BillingClient {
  getBalance(caller: Caller): Promise<Balance>;
  getEntitlements(caller: Caller): Promise<Entitlements>;
  getReferrals(caller: Caller): Promise<Referrals>;
  redeemReferralCredit(
    caller: Caller,
    request: Unowned<RedeemReferralCreditRequest>,
  ): Promise<RedeemReferralCreditResponse>;
}

const TIMEOUT_MS = 10_000;

export function createBillingClient(rpc: RpcClient<typeof BillingDefinition>): BillingClient {
  return {
    getBalance: ({ accountId, requestId }) =>
      rpc.getBalance({ accountId }, { requestId, timeoutMs: TIMEOUT_MS }),
    getEntitlements: ({ accountId, requestId }) =>
      rpc.getEntitlements({ accountId }, { requestId, timeoutMs: TIMEOUT_MS }),
    getReferrals: ({ accountId, requestId }) =>
      rpc.getReferrals({ accountId }, { requestId, timeoutMs: TIMEOUT_MS }),
    redeemReferralCredit: ({ accountId, requestId }, request) =>
      rpc.redeemReferralCredit({ ...request, accountId }, { requestId, timeoutMs: TIMEOUT_MS }),
  };
}
