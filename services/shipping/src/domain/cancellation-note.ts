import type { Cents } from '@parcelyard/money/cents';
import { toDollars } from '@parcelyard/money/dollars';

/** What became of a canceled order's label. */
export type LabelFate =
  | { readonly kind: 'none' }
  | { readonly kind: 'voided'; readonly refund: Cents; readonly refunded: boolean }
  /** The carrier takes its time. */
  | { readonly kind: 'pending'; readonly refund: Cents }
  /** In the carrier's words. */
  | { readonly kind: 'kept'; readonly reason: string };

export function cancellationNote(fate: LabelFate): string {
  switch (fate.kind) {
    case 'none':
      return 'The order is canceled. It had no label, so there is nothing to refund.';
    case 'voided':
      return fate.refunded
        ? `The order is canceled and its label is void; ${dollars(fate.refund)} was refunded to the postage balance.`
        : `The order is canceled and its label is void; ${dollars(fate.refund)} will be refunded to the postage balance.`;
    case 'pending':
      return `The order is canceled. The carrier has not accepted the void of its label yet; once it does, ${dollars(fate.refund)} will be refunded to the postage balance.`;
    case 'kept':
      return `The order is canceled, but its label could not be voided and is not refunded: ${fate.reason}`;
  }
}

const dollars = (amount: Cents): string => `$${toDollars(amount).toFixed(2)}`;
