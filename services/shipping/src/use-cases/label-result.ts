import type { OrderLabel } from '@parcelyard/contracts/orders';
import type { BuyLabelResult } from '@parcelyard/contracts/shipping';
import { ZERO } from '@parcelyard/money/cents';
import { type Purchase, premiumOf } from '../domain/purchase';

/** What a confirm answers for a finished purchase. */
export function labelResult(purchase: Purchase, label: OrderLabel, chargedNow: boolean): BuyLabelResult {
  const { terms, fee = ZERO } = purchase;
  return {
    label,
    chargedNow,
    postageCents: terms.postage,
    insuranceCents: premiumOf(purchase),
    feeCents: fee,
  };
}
