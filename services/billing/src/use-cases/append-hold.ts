import { ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import type { HeldCharge, Transfer } from '../domain/ledger';
import type { Purchase } from '../domain/purchase';
import { type Recharge, wasCharged } from '../domain/recharge';
import { holdKey, holdTransfer } from '../domain/transfers';
import type { Recharges } from '../ports';
import { type AppendDependencies, appendTransfer } from './append-transfer';

export interface AppendHoldDependencies extends AppendDependencies {
  recharges: Recharges;
}

export type HoldOutcome = { readonly kind: 'held'; readonly charge: HeldCharge } | Obstacle;

type Obstacle =
  | { readonly kind: 'short' }
  /** The balance is being recharged for another purchase, which comes first. */
  | { readonly kind: 'kept_for_another'; readonly recharge: Recharge }
  | { readonly kind: 'released' };

/** Holds an open purchase's charge if the balance covers it, and thereby spends the purchase's recharge. */
export const appendHold =
  (dependencies: AppendHoldDependencies) =>
  async (purchase: Purchase): Promise<HoldOutcome> => {
    const { ledger, recharges } = dependencies;
    const { id: purchaseId, accountId, postage, insurance, fee, month } = purchase;
    let obstacle = { kind: 'short' } as Obstacle;
    const appended = await appendTransfer(dependencies)(accountId, async ({ available }) => {
      const [active, latest, resolution] = await Promise.all([
        recharges.findActive(accountId),
        recharges.findLatest(accountId, purchaseId),
        ledger.findResolution(accountId, holdKey(purchaseId)),
      ]);
      if (resolution?.kind === 'release') obstacle = { kind: 'released' };
      else if (active && active.purchaseId !== purchaseId) {
        obstacle = { kind: 'kept_for_another', recharge: active };
      } else if (available >= sumCents(postage, insurance, fee)) {
        const recharged = latest && wasCharged(latest) ? latest.amount : ZERO;
        return holdTransfer({ purchaseId, postage, insurance, fee, recharged, month });
      } else obstacle = { kind: 'short' };
      return undefined;
    });
    // The balance may be short because this purchase is held already, by another process that was given the same call.
    const transfer = appended ?? (await ledger.find(accountId, holdKey(purchaseId)));
    if (!transfer || obstacle.kind === 'released') return obstacle;
    const active = await recharges.findActive(accountId);
    if (active?.purchaseId === purchaseId) await recharges.move(active, 'settled', 'spent');
    return { kind: 'held', charge: heldCharge(transfer) };
  };

/** @throws Error when the transfer is no hold: a fault of the program */
export function heldCharge({ key, charge }: Transfer): HeldCharge {
  if (!charge) throw new Error(`${key} is no hold.`);
  return charge;
}
