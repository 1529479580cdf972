import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';

/** What a label, or a batch of them, costs the account. */
export interface Charge {
  readonly postage: Cents;
  readonly insurance: Cents;
  readonly fee: Cents;
  readonly total: Cents;
}

/** The auto-recharge amount that means "pay as you go". */
export const PAY_AS_YOU_GO = cents(1);
const PAY_AS_YOU_GO_FEE = cents(30);

interface Circumstances {
  autoRecharge: Cents;
  batch: boolean;
}

/** The fee comes on top at an auto-recharge amount of 0.01 or less, except in a batch (MCP specification, Limits). */
export function chargeFor(postage: Cents, insurance: Cents, { autoRecharge, batch }: Circumstances): Charge {
  const fee = !batch && autoRecharge <= PAY_AS_YOU_GO ? PAY_AS_YOU_GO_FEE : ZERO;
  return { postage, insurance, fee, total: sumCents(postage, insurance, fee) };
}
