import type {
  AccountSettings,
  Balance,
  BillingDefinition,
  ChangePlanRequest,
  Entitlements,
  LedgerPage,
  ListLedgerRequest,
  PlanList,
  RecordReferralRequest,
  RedeemReferralCreditRequest,
  RedeemReferralCreditResponse,
  Referrals,
  UpdateAccountRequest,
} from '@parcelyard/contracts/billing';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import type { Caller, Unowned } from './caller';

export interface BillingClient {
  listLedger(caller: Caller, request: Unowned<ListLedgerRequest>): Promise<LedgerPage>;
  listPlans(caller: Caller): Promise<PlanList>;
  changePlan(caller: Caller, request: Unowned<ChangePlanRequest>): Promise<Entitlements>;
  setAutoRecharge(caller: Caller, autoRechargeCents: number): Promise<AccountSettings>;
  getBalance(caller: Caller): Promise<Balance>;
  getEntitlements(caller: Caller): Promise<Entitlements>;
  getReferrals(caller: Caller): Promise<Referrals>;
  redeemReferralCredit(
    caller: Caller,
    request: Unowned<RedeemReferralCreditRequest>,
  ): Promise<RedeemReferralCreditResponse>;
  updateAccount(caller: Caller, change: Unowned<UpdateAccountRequest>): Promise<AccountSettings>;
  /** @throws DomainError invalid_argument for a code that nobody has */
  recordReferral(caller: Caller, request: Unowned<RecordReferralRequest>): Promise<void>;
}

const TIMEOUT_MS = 10_000;

export function createBillingClient(rpc: RpcClient<typeof BillingDefinition>): BillingClient {
  return {
    listLedger: ({ accountId, requestId }, request) =>
      rpc.listLedger({ ...request, accountId }, { requestId, timeoutMs: TIMEOUT_MS }),
    listPlans: ({ accountId, requestId }) =>
      rpc.listPlans({ accountId }, { requestId, timeoutMs: TIMEOUT_MS }),
    changePlan: ({ accountId, requestId }, request) =>
      rpc.changePlan({ ...request, accountId }, { requestId, timeoutMs: TIMEOUT_MS }),
    setAutoRecharge: ({ accountId, requestId }, autoRechargeCents) =>
      rpc.updateAccount(
        { accountId, autoRechargeCents, idempotencyKey: '' },
        { requestId, timeoutMs: TIMEOUT_MS },
      ),
    getBalance: ({ accountId, requestId }) =>
      rpc.getBalance({ accountId }, { requestId, timeoutMs: TIMEOUT_MS }),
    getEntitlements: ({ accountId, requestId }) =>
      rpc.getEntitlements({ accountId }, { requestId, timeoutMs: TIMEOUT_MS }),
    getReferrals: ({ accountId, requestId }) =>
      rpc.getReferrals({ accountId }, { requestId, timeoutMs: TIMEOUT_MS }),
    redeemReferralCredit: ({ accountId, requestId }, request) =>
      rpc.redeemReferralCredit({ ...request, accountId }, { requestId, timeoutMs: TIMEOUT_MS }),
    updateAccount: ({ accountId, requestId }, change) =>
      rpc.updateAccount({ ...change, accountId }, { requestId, timeoutMs: TIMEOUT_MS }),
    recordReferral: async ({ accountId, requestId }, request) => {
      await rpc.recordReferral({ ...request, accountId }, { requestId, timeoutMs: TIMEOUT_MS });
    },
  };
}
