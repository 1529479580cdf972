import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import type { HeldCharge, Transfer } from '../domain/ledger';
import { type Purchase, totalOfPurchase } from '../domain/purchase';
import { type Recharge, wasCharged } from '../domain/recharge';
import { holdKey, holdTransfer } from '../domain/transfers';
import type { Purchases, Recharges } from '../ports';
import { type AppendDependencies, appendTransfer } from './append-transfer';

export interface AppendHoldDependencies extends AppendDependencies {
  recharges: Recharges;
  purchases: Purchases;
}

export type HoldOutcome = { readonly kind: 'held'; readonly charge: HeldCharge } | Obstacle;

type Obstacle =
  | { readonly kind: 'short' }
  /** The balance is being recharged for another purpose, which needs what is left. */
  | { readonly kind: 'kept_for_another'; readonly recharge: Recharge }
  | { readonly kind: 'given_up' };

/**
 * Holds an open purchase's charge if the balance covers it, and thereby spends the purchase's recharge. A purpose whose
 * recharge is under way keeps what it will need of the balance, and no more.
 */
export const appendHold =
  (dependencies: AppendHoldDependencies) =>
  async (purchase: Purchase): Promise<HoldOutcome> => {
    const { ledger, recharges, purchases, clock } = dependencies;
    const { id: purchaseId, accountId, postage, insurance, fee, month } = purchase;
    let obstacle = { kind: 'short' } as Obstacle;
    const appended = await appendTransfer(dependencies)(accountId, async ({ available }) => {
      const [standing, active, latest, resolution] = await Promise.all([
        purchases.find(accountId, purchaseId),
        recharges.findActive(accountId),
        recharges.findLatest(accountId, purchaseId),
        ledger.findResolution(accountId, holdKey(purchaseId)),
      ]);
      const another = active && active.purchaseId !== purchaseId ? active : undefined;
      const kept = another ? await keptFor(purchases, another) : ZERO;
      if (standing?.state !== 'open' || resolution?.kind === 'release') obstacle = { kind: 'given_up' };
      else if (available >= sumCents(totalOfPurchase(purchase), kept)) {
        const recharged = latest && wasCharged(latest) ? latest.amount : ZERO;
        return holdTransfer({ purchaseId, postage, insurance, fee, recharged, month });
      } else obstacle = another ? { kind: 'kept_for_another', recharge: another } : { kind: 'short' };
      return undefined;
    });
    // The balance may be short because this purchase is held already, by another process that was given the same call.
    const transfer = appended ?? (await ledger.find(accountId, holdKey(purchaseId)));
    if (!transfer || obstacle.kind === 'given_up') return obstacle;
    const active = await recharges.findActive(accountId);
    if (active?.purchaseId === purchaseId) {
      // It was paid otherwise, if its recharge has not been sent: nothing may be charged for it any more.
      if (active.state === 'claimed') await recharges.withdraw(active);
      else await recharges.move(active, 'settled', 'spent', clock.now());
    }
    return { kind: 'held', charge: heldCharge(transfer) };
  };

/** What a purpose needs of the balance beside the recharge that is under way for it. */
async function keptFor(
  purchases: Purchases,
  { accountId, purchaseId, state, amount }: Recharge,
): Promise<Cents> {
  const purpose = await purchases.find(accountId, purchaseId);
  if (purpose?.state !== 'open') return ZERO;
  const coming = state === 'settled' ? ZERO : amount;
  return cents(Math.max(0, totalOfPurchase(purpose) - coming));
}

/** @throws Error when the transfer is no hold: a fault of the program */
export function heldCharge({ key, charge }: Transfer): HeldCharge {
  if (!charge) throw new Error(`${key} is no hold.`);
  return charge;
}
