import type { PreviewChargeRequest, PreviewChargeResponse } from '@parcelyard/contracts/billing';
import { ZERO } from '@parcelyard/money/cents';
import { toFailure } from '@parcelyard/service-kit/failure';
import { billingMonth } from '../domain/billing-month';
import { chargeFor, fund, insufficientBalance } from '../domain/charge';
import { hasSlot, limitReached, standingOn } from '../domain/plan';
import type { BillingPorts } from '../ports';
import { accountOf, amountOf } from './request-fields';

/** What a purchase would charge, and the balance after it. Changes nothing. */
export async function previewCharge(
  { ledger, accounts, usage, plans, clock }: BillingPorts,
  request: PreviewChargeRequest,
): Promise<PreviewChargeResponse> {
  const accountId = accountOf(request);
  const postage = amountOf('postage_cents', request.postageCents);
  const insurance = amountOf('insurance_cents', request.insuranceCents);
  const now = clock.now();
  const [{ available }, { autoRecharge, plan: code, planSince }, shipments] = await Promise.all([
    ledger.position(accountId),
    accounts.find(accountId),
    usage.shipments(accountId, billingMonth(now).key),
  ]);
  const { plan } = standingOn(plans, code, planSince, now);
  const charge = chargeFor(postage, insurance, { autoRecharge, batch: request.batch });
  const funding = fund(available, charge, autoRecharge);
  // Nothing when the balance suffices or the rules refuse.
  const recharge = funding.kind === 'recharge' ? funding.amount : ZERO;
  const availableAfter = available + recharge - charge.total;
  const refusal =
    available < 0
      ? insufficientBalance(available, charge, 'overdrawn')
      : hasSlot(plan, shipments)
        ? undefined
        : limitReached(plan, now);
  return {
    feeCents: charge.fee,
    totalChargeCents: charge.total,
    currentBalanceCents: available,
    balanceAfterCents: availableAfter,
    autoRechargeWouldFire: recharge > 0,
    rechargeCents: recharge,
    balanceWouldGoNegative: availableAfter < 0,
    refusal: refusal && toFailure(refusal),
  };
}
