import type { PreviewChargeRequest, PreviewChargeResponse } from '@parcelyard/contracts/billing';
import { cents, ZERO } from '@parcelyard/money/cents';
import type { DomainError } from '@parcelyard/service-kit/domain-error';
import { toFailure } from '@parcelyard/service-kit/failure';
import { billingMonth } from '../domain/billing-month';
import { aboveMaxCharge, chargeFor, fund, insufficientBalance } from '../domain/charge';
import { hasSlot, limitReached, planStateAt } from '../domain/plan';
import { countIn } from '../domain/shipment-count';
import { countedSpend, isLimited } from '../domain/spending-limits';
import type { BillingPorts } from '../ports';
import { blockingDecline, declined } from './blocking-decline';
import { labelsOfAnotherKind } from './check-labels';
import { foresee, prepareJudge } from './judge-spending';
import { fundsOf } from './read-funds';
import { spendingOf } from './read-spending';
import { accountOf, amountOf, optionalAmountOf } from './request-fields';

export async function previewCharge(
  ports: BillingPorts,
  request: PreviewChargeRequest,
): Promise<PreviewChargeResponse> {
  const { accounts, plans, clock } = ports;
  const accountId = accountOf(request);
  const postage = amountOf('postage_cents', request.postageCents);
  const insurance = amountOf('insurance_cents', request.insuranceCents);
  const now = clock.now();
  const [position, account] = await Promise.all([ports.ledger.position(accountId), accounts.find(accountId)]);
  const { autoRecharge, plan: code, planSince, limits } = account;
  const funds = await fundsOf(ports, accountId, position);
  const { available } = funds;
  const { plan } = planStateAt(plans, code, planSince, now);
  const charge = chargeFor(postage, insurance, { autoRecharge, batch: request.batch });
  const { leastCharge } = ports.gateway;
  const funding = fund(funds, charge, { autoRecharge, leastCharge });
  // 0 when the balance is enough, or when the money rules allow no recharge.
  const recharge = funding.kind === 'recharge' ? funding.amount : ZERO;
  const availableAfter = available + recharge - charge.total;
  const refusal = funds.isTakenBack
    ? insufficientBalance(funds, charge, 'overdrawn')
    : hasSlot(plan, countIn(position.shipments, billingMonth(now).key).used)
      ? undefined
      : limitReached(plan, now);
  const blocking =
    funding.kind === 'recharge' ? await blockingDecline(ports, accountId, account.paymentMethod) : undefined;
  const unpaid = blocking && declined(blocking.words, blocking);
  const spending = spendingOf(accountId, request.spending, request.batch);
  const dearest = request.batch ? cents(request.spending?.dearestCents ?? 0) : undefined;
  const spend = countedSpend(spending, charge, dearest);
  const aboveMax = aboveMaxCharge(charge, optionalAmountOf('max_charge_cents', request.maxChargeCents));
  const foreseen = foresee((await prepareJudge(ports, account, spend))(position));
  return {
    feeCents: charge.fee,
    totalChargeCents: charge.total,
    currentBalanceCents: available,
    balanceAfterCents: availableAfter,
    autoRechargeWouldFire: recharge > 0,
    rechargeCents: recharge,
    balanceWouldGoNegative: availableAfter < 0,
    refusal: toFailureOf(
      labelsOfAnotherKind(ports.money, request) ?? refusal ?? aboveMax ?? foreseen.refusal ?? unpaid,
    ),
    approval: aboveMax ? undefined : foreseen.approval,
    limited: isLimited(limits[spend.kind]),
  };
}

const toFailureOf = (refusal: DomainError | undefined) => refusal && toFailure(refusal);
