import type { Cents } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import { DEFAULT_TIME_ZONE } from '@parcelyard/service-kit/calendar/time-zone';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { MonthKey } from './billing-month';
import { countedSpend, type Spend, type Spending } from './spending-limits';

/**
 * open: a hold is being made or exists. refused: the limit or payment failed, nothing is held; it may be opened again.
 * released: money and shipment went back, finally.
 */
export type PurchaseChargeState = 'open' | 'refused' | 'released';

/**
 * Billing's record of a purchase beside the ledger, written before its first step: money is held and cards are charged
 * for it. A batch's recharge has one too, under its own name.
 */
export interface PurchaseCharge {
  readonly id: string;
  readonly accountId: AccountId;
  readonly state: PurchaseChargeState;
  /** The charge, fixed when opened, so that a resumed hold takes the same amounts. */
  readonly postage: Cents;
  readonly insurance: Cents;
  readonly fee: Cents;
  readonly batch: boolean;
  /** The month whose shipment slot it takes. */
  readonly month: MonthKey;
  /** Who spends, and for what; absent in a batch's recharge, and in a purchase given up before it was opened. */
  readonly spending?: Spending | undefined;
  /** A batch's recharge, which holds nothing and takes no slot. */
  readonly batchRecharge?: true | undefined;
}

export const totalOfPurchase = ({ postage, insurance, fee }: PurchaseCharge): Cents =>
  sumCents(postage, insurance, fee);

const NO_SPENDING: Spending = { kind: 'token', timeZone: DEFAULT_TIME_ZONE, orderIds: [], batch: false };

/** The purchase as the spending limits count it. */
export const spendOf = (purchase: PurchaseCharge): Spend =>
  countedSpend(purchase.spending ?? NO_SPENDING, { ...purchase, total: totalOfPurchase(purchase) });
