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
  ...(fee > 0 ? [`The fee of ${dollars(fee)} would not.`] : []),
  ...(pending > 0
    ? [`${dollars(pending)} of an earlier void is on its way to the postage balance, whatever you do now.`]
    : []),
  ...(refunded > 0 ? [`${dollars(refunded)} of its voided label was refunded already.`] : []),
];
