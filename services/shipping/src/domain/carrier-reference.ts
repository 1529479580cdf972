import type { PurchaseId } from '@parcelyard/service-kit/ids';

const FORM = /^(pur_\d+_\d+)_a(\d+)_[0-9a-z]+$/;

/**
 * What a purchase is called at its carrier, for ever: a purchase's id alone may be given a second time after a restored
 * backup, and the carrier would answer with the label of the first one.
 */
export const newCarrierReference = (id: PurchaseId, accountId: number, random: string): string =>
  `${id}_a${accountId}_${random}`;

/** Whose label a carrier's reference says it is; undefined for one of another form. */
export function readCarrierReference(
  reference: string,
): { purchaseId: PurchaseId; accountId: number } | undefined {
  const found = FORM.exec(reference);
  return found ? { purchaseId: found[1] as PurchaseId, accountId: Number(found[2]) } : undefined;
}
