import type { OrderLabel } from '@parcelyard/contracts/orders';
import type { BuyLabelResult } from '@parcelyard/contracts/shipping';
import { ZERO } from '@parcelyard/money/cents';
import type { Purchase } from '../domain/purchase';

/** What a confirm answers for a finished purchase. */
export function labelResult(
  { terms, fee = ZERO }: Purchase,
  label: OrderLabel,
  chargedNow: boolean,
): BuyLabelResult {
  return {
    label,
    chargedNow,
    postageCents: terms.postage,
    insuranceCents: terms.insurance,
    feeCents: fee,
  };
}
