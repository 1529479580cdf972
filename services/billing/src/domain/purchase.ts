import type { Cents } from '@parcelyard/money/cents';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { MonthKey } from './billing-month';

/**
 * open: a hold is being made or was made. refused: the limit or the payment said no, nothing is held; it may be opened
 * again. released: money and slot went back; for good.
 */
export type PurchaseState = 'open' | 'refused' | 'released';

/** What billing has to remember of a purchase beside the ledger, from before its first step. */
export interface Purchase {
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
}
