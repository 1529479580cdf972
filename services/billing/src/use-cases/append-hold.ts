import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import type { ConnectionKind } from '@parcelyard/service-kit/connection-kind';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { BillingAccount } from '../domain/account';
import { billingMonth, type MonthKey } from '../domain/billing-month';
import type { HeldCharge, Position } from '../domain/ledger';
import { hasSlot, planStateAt } from '../domain/plan';
import { type PurchaseCharge, spendOf, totalOfPurchase } from '../domain/purchase-charge';
import { type Recharge, wasCharged } from '../domain/recharge';
import { countIn } from '../domain/shipment-count';
import type { Spending } from '../domain/spending-limits';
import { holdKey, holdTransfer, rechargeKey, releaseKey, totalOf } from '../domain/transfers';
import type { BillingPorts, LedgerRound } from '../ports';
import { isObstacle, prepareJudge, type SpendingObstacle } from './judge-spending';

export type HoldOutcome = { readonly kind: 'held'; readonly charge: HeldCharge } | Obstacle;

type Obstacle =
  | { readonly kind: 'short' }
  | { readonly kind: 'limit' }
  /** A spending limit does not allow the purchase, or the owner must approve it first. */
  | { readonly kind: 'spending'; readonly obstacle: SpendingObstacle }
  /** A recharge for another purchase is running. That purchase needs the rest of the balance. */
  | { readonly kind: 'kept_for_another'; readonly recharge: Recharge }
  | { readonly kind: 'given_up' };

/** What another purchase needs while its recharge is running. */
export interface Kept {
  readonly money: Cents;
  readonly shipments: 0 | 1;
  /** The part of the day's limit that the other purchase needs, for each connection kind. */
  readonly spending: Readonly<Record<ConnectionKind, Cents>>;
}

const NO_SPENDING_KEPT = { token: ZERO, app: ZERO };
const NOTHING_KEPT: Kept = { money: ZERO, shipments: 0, spending: NO_SPENDING_KEPT };

/**
 * Reserves the price of an open purchase if the balance, the plan's shipments and the limits allow it. The purchase's
 * recharge then changes to `spent`. While another purchase's recharge is running, the hold does not use what that
 * purchase needs.
 */
export async function appendHold(ports: BillingPorts, purchase: PurchaseCharge): Promise<HoldOutcome> {
  const { recharges, clock } = ports;
  const { id: purchaseId, accountId, postage, insurance, fee } = purchase;
  let outcome: HoldOutcome = { kind: 'short' };
  let drafted: HeldCharge | undefined;
  const appended = await ports.appendQueue.append(accountId, async (round) => {
    const [current, active, latest, account, first, released] = await Promise.all([
      round.purchase(purchaseId),
      round.activeRecharge(),
      recharges.findLatest(accountId, purchaseId),
      round.account(),
      round.transfer(holdKey(purchaseId)),
      round.transfer(releaseKey(purchaseId)),
    ]);
    const another = active && active.purposeId !== purchaseId ? active : undefined;
    const spend = spendOf(purchase);
    const [kept, judge] = await Promise.all([keptFor(round, another), prepareJudge(ports, account, spend)]);
    return (position) => {
      const recharged = latest && wasCharged(latest) ? latest.amount : ZERO;
      const month = monthAt(position, clock.now());
      const charge = { purchaseId, postage, insurance, fee, recharged, month };
      const verdict = judge(position, kept.spending[spend.kind]);
      if (first?.kind === 'release' || released) outcome = { kind: 'given_up' };
      else if (first?.charge) outcome = { kind: 'held', charge: first.charge };
      else if (current?.state !== 'open') outcome = { kind: 'given_up' };
      else if (!hasRoom(ports, account, spend, position, kept)) outcome = { kind: 'limit' };
      else if (isObstacle(verdict)) outcome = { kind: 'spending', obstacle: verdict };
      else if (!covers(position, charge, kept))
        outcome = another ? { kind: 'kept_for_another', recharge: another } : { kind: 'short' };
      else {
        const draft = holdTransfer(charge, verdict);
        drafted = draft.charge;
        return draft;
      }
      return undefined;
    };
  });
  if (appended?.charge && appended.charge === drafted) outcome = { kind: 'held', charge: drafted };
  else if (appended)
    outcome = (await findHoldOrRelease(ports, accountId, purchaseId)) ?? { kind: 'given_up' };
  if (outcome.kind !== 'held') return outcome;
  const active = await recharges.findActive(accountId);
  if (active?.purposeId === purchaseId) {
    // The balance was enough. A recharge that was not sent yet is withdrawn, so that the card is not charged.
    if (active.state === 'claimed') await recharges.withdraw(active);
    else await recharges.move(active, 'settled', 'spent', clock.now());
  }
  return outcome;
}

export type HoldOrRelease = Extract<HoldOutcome, { kind: 'held' | 'given_up' }>;

/**
 * Returns the charge of the purchase's hold, or `given_up` when the purchase was released. Undefined when the purchase
 * has neither a hold nor a release.
 */
export async function findHoldOrRelease(
  { ledger }: Pick<BillingPorts, 'ledger'>,
  accountId: AccountId,
  purchaseId: string,
): Promise<HoldOrRelease | undefined> {
  const found = await ledger.findAll(accountId, [holdKey(purchaseId), releaseKey(purchaseId)]);
  if (found.some(({ kind }) => kind === 'release')) return { kind: 'given_up' };
  const charge = found[0]?.charge;
  return charge && { kind: 'held', charge };
}

/**
 * Returns how much of the present balance and limits the recharge's purchase or batch needs. Money that the recharge
 * will still add to the balance is not counted.
 */
export async function keptFor(round: LedgerRound, recharge: Recharge | undefined): Promise<Kept> {
  if (!recharge) return NOTHING_KEPT;
  const { purposeId, reference, state, amount } = recharge;
  const [purpose, entered, held] = await Promise.all([
    round.purchase(purposeId),
    round.transfer(rechargeKey(reference)),
    round.transfer(holdKey(purposeId)),
  ]);
  if (purpose?.state !== 'open' || held) return NOTHING_KEPT;
  const coming = state === 'settled' || entered ? ZERO : amount;
  const money = cents(Math.max(0, totalOfPurchase(purpose) - coming));
  if (purpose.batchRecharge) return { money, shipments: 0, spending: NO_SPENDING_KEPT };
  const { kind, total } = spendOf(purpose);
  return { money, shipments: 1, spending: { ...NO_SPENDING_KEPT, [kind]: total } };
}

export const covers = (
  { available }: Position,
  charge: Parameters<typeof totalOf>[0],
  { money }: Kept,
): boolean => available >= sumCents(totalOf(charge), money);

/**
 * Returns whether the plan's monthly limit allows the label. A label that the carrier has already sold is not limited.
 */
export function hasRoom(
  { plans, clock }: Pick<BillingPorts, 'plans' | 'clock'>,
  { plan: code, planSince }: BillingAccount,
  { alreadySold }: Pick<Spending, 'alreadySold'>,
  position: Position,
  { shipments }: Kept = NOTHING_KEPT,
): boolean {
  if (alreadySold) return true;
  const now = clock.now();
  const { plan } = planStateAt(plans, code, planSince, now);
  return hasSlot(plan, countIn(position.shipments, billingMonth(now).key).used + shipments);
}

/**
 * Returns the month in which a shipment counts now. This is the calendar month, or a later month if a wrong clock has
 * already stored one.
 */
export const monthAt = ({ shipments }: Position, now: Date): MonthKey => {
  const { key } = billingMonth(now);
  return shipments.month > key ? (shipments.month as MonthKey) : key;
};
