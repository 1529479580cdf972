import type { BillingDefinition } from '@parcelyard/contracts/billing';
import type { RpcHandlers } from '@parcelyard/service-kit/rpc/definition';
import type { BillingPorts } from '../../ports';
import { getAccount, setAutoRecharge, updateAccount } from '../../use-cases/account-settings';
import { adjustPostage } from '../../use-cases/adjust-postage';
import { decideApproval, getApproval } from '../../use-cases/approvals';
import {
  addBalance,
  getBalance,
  listGatewayCharges,
  listLedger,
  listTransfers,
} from '../../use-cases/balance-and-ledger';
import { finishCardSetup, getCard, openCardPortal, startCardSetup } from '../../use-cases/cards';
import { refuseLabelsOfAnotherKind } from '../../use-cases/check-labels';
import { holdPurchase } from '../../use-cases/hold-purchase';
import { listIdMarks, takeIds } from '../../use-cases/id-marks';
import { checkMarketingEmails, claimMarketingEmails } from '../../use-cases/marketing-emails';
import { changePlan, getEntitlements, listPlans, startTrial } from '../../use-cases/plans';
import { previewCharge } from '../../use-cases/preview-charge';
import { receiveHook } from '../../use-cases/receive-hook';
import { reconcilePayments } from '../../use-cases/reconcile-payments';
import { redeemReferralCredit } from '../../use-cases/redeem-referral-credit';
import { getReferrals, noteScan, recordReferral } from '../../use-cases/referrals';
import { endReservation, reserveSpending } from '../../use-cases/reserve-spending';
import { capturePurchase, refundPurchase, releasePurchase } from '../../use-cases/settle-purchase';
import { getSpendingLimits, setSpendingLimits } from '../../use-cases/spending-limits';
import { cancelTopUp, topUp } from '../../use-cases/top-up';

/** The contract's methods, each by its use case. */
export function createHandlers(ports: BillingPorts): RpcHandlers<BillingDefinition> {
  return {
    getBalance: (request) => getBalance(ports, request),
    getEntitlements: (request) => getEntitlements(ports, request),
    previewCharge: (request) => previewCharge(ports, request),
    checkLabels: async (request) => {
      refuseLabelsOfAnotherKind(ports.money, request);
      return {};
    },
    hold: (request, { signal }) => holdPurchase(ports, request, signal),
    capture: (request) => capturePurchase(ports, request),
    release: (request) => releasePurchase(ports, request),
    refund: (request) => refundPurchase(ports, request),
    adjustPostage: (request) => adjustPostage(ports, request),
    setAutoRecharge: (request) => setAutoRecharge(ports, request),
    startTrial: (request) => startTrial(ports, request),
    updateAccount: (request) => updateAccount(ports, request),
    getAccount: (request) => getAccount(ports, request),
    addBalance: (request) => addBalance(ports, request),
    topUp: (request, { signal }) => topUp(ports, request, signal),
    cancelTopUp: (request) => cancelTopUp(ports, request),
    checkMarketingEmails: (request) => checkMarketingEmails(ports, request),
    claimMarketingEmails: (request) => claimMarketingEmails(ports, request),
    getReferrals: (request) => getReferrals(ports, request),
    redeemReferralCredit: (request) => redeemReferralCredit(ports, request),
    noteScan: (request) => noteScan(ports, request),
    recordReferral: (request) => recordReferral(ports, request),
    listLedger: (request) => listLedger(ports, request),
    listPlans: async () => listPlans(ports),
    changePlan: (request) => changePlan(ports, request),
    getSpendingLimits: (request) => getSpendingLimits(ports, request),
    setSpendingLimits: (request) => setSpendingLimits(ports, request),
    reserveSpending: (request) => reserveSpending(ports, request),
    endReservation: (request) => endReservation(ports, request),
    getApproval: (request) => getApproval(ports, request),
    decideApproval: (request) => decideApproval(ports, request),
    listTransfers: (request) => listTransfers(ports, request),
    reconcilePayments: async () => ({ booked: await reconcilePayments(ports) }),
    listGatewayCharges: (request) => listGatewayCharges(ports, request),
    getCard: (request) => getCard(ports, request),
    startCardSetup: (request) => startCardSetup(ports, request),
    finishCardSetup: (request) => finishCardSetup(ports, request),
    openCardPortal: (request) => openCardPortal(ports, request),
    receiveHook: (request) => receiveHook(ports, request),
    takeIds: (request) => takeIds(ports, request),
    listIdMarks: (request) => listIdMarks(ports, request),
  };
}
