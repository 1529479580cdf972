import type { BillingDefinition } from '@parcelyard/contracts/billing';
import type { RpcHandlers } from '@parcelyard/service-kit/rpc/definition';
import { withPorts } from '@parcelyard/service-kit/rpc/with-ports';
import type { BillingPorts } from '../../ports';
import { getAccount, setAutoRecharge, updateAccount } from '../../use-cases/account-settings';
import { adjustPostage } from '../../use-cases/adjust-postage';
import { countWaitingApprovals, decideApproval, getApproval, listApprovals } from '../../use-cases/approvals';
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
import { changePlan, getEntitlements, getFeatures, listPlans, startTrial } from '../../use-cases/plans';
import { previewCharge } from '../../use-cases/preview-charge';
import { receiveHook } from '../../use-cases/receive-hook';
import { cancelBatchRecharge, rechargeForBatch } from '../../use-cases/recharge-for-batch';
import { reconcilePayments } from '../../use-cases/reconcile-payments';
import { redeemReferralCredit } from '../../use-cases/redeem-referral-credit';
import { getReferrals, noteScan, recordReferral } from '../../use-cases/referrals';
import { endReservation, reserveSpending } from '../../use-cases/reserve-spending';
import { capturePurchase, refundPurchase, releasePurchase } from '../../use-cases/settle-purchase';
import { getSpendingLimits, setSpendingLimits } from '../../use-cases/spending-limits';

export function createHandlers(ports: BillingPorts): RpcHandlers<BillingDefinition> {
  return {
    ...withPorts(ports, {
      getBalance,
      getEntitlements,
      getFeatures,
      previewCharge,
      capture: capturePurchase,
      release: releasePurchase,
      refund: refundPurchase,
      adjustPostage,
      setAutoRecharge,
      startTrial,
      updateAccount,
      getAccount,
      addBalance,
      cancelBatchRecharge,
      checkMarketingEmails,
      claimMarketingEmails,
      getReferrals,
      redeemReferralCredit,
      noteScan,
      recordReferral,
      listLedger,
      changePlan,
      getSpendingLimits,
      setSpendingLimits,
      reserveSpending,
      endReservation,
      getApproval,
      decideApproval,
      listApprovals,
      countWaitingApprovals,
      listTransfers,
      listGatewayCharges,
      getCard,
      startCardSetup,
      finishCardSetup,
      openCardPortal,
      receiveHook,
      takeIds,
      listIdMarks,
    }),
    checkLabels: async (request) => {
      refuseLabelsOfAnotherKind(ports.money, request);
      return {};
    },
    hold: (request, { signal }) => holdPurchase(ports, request, signal),
    rechargeForBatch: (request, { signal }) => rechargeForBatch(ports, request, signal),
    listPlans: async () => listPlans(ports),
    reconcilePayments: async () => ({ booked: await reconcilePayments(ports) }),
  };
}
