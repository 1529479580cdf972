import type { BillingDefinition } from '@parcelyard/contracts/billing';
import type { RpcHandlers } from '@parcelyard/service-kit/rpc/definition';
import type { Accounts, GatewayJournal, Ledger } from '../../ports';
import type { addBalance } from '../../use-cases/add-balance';
import type { capturePurchase } from '../../use-cases/capture-purchase';
import type { getBalance } from '../../use-cases/get-balance';
import type { getEntitlements } from '../../use-cases/get-entitlements';
import type { holdPurchase } from '../../use-cases/hold-purchase';
import type { previewCharge } from '../../use-cases/preview-charge';
import type { refundPurchase } from '../../use-cases/refund-purchase';
import type { releasePurchase } from '../../use-cases/release-purchase';
import type { updateAccount } from '../../use-cases/update-account';
import {
  balanceMessage,
  entitlementsMessage,
  gatewayChargeMessage,
  holdMessage,
  previewMessage,
  settingsMessage,
  transferMessage,
} from './billing-messages';
import { accountOf, amountOf, rowsOf, textOf } from './request-fields';

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
  accounts: Accounts;
  ledger: Ledger;
  journal: GatewayJournal;
}

export function createBillingHandlers(use: BillingUseCases): RpcHandlers<typeof BillingDefinition> {
  const balanceOf = async (request: { accountId: number }) =>
    balanceMessage(await use.getBalance(accountOf(request)));
  const purchaseOf = (request: { accountId: number; purchaseId: string }) =>
    [accountOf(request), textOf('purchase_id', request.purchaseId)] as const;

  return {
    getBalance: balanceOf,
    getEntitlements: async (request) => entitlementsMessage(await use.getEntitlements(accountOf(request))),
    previewCharge: async (request) => previewMessage(await use.previewCharge(chargeOf(request))),
    hold: async (request, { signal }) => {
      const purchaseId = textOf('purchase_id', request.purchaseId);
      return holdMessage(await use.holdPurchase({ ...chargeOf(request), purchaseId }, signal));
    },
    capture: async (request) => {
      await use.capturePurchase(...purchaseOf(request));
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
      const account = await use.updateAccount({
        accountId: accountOf(request),
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
      return settingsMessage(account);
    },
    getAccount: async (request) => settingsMessage(await use.accounts.find(accountOf(request))),
    addBalance: async (request) => {
      const amount = amountOf('amount_cents', request.amountCents, 1);
      const key = textOf('idempotency_key', request.idempotencyKey);
      await use.addBalance(accountOf(request), amount, key);
      return balanceOf(request);
    },
    listTransfers: async ({ accountId, afterAccountId, afterSeq, limit }) => {
      const after = { accountId: afterAccountId, seq: afterSeq };
      const transfers = await use.ledger.list(accountId, after, rowsOf(limit));
      return { transfers: transfers.map(transferMessage) };
    },
    listGatewayCharges: async ({ accountId, afterReference, limit }) => {
      const charges = await use.journal.list(accountId, afterReference, rowsOf(limit));
      return { charges: charges.map(gatewayChargeMessage) };
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
