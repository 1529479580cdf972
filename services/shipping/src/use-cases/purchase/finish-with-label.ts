import type { Purchase, PurchasedLabel } from '../../domain/purchase';
import type { PurchasePorts } from '../../ports';
import type { StepOutcome } from './step';

/** Moves the purchase to `done`. The same write begins the tracking of its parcel. */
export async function finishWithLabel(
  { purchases, carriers, watch, failPoint }: PurchasePorts,
  purchase: Purchase,
): Promise<StepOutcome> {
  const { boughtAt } = purchase.label as PurchasedLabel;
  const dueAt = carriers.of(purchase.terms).firstScanAt(boughtAt);
  const done = await purchases.move(purchase, 'done', { parcel: { dueAt } });
  failPoint('purchase-9-done');
  watch.begun(dueAt);
  return { purchase: done };
}
