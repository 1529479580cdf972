import type { HoldRequest, HoldResponse } from '@parcelyard/contracts/billing';
import { type Cents, ZERO } from '@parcelyard/money/cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { BillingAccount } from '../domain/account';
import { billingMonth } from '../domain/billing-month';
import { aboveMaxCharge, chargeFor } from '../domain/charge';
import type { HeldCharge } from '../domain/ledger';
import { limitReached, planStateAt } from '../domain/plan';
import { type PurchaseCharge, totalOfPurchase } from '../domain/purchase-charge';
import { countedSpend, type Spending } from '../domain/spending-limits';
import { holdTransfer, totalOf } from '../domain/transfers';
import type { BillingPorts } from '../ports';
import {
  appendHold,
  covers,
  findHoldOrRelease,
  type HoldOrRelease,
  hasRoom,
  keptFor,
  monthAt,
} from './append-hold';
import { refuseLabelsOfAnotherKind } from './check-labels';
import { completeRecharge } from './complete-recharge';
import { isObstacle, prepareJudge, refusalOf, type SpendingObstacle } from './judge-spending';
import { spendingOf } from './read-spending';
import { rechargeForPurchase } from './recharge-for-purchase';
import { accountOf, amountOf, optionalAmountOf, textOf } from './request-fields';

interface HoldParams {
  readonly accountId: AccountId;
  readonly purchaseId: string;
  readonly postage: Cents;
  readonly insurance: Cents;
  readonly batch: boolean;
  readonly spending: Spending;
  readonly maxCharge: Cents | undefined;
}

/**
 * Reserves the price of a purchase and counts its shipment. When the balance is enough, this is one transfer. Otherwise
 * the card is first charged by the money rules. Each step is stored before it runs, so after a crash the next call with
 * the same purchase continues.
 * @param signal fires at the caller's deadline; after that no new step begins
 * @throws DomainError failed_precondition above the caller's maximum, resource_exhausted at the plan's or the owner's
 * limit, permission_denied while the owner's approval is missing, payment_required when the purchase cannot be paid,
 * unavailable when the payment gateway gave no answer, failed_precondition once the purchase was released,
 * deadline_exceeded when the signal fired before the first step
 */
export async function holdPurchase(
  ports: BillingPorts,
  request: HoldRequest,
  signal: AbortSignal,
): Promise<HoldResponse> {
  refuseLabelsOfAnotherKind(ports.money, request);
  const accountId = accountOf(request);
  const params: HoldParams = {
    accountId,
    purchaseId: textOf('purchase_id', request.purchaseId),
    postage: amountOf('postage_cents', request.postageCents),
    insurance: amountOf('insurance_cents', request.insuranceCents),
    batch: request.batch,
    spending: spendingOf(accountId, request.spending, false),
    maxCharge: optionalAmountOf('max_charge_cents', request.maxChargeCents),
  };
  const held = (await holdCovered(ports, params, signal)) ?? (await openThenHold(ports, params, signal));
  ports.failPoint('hold-entered');
  return { totalCents: totalOf(held), feeCents: held.fee, rechargedCents: held.recharged };
}

const notBegun = () => new DomainError('deadline_exceeded', 'hold_not_begun', {});

const givenUp = (purchaseId: string) =>
  new DomainError('failed_precondition', 'purchase_given_up', {}, { detail: purchaseId });

/**
 * Reserves the price with one transfer, when the balance is enough and this is the first attempt. A release at the same
 * time uses the same key, so only one of the two succeeds.
 * @returns undefined when more steps are needed
 */
async function holdCovered(
  ports: BillingPorts,
  { accountId, purchaseId, postage, insurance, batch, spending, maxCharge }: HoldParams,
  signal: AbortSignal,
): Promise<HeldCharge | undefined> {
  let drafted: HeldCharge | undefined;
  let obstacle: SpendingObstacle | undefined;
  let aboveMax: DomainError | undefined;
  const appended = await ports.appendQueue
    .append(accountId, async (round) => {
      const [account, active, purchase] = await Promise.all([
        round.account(),
        round.activeRecharge(),
        round.purchase(purchaseId),
      ]);
      const { autoRecharge } = account;
      const asked = chargeFor(postage, insurance, { autoRecharge, batch });
      const { fee } = asked;
      const spend = countedSpend(spending, asked);
      const [kept, judge] = await Promise.all([keptFor(round, active), prepareJudge(ports, account, spend)]);
      return (position) => {
        if (signal.aborted) throw notBegun();
        obstacle = undefined;
        if (purchase || !hasRoom(ports, account, spending, position, kept)) return undefined;
        aboveMax = aboveMaxCharge(asked, maxCharge);
        if (aboveMax) return undefined;
        const verdict = judge(position, kept.spending[spending.kind]);
        if (isObstacle(verdict)) {
          obstacle = verdict;
          return undefined;
        }
        const month = monthAt(position, ports.clock.now());
        const charge = { purchaseId, postage, insurance, fee, recharged: ZERO, month };
        if (!covers(position, charge, kept)) return undefined;
        const draft = holdTransfer(charge, verdict);
        drafted = draft.charge;
        return draft;
      };
    })
    .catch((error: unknown) => {
      throw error instanceof DomainError && error.reason === 'purchase_not_yours'
        ? givenUp(purchaseId)
        : error;
    });
  if (appended && appended.charge === drafted) return drafted;
  if (!appended && !obstacle && !aboveMax) return undefined;
  const earlier = await findHoldOrRelease(ports, accountId, purchaseId);
  if (!earlier && aboveMax) throw aboveMax;
  if (!earlier && obstacle) throw await refusalOf(ports, { accountId }, obstacle);
  return chargeOf(earlier ?? { kind: 'given_up' }, purchaseId);
}

