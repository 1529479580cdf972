import type {
  AccountSettings,
  Balance,
  Entitlements,
  Features,
  GatewayCharge as GatewayChargeMessage,
  HoldResponse,
  LedgerEntry as LedgerEntryMessage,
  LimitCheck,
  Plan as PlanMessage,
  PreviewChargeResponse,
  RedeemReferralCreditResponse,
  Referrals,
  Transfer as TransferMessage,
} from '@parcelyard/contracts/billing';
import type { Cents } from '@parcelyard/money/cents';
import type { BillingAccount } from '../../domain/account';
import type { HeldCharge, Transfer } from '../../domain/ledger';
import type { LedgerEntry } from '../../domain/ledger-entry';
import type { MarketingLimit } from '../../domain/marketing-limit';
import type { Feature, Plan, Standing } from '../../domain/plan';
import { totalOf } from '../../domain/transfers';
import type { GatewayCharge } from '../../ports';
import type { BalanceView } from '../../use-cases/get-balance';
import type { MonthlyUsage } from '../../use-cases/get-entitlements';
import type { ReferralView } from '../../use-cases/get-referrals';
import type { ChargePreview } from '../../use-cases/preview-charge';
import type { Redemption } from '../../use-cases/redeem-referral-credit';

export const balanceMessage = ({ available, held, autoRecharge }: BalanceView): Balance => ({
  availableCents: available,
  heldCents: held,
  autoRechargeCents: autoRecharge,
});

/** @param referralCredit what is left of it */
export const settingsMessage = (account: BillingAccount, referralCredit: Cents): AccountSettings => ({
  plan: account.plan,
  autoRechargeCents: account.autoRecharge,
  paymentMethod: account.paymentMethod,
  referralCreditCents: referralCredit,
});

export const holdMessage = (held: HeldCharge): HoldResponse => ({
  totalCents: totalOf(held),
  feeCents: held.fee,
  rechargedCents: held.recharged,
});

export const previewMessage = (preview: ChargePreview): PreviewChargeResponse => ({
  feeCents: preview.charge.fee,
  totalChargeCents: preview.charge.total,
  currentBalanceCents: preview.available,
  balanceAfterCents: preview.availableAfter,
  autoRechargeWouldFire: preview.recharge > 0,
  rechargeCents: preview.recharge,
  balanceWouldGoNegative: preview.availableAfter < 0,
  limitMessage: preview.limitMessage,
});

export function entitlementsMessage({
  standing,
  used,
}: {
  standing: Standing;
  used: MonthlyUsage;
}): Entitlements {
  const { plan, status, features, period } = standing;
  return {
    plan: plan.code,
    planName: plan.name,
    priceCents: plan.pricePerMonth,
    features: featuresMessage(features),
    shipmentsLimit: plan.shipmentsPerMonth ?? undefined,
    shipmentsUsed: used.shipments,
    marketingEmailsLimit: plan.marketingEmailsPerMonth ?? undefined,
    marketingEmailsUsed: used.marketingEmails,
    status,
    currentPeriodStart: period.start,
    currentPeriodEnd: period.end,
  };
}

const featuresMessage = (features: readonly Feature[]): Features => ({
  carrierPickup: features.includes('carrier_pickup'),
  batch: features.includes('batch'),
  businessReporting: features.includes('business_reporting'),
  marketingEmail: features.includes('marketing_email'),
});

export const planMessage = (plan: Plan, selectable: boolean): PlanMessage => ({
  code: plan.code,
  name: plan.name,
  priceCents: plan.pricePerMonth,
  shipmentsLimit: plan.shipmentsPerMonth ?? undefined,
  marketingEmailsLimit: plan.marketingEmailsPerMonth ?? undefined,
  features: featuresMessage(plan.features),
  selectable,
});

export const limitMessage = ({ allowed, reason, limit, used, remaining }: MarketingLimit): LimitCheck => ({
  allowed,
  reason,
  limit: limit ?? undefined,
  used,
  remaining: remaining ?? undefined,
});

export const referralsMessage = ({ code, available, referrals }: ReferralView): Referrals => ({
  code,
  url: `/signup?ref=${code}`,
  availableCents: available,
  referrals: referrals.map(({ name, status, credit, joinedAt }) => ({
    name,
    status,
    creditCents: credit,
    joinedAt,
  })),
});

export const redemptionMessage = ({
  amount,
  balanceAfter,
  redeemedBeforeAt,
}: Redemption): RedeemReferralCreditResponse => ({
  amountCents: amount,
  balanceAfterCents: balanceAfter,
  redeemedBeforeAt,
});

export const ledgerEntryMessage = (entry: LedgerEntry): LedgerEntryMessage => ({
  seq: entry.seq,
  kind: entry.kind,
  at: entry.at,
  purchaseId: entry.purchaseId,
  availableChangeCents: entry.availableChange,
  heldChangeCents: entry.heldChange,
  availableAfterCents: entry.availableAfter,
  heldAfterCents: entry.heldAfter,
  postageCents: entry.postage,
  insuranceCents: entry.insurance,
  feeCents: entry.fee,
});

export const transferMessage = (transfer: Transfer): TransferMessage => ({
  key: transfer.key,
  accountId: transfer.accountId,
  seq: transfer.seq,
  kind: transfer.kind,
  lines: transfer.lines.map(({ ledger, cents }) => ({ ledger, cents })),
  availableAfterCents: transfer.after.available,
  heldAfterCents: transfer.after.held,
  resolves: transfer.resolves,
  at: transfer.at,
});

export const gatewayChargeMessage = (charge: GatewayCharge, settling: boolean): GatewayChargeMessage => ({
  reference: charge.reference,
  accountId: charge.accountId,
  amountCents: charge.amount,
  status: charge.status,
  at: charge.at,
  settling,
  reversals: charge.reversals.map(({ id, kind, amount, taken }) => ({
    id,
    kind,
    amountCents: amount,
    taken,
  })),
});
