import type { PreviewChargeRequest, PreviewChargeResponse } from '@parcelyard/contracts/billing';
import { ZERO } from '@parcelyard/money/cents';
import { toFailure } from '@parcelyard/service-kit/failure';
import { billingMonth } from '../domain/billing-month';
import { chargeFor, fund, insufficientBalance } from '../domain/charge';
import { hasSlot, limitReached, standingOn } from '../domain/plan';
import type { BillingPorts } from '../ports';
import { readPosition, shipmentsIn } from './read-position';
import { accountOf, amountOf } from './request-fields';

/** What a purchase would charge, and the balance after it. Changes nothing. */
export async function previewCharge(
  ports: BillingPorts,
  request: PreviewChargeRequest,
): Promise<PreviewChargeResponse> {
  const { accounts, plans, clock } = ports;
  const accountId = accountOf(request);
  const postage = amountOf('postage_cents', request.postageCents);
  const insurance = amountOf('insurance_cents', request.insuranceCents);
  const now = clock.now();
  const [position, { autoRecharge, plan: code, planSince }] = await Promise.all([
    readPosition(ports, accountId),
    accounts.find(accountId),
  ]);
  const { available } = position;
  const { plan } = standingOn(plans, code, planSince, now);
  const charge = chargeFor(postage, insurance, { autoRecharge, batch: request.batch });
  const funding = fund(available, charge, autoRecharge);
  // Nothing when the balance suffices or the rules refuse.
  const recharge = funding.kind === 'recharge' ? funding.amount : ZERO;
  const availableAfter = available + recharge - charge.total;
  const refusal =
    available < 0
      ? insufficientBalance(available, charge, 'overdrawn')
      : hasSlot(plan, shipmentsIn(position, billingMonth(now).key))
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
