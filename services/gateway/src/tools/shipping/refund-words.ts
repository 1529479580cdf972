import { cents } from '@parcelyard/money/cents';
import { formatDollars } from '@parcelyard/money/format-dollars';

const dollars = (amount: number): string => formatDollars(cents(amount));

/** The effect of a void or a cancellation on the balance. Each cent is counted only once. */
export interface RefundMoney {
  /** All money that will be refunded. */
  readonly refundExpectedCents: number;
  /** The part of `refundExpectedCents` for labels that were voided earlier. */
  readonly refundPendingCents?: number;
  /** Money that was already refunded. */
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
