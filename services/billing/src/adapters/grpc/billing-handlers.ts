import type { BillingDefinition } from '@parcelyard/contracts/billing';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { RpcHandlers } from '@parcelyard/service-kit/rpc/definition';
import { isOnOffer, type Plan, type PlanTable, selectable } from '../../domain/plan';
import type { Accounts, GatewayJournal, Ledger, Recharges } from '../../ports';
import type { addBalance } from '../../use-cases/add-balance';
import type { cancelTopUp } from '../../use-cases/cancel-top-up';
import type { capturePurchase } from '../../use-cases/capture-purchase';
import type { changePlan } from '../../use-cases/change-plan';
import type { checkMarketingEmails } from '../../use-cases/check-marketing-emails';
import type { claimMarketingEmails } from '../../use-cases/claim-marketing-emails';
import type { getBalance } from '../../use-cases/get-balance';
import type { getEntitlements } from '../../use-cases/get-entitlements';
import type { getReferrals } from '../../use-cases/get-referrals';
import type { holdPurchase } from '../../use-cases/hold-purchase';
import type { listLedger } from '../../use-cases/list-ledger';
import type { previewCharge } from '../../use-cases/preview-charge';
import type { reconcilePayments } from '../../use-cases/reconcile-payments';
import type { recordReferral } from '../../use-cases/record-referral';
import type { redeemReferralCredit } from '../../use-cases/redeem-referral-credit';
import type { refundPurchase } from '../../use-cases/refund-purchase';
import type { releaseMarketingEmails } from '../../use-cases/release-marketing-emails';
import type { releasePurchase } from '../../use-cases/release-purchase';
import type { topUp } from '../../use-cases/top-up';
import type { updateAccount } from '../../use-cases/update-account';
import {
  balanceMessage,
  entitlementsMessage,
  gatewayChargeMessage,
  holdMessage,
  ledgerEntryMessage,
  limitMessage,
  planMessage,
  previewMessage,
  redemptionMessage,
  referralsMessage,
  settingsMessage,
  transferMessage,
} from './billing-messages';
import { accountOf, amountOf, countOf, rowsOf, textOf } from './request-fields';

export interface BillingUseCases {
  getBalance: ReturnType<typeof getBalance>;
  getEntitlements: ReturnType<typeof getEntitlements>;
  previewCharge: ReturnType<typeof previewCharge>;
  holdPurchase: ReturnType<typeof holdPurchase>;
  capturePurchase: ReturnType<typeof capturePurchase>;
  releasePurchase: ReturnType<typeof releasePurchase>;
  refundPurchase: ReturnType<typeof refundPurchase>;
  updateAccount: ReturnType<typeof updateAccount>;
  addBalance: ReturnType<typeof addBalance>;
  topUp: ReturnType<typeof topUp>;
  cancelTopUp: ReturnType<typeof cancelTopUp>;
  checkMarketingEmails: ReturnType<typeof checkMarketingEmails>;
  claimMarketingEmails: ReturnType<typeof claimMarketingEmails>;
  releaseMarketingEmails: ReturnType<typeof releaseMarketingEmails>;
  getReferrals: ReturnType<typeof getReferrals>;
  redeemReferralCredit: ReturnType<typeof redeemReferralCredit>;
  recordReferral: ReturnType<typeof recordReferral>;
  listLedger: ReturnType<typeof listLedger>;
  changePlan: ReturnType<typeof changePlan>;
  reconcile: ReturnType<typeof reconcilePayments>;
  plans: PlanTable;
  pricedPlans: boolean;
  accounts: Accounts;
  ledger: Ledger;
  journal: GatewayJournal;
  recharges: Pick<Recharges, 'pendingAmong'>;
}

