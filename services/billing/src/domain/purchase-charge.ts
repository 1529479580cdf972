import type { Cents } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import { DEFAULT_TIME_ZONE } from '@parcelyard/service-kit/calendar/time-zone';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { MonthKey } from './billing-month';
import { countedSpend, type Spend, type Spending } from './spending-limits';

/**
 * `open`: money is reserved, or will be soon. `refused`: no money is reserved, because of a limit, a missing approval
 * or the payment; a new attempt may open the purchase again. `released`: money and shipment were returned; this is
 * final.
 */
export type PurchaseChargeState = 'open' | 'refused' | 'released';

/**
 * Billing's record of a purchase that the balance did not cover at once. It is written before money is reserved or a
 * card is charged. A purchase that the balance covers at once has only its hold. The recharge of a batch has a record
 * of its own.
 */
export interface PurchaseCharge {
  readonly id: string;
  readonly accountId: AccountId;
  readonly state: PurchaseChargeState;
  /**
   * Set when the purchase is opened, and not changed while the purchase is open. So a repeated call uses the same
   * amounts.
   */
  readonly postage: Cents;
  readonly insurance: Cents;
  readonly fee: Cents;
  readonly batch: boolean;
  /** The month in which the purchase's shipment counts. */
  readonly month: MonthKey;
  /** Who buys for which orders, for the spending limits. Absent for the recharge of a batch. */
  readonly spending?: Spending | undefined;
  /** True for the recharge of a batch. It reserves no money and counts no shipment. */
  readonly batchRecharge?: true | undefined;
}

export const totalOfPurchase = ({ postage, insurance, fee }: PurchaseCharge): Cents =>
  sumCents(postage, insurance, fee);

const NO_SPENDING: Spending = { kind: 'token', timeZone: DEFAULT_TIME_ZONE, orderIds: [], batch: false };

export const spendOf = (purchase: PurchaseCharge): Spend =>
  countedSpend(purchase.spending ?? NO_SPENDING, { ...purchase, total: totalOfPurchase(purchase) });
