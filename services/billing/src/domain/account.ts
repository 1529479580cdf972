import { type Cents, ZERO } from '@parcelyard/money/cents';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { SavedCard } from './card';
import { NO_PLAN } from './plan';
import { NO_LIMITS, type SpendingLimits } from './spending-limits';

/** The account's billing data outside its ledger. */
export interface BillingAccount {
  readonly accountId: AccountId;
  readonly plan: string;
  readonly planSince: Date;
  readonly autoRecharge: Cents;
  readonly paymentMethod: string;
  /** The payment gateway's customer id. Absent until a card was entered on the payment gateway's pages. */
  readonly customer?: string | undefined;
  /** Card details for display, if the payment gateway gave them. */
  readonly card?: SavedCard | undefined;
  /** The payment method, if its bank requires the owner to confirm each charge. */
  readonly unconfirmed?: string | undefined;
  /** When the account's newest card was entered, even if that card was removed later. */
  readonly newestCardAt?: Date | undefined;
  readonly limits: SpendingLimits;
}

/** Returns an account without any settings. */
export const defaultAccount = (accountId: AccountId): BillingAccount => ({
  accountId,
  plan: NO_PLAN,
  planSince: new Date(0),
  autoRecharge: ZERO,
  paymentMethod: 'sandbox_ok',
  limits: NO_LIMITS,
});