function chargeOf(earlier: HoldOrRelease, purchaseId: string): HeldCharge {
  if (earlier.kind === 'held') return earlier.charge;
  throw givenUp(purchaseId);
}

/**
 * Reserves the price in several steps, for example when the card must be charged. First stores the purchase, so that a
 * release can stop it.
 */
function openThenHold(ports: BillingPorts, params: HoldParams, signal: AbortSignal): Promise<HeldCharge> {
  const { accountId, purchaseId } = params;
  return ports.holdMutex.runExclusive(accountId, async () => {
    if (signal.aborted) throw notBegun();
    // An earlier call may have reserved the price or released the purchase.
    const earlier = await findHoldOrRelease(ports, accountId, purchaseId);
    if (earlier) return chargeOf(earlier, purchaseId);
    const account = await ports.accounts.find(accountId);
    const purchase = await openPurchase(ports, newPurchase(params, account, ports.clock.now()));
    ports.failPoint('hold-purchase-opened');
    try {
      const aboveMax = aboveMaxCharge({ ...purchase, total: totalOfPurchase(purchase) }, params.maxCharge);
      if (aboveMax) throw aboveMax;
      return await hold(ports, purchase, account, signal);
    } catch (error) {
      if (error instanceof DomainError && REFUSALS.has(error.code)) {
        await ports.purchaseCharges.refuse(accountId, purchaseId);
      }
      throw error;
    }
  });
}

/**
 * After these errors nothing is reserved. After other errors, something may be reserved, and a repeated call continues.
 */
const REFUSALS: ReadonlySet<string> = new Set([
  'resource_exhausted',
  'payment_required',
  // The owner must approve first.
  'permission_denied',
  // The purchase was released before, or it costs more than the caller's maximum.
  'failed_precondition',
]);

function newPurchase(params: HoldParams, { autoRecharge }: BillingAccount, now: Date): PurchaseCharge {
  const { purchaseId: id, accountId, postage, insurance, batch, spending } = params;
  const { fee } = chargeFor(postage, insurance, { autoRecharge, batch });
  const { key: month } = billingMonth(now);
  return { id, accountId, state: 'open', postage, insurance, fee, batch, month, spending };
}

/**
 * Stores the purchase and returns it. If the purchase is already open, returns it with the amounts with which it was
 * opened. A purchase that was refused is opened again with the new amounts.
 */
async function openPurchase(
  { purchaseCharges, clock }: BillingPorts,
  purchase: PurchaseCharge,
): Promise<PurchaseCharge> {
  const { accountId, id } = purchase;
  if (await purchaseCharges.insert(purchase, clock.now())) return purchase;
  const existing = await purchaseCharges.find(accountId, id);
  if (existing?.state === 'open')
    return purchase.spending?.alreadySold ? { ...existing, spending: purchase.spending } : existing;
  if (existing?.state === 'refused' && (await purchaseCharges.replaceRefused(purchase))) return purchase;
  throw givenUp(id);
}

/** The most attempts to reserve the price. They are enough to wait until the recharge of another purchase has ended. */
const MAX_ROUNDS = 100;

async function hold(
  ports: BillingPorts,
  purchase: PurchaseCharge,
  account: BillingAccount,
  signal: AbortSignal,
): Promise<HeldCharge> {
  for (let round = 1; round <= MAX_ROUNDS && !signal.aborted; round += 1) {
    const outcome = await appendHold(ports, purchase);
    switch (outcome.kind) {
      case 'held':
        return outcome.charge;
      case 'given_up':
        throw givenUp(purchase.id);
      case 'limit':
        throw limitOf(ports, account);
      case 'spending':
        throw await refusalOf(ports, account, outcome.obstacle);
      case 'kept_for_another':
        if (!(await completeRecharge(ports, outcome.recharge))) await ports.backoff(round);
        break;
      case 'short':
        await rechargeForPurchase(ports, purchase, account);
    }
  }
  throw new DomainError('unavailable', 'recharged_for_another', {}, { detail: purchase.id });
}

function limitOf({ plans, clock }: BillingPorts, { plan: code, planSince }: BillingAccount): DomainError {
  const now = clock.now();
  return limitReached(planStateAt(plans, code, planSince, now).plan, now);
}
