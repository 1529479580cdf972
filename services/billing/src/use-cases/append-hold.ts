import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import type { HeldCharge } from '../domain/ledger';
import { type Purchase, totalOfPurchase } from '../domain/purchase';
import { type Recharge, wasCharged } from '../domain/recharge';
import { holdKey, holdTransfer } from '../domain/transfers';
import type { BillingPorts } from '../ports';
import { appendTransfer } from './append-transfer';

export type HoldOutcome = { readonly kind: 'held'; readonly charge: HeldCharge } | Obstacle;

type Obstacle =
  | { readonly kind: 'short' }
  /** The balance is being recharged for another purpose, which needs what is left. */
  | { readonly kind: 'kept_for_another'; readonly recharge: Recharge }
  | { readonly kind: 'given_up' };

/**
 * Holds an open purchase's charge if the balance covers it, and thereby spends the purchase's recharge. While a recharge
 * for another purpose is under way, that purpose keeps as much of the balance as it will need, and no more.
 */
export async function appendHold(ports: BillingPorts, purchase: Purchase): Promise<HoldOutcome> {
  const { ledger, recharges, purchases, clock } = ports;
  const { id: purchaseId, accountId, postage, insurance, fee, month } = purchase;
  let obstacle = { kind: 'short' } as Obstacle;
  const appended = await appendTransfer(ports, accountId, async ({ available }) => {
    const [current, active, latest, resolution] = await Promise.all([
      purchases.find(accountId, purchaseId),
      recharges.findActive(accountId),
      recharges.findLatest(accountId, purchaseId),
      ledger.findResolution(accountId, holdKey(purchaseId)),
    ]);
    const another = active && active.purchaseId !== purchaseId ? active : undefined;
    const kept = another ? await keptFor(purchases, another) : ZERO;
    if (current?.state !== 'open' || resolution?.kind === 'release') obstacle = { kind: 'given_up' };
    else if (available >= sumCents(totalOfPurchase(purchase), kept)) {
      const recharged = latest && wasCharged(latest) ? latest.amount : ZERO;
      return holdTransfer({ purchaseId, postage, insurance, fee, recharged, month });
    } else obstacle = another ? { kind: 'kept_for_another', recharge: another } : { kind: 'short' };
    return undefined;
  });
  // The balance may be short because another process that got the same call holds this purchase already.
  const charge = appended?.charge ?? (await ledger.findHold(accountId, purchaseId));
  if (!charge || obstacle.kind === 'given_up') return obstacle;
  const active = await recharges.findActive(accountId);
  if (active?.purchaseId === purchaseId) {
    // If its recharge has not been sent, the purchase was paid otherwise: nothing may be charged for it any more.
    if (active.state === 'claimed') await recharges.withdraw(active);
    else await recharges.move(active, 'settled', 'spent', clock.now());
  }
  return { kind: 'held', charge };
}

/** What a purpose needs of the balance beside the recharge that is under way for it. */
async function keptFor(
  purchases: BillingPorts['purchases'],
  { accountId, purchaseId, state, amount }: Recharge,
): Promise<Cents> {
  const purpose = await purchases.find(accountId, purchaseId);
  if (purpose?.state !== 'open') return ZERO;
  const coming = state === 'settled' ? ZERO : amount;
  return cents(Math.max(0, totalOfPurchase(purpose) - coming));
}
