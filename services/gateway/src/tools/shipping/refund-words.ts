import { cents } from '@parcelyard/money/cents';
import { formatDollars } from '@parcelyard/money/format-dollars';

const dollars = (amount: number): string => formatDollars(cents(amount));

/**
 * What a void or a cancellation gives back. `refundPendingCents` is a part of `refundExpectedCents`. All other amounts
 * are separate.
 */
export interface RefundMoney {
  /** All money that is still to be returned. */
  readonly refundExpectedCents: number;
  /** The part of `refundExpectedCents` for labels that were voided earlier. */
  readonly refundPendingCents?: number;
  /** Money that was returned already. */
  readonly refundedCents?: number;
  readonly feeKeptCents: number;
}

export const refundWords = ({
  refundExpectedCents: expected,
  refundPendingCents: pending = 0,
  refundedCents: refunded = 0,
  feeKeptCents: fee,
}: RefundMoney): string[] => [
  ...(expected > pending ? [`${dollars(expected - pending)} would go back to the postage balance.`] : []),
  ...(fee > 0 ? [`The fee of ${dollars(fee)} is not refunded.`] : []),
  ...(pending > 0
    ? [`A refund of ${dollars(pending)} for an earlier void is pending; this call does not change it.`]
    : []),
  ...(refunded > 0 ? [`${dollars(refunded)} for a label that was voided earlier was already refunded.`] : []),
];