export function createBillingHandlers(use: BillingUseCases): RpcHandlers<typeof BillingDefinition> {
  const balanceOf = async (request: { accountId: number }) =>
    balanceMessage(await use.getBalance(accountOf(request)));
  const purchaseOf = (request: { accountId: number; purchaseId: string }) =>
    [accountOf(request), textOf('purchase_id', request.purchaseId)] as const;

  const settingsOf = async (accountId: AccountId) => {
    const [account, { available }] = await Promise.all([
      use.accounts.find(accountId),
      use.getReferrals(accountId),
    ]);
    return settingsMessage(account, available);
  };

  return {
    getBalance: balanceOf,
    getEntitlements: async (request) => entitlementsMessage(await use.getEntitlements(accountOf(request))),
    previewCharge: async (request) => previewMessage(await use.previewCharge(chargeOf(request))),
    hold: async (request, { signal }) => {
      const purchaseId = textOf('purchase_id', request.purchaseId);
      return holdMessage(await use.holdPurchase({ ...chargeOf(request), purchaseId }, signal));
    },
    capture: async (request) => {
      await use.capturePurchase(...purchaseOf(request), !request.withoutInsurance);
      return balanceOf(request);
    },
    release: async (request) => {
      await use.releasePurchase(...purchaseOf(request));
      return balanceOf(request);
    },
    refund: async (request) => {
      const refundedCents = await use.refundPurchase(...purchaseOf(request));
      return { refundedCents, balance: await balanceOf(request) };
    },
    updateAccount: async (request) => {
      const { plan, autoRechargeCents, paymentMethod, addReferralCreditCents, idempotencyKey } = request;
      const accountId = accountOf(request);
      await use.updateAccount({
        accountId,
        plan,
        autoRecharge:
          autoRechargeCents === undefined ? undefined : amountOf('auto_recharge_cents', autoRechargeCents),
        paymentMethod,
        addReferralCredit:
          addReferralCreditCents === undefined
            ? undefined
            : amountOf('add_referral_credit_cents', addReferralCreditCents, 1),
        idempotencyKey,
      });
      return settingsOf(accountId);
    },
    getAccount: async (request) => settingsOf(accountOf(request)),
    addBalance: async (request) => {
      const amount = amountOf('amount_cents', request.amountCents, 1);
      const key = textOf('idempotency_key', request.idempotencyKey);
      await use.addBalance(accountOf(request), amount, key);
      return balanceOf(request);
    },
    topUp: async (request, { signal }) => {
      const topUpRequest = {
        accountId: accountOf(request),
        key: textOf('key', request.key),
        postage: amountOf('postage_cents', request.postageCents),
        insurance: amountOf('insurance_cents', request.insuranceCents),
      };
      const rechargedCents = await use.topUp(topUpRequest, signal);
      return { rechargedCents, balance: await balanceOf(request) };
    },
    cancelTopUp: async (request) => {
      await use.cancelTopUp(accountOf(request), textOf('key', request.key));
      return balanceOf(request);
    },
    checkMarketingEmails: async (request) =>
      limitMessage(await use.checkMarketingEmails(accountOf(request), countOf('count', request.count, 0))),
    claimMarketingEmails: async (request) => {
      const key = textOf('key', request.key);
      return limitMessage(
        await use.claimMarketingEmails(accountOf(request), key, countOf('count', request.count, 1)),
      );
    },
    releaseMarketingEmails: async (request) => {
      const accountId = accountOf(request);
      await use.releaseMarketingEmails(accountId, textOf('key', request.key));
      return limitMessage(await use.checkMarketingEmails(accountId, 0));
    },
    getReferrals: async (request) => referralsMessage(await use.getReferrals(accountOf(request))),
    redeemReferralCredit: async (request) => {
      const { amountCents, confirm } = request;
      const amount = amountCents === undefined ? undefined : amountOf('amount_cents', amountCents, 1);
      return redemptionMessage(
        await use.redeemReferralCredit({ accountId: accountOf(request), amount, confirm }),
      );
    },
    recordReferral: async (request) => {
      await use.recordReferral(accountOf(request), textOf('code', request.code), request.name);
      return {};
    },
    listLedger: async (request) => {
      const { entries, total } = await use.listLedger(accountOf(request), request);
      return { entries: entries.map(ledgerEntryMessage), total };
    },
    listPlans: async () => {
      const offered = use.plans.codes.map((code) => use.plans.find(code)).filter(isOnOffer) as Plan[];
      return { plans: offered.map((plan) => planMessage(plan, selectable(plan, use.pricedPlans))) };
    },
    changePlan: async (request) => {
      const accountId = accountOf(request);
      await use.changePlan(accountId, textOf('plan', request.plan));
      return entitlementsMessage(await use.getEntitlements(accountId));
    },
    listTransfers: async ({ accountId, afterAccountId, afterSeq, limit }) => {
      const after = { accountId: afterAccountId, seq: afterSeq };
      const transfers = await use.ledger.list(accountId, after, rowsOf(limit));
      return { transfers: transfers.map(transferMessage) };
    },
    reconcilePayments: async () => ({ booked: await use.reconcile(undefined) }),
    listGatewayCharges: async ({ accountId, afterReference, limit }) => {
      const charges = await use.journal.list(accountId, afterReference, rowsOf(limit));
      const pending = await use.recharges.pendingAmong(charges.map(({ reference }) => reference));
      return {
        charges: charges.map((charge) => gatewayChargeMessage(charge, pending.has(charge.reference))),
      };
    },
  };
}

interface ChargeFields {
  accountId: number;
  postageCents: number;
  insuranceCents: number;
  batch: boolean;
}

const chargeOf = (request: ChargeFields) => ({
  accountId: accountOf(request),
  postage: amountOf('postage_cents', request.postageCents),
  insurance: amountOf('insurance_cents', request.insuranceCents),
  batch: request.batch,
});
