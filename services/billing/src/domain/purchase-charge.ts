import type { Cents } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import { DEFAULT_TIME_ZONE } from '@parcelyard/service-kit/calendar/time-zone';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { MonthKey } from './billing-month';
import { countedSpend, type Spend, type Spending } from './spending-limits';

/**
 * `open`: a hold is being made or exists. `refused`: a limit or the payment prevented the hold, so no money is held;
 * the purchase may be opened again. `released`: money and shipment were returned; this state is final.
 */
export type PurchaseChargeState = 'open' | 'refused' | 'released';

/**
 * Billing's record of a purchase. It is written before money is held or a card is charged for the purchase. A batch's
 * recharge has its own record.
 */
export interface PurchaseCharge {
  readonly id: string;
  readonly accountId: AccountId;
  readonly state: PurchaseChargeState;
  /** Fixed when the purchase is opened, so a resumed hold uses the same amounts. */
  readonly postage: Cents;
  readonly insurance: Cents;
  readonly fee: Cents;
  readonly batch: boolean;
  /** The month in which the purchase's shipment counts. */
  readonly month: MonthKey;
  /**
   * The connection kind that spends, and the subject of the spending. Absent in a batch's recharge, and in a purchase
   * that was given up before it was opened.
   */
  readonly spending?: Spending | undefined;
  /** True for a batch's recharge. It holds no money and counts no shipment. */
  readonly batchRecharge?: true | undefined;
}

export const totalOfPurchase = ({ postage, insurance, fee }: PurchaseCharge): Cents =>
  sumCents(postage, insurance, fee);

const NO_SPENDING: Spending = { kind: 'token', timeZone: DEFAULT_TIME_ZONE, orderIds: [], batch: false };

/** Returns the purchase as the spending limits count it. */
export const spendOf = (purchase: PurchaseCharge): Spend =>
  countedSpend(purchase.spending ?? NO_SPENDING, { ...purchase, total: totalOfPurchase(purchase) });
