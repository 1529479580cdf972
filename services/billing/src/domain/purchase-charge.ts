import type { Cents } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import { DEFAULT_TIME_ZONE } from '@parcelyard/service-kit/calendar/time-zone';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { MonthKey } from './billing-month';
import { countedSpend, type Spend, type Spending } from './spending-limits';

/**
 * open: a hold is being made or was made. refused: the limit or the payment said no, nothing is held; it may be opened
 * again. released: money and slot went back; for good.
 */
export type PurchaseState = 'open' | 'refused' | 'released';

/**
 * What billing has to remember of a purchase beside the ledger, from before its first step: the purpose that money is
 * held and cards are charged for. A batch's top-up is one as well, under its own name.
 */
export interface PurchaseCharge {
  readonly id: string;
  readonly accountId: AccountId;
  readonly state: PurchaseState;
  /** What it charges, fixed when it was opened, so that a resumed hold takes what the first attempt meant to take. */
  readonly postage: Cents;
  readonly insurance: Cents;
  readonly fee: Cents;
  readonly batch: boolean;
  /** The month whose shipment slot it takes. */
  readonly month: MonthKey;
  /** Who spends, and what for; absent in a top-up, and in one that was given up before it was opened. */
  readonly spending?: Spending | undefined;
  /** A batch's top-up, which holds nothing and takes no slot. */
  readonly topUp?: true | undefined;
}

export const totalOfPurchase = ({ postage, insurance, fee }: PurchaseCharge): Cents =>
  sumCents(postage, insurance, fee);

const NO_SPENDING: Spending = { kind: 'token', timeZone: DEFAULT_TIME_ZONE, orderIds: [], batch: false };

/** A purchase as limits see it. */
export const spendOf = (purchase: PurchaseCharge): Spend =>
  countedSpend(purchase.spending ?? NO_SPENDING, { ...purchase, total: totalOfPurchase(purchase) });
