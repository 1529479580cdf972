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
  /** The customer id at the payment gateway. Absent until the owner has opened the payment gateway's card page. */
  readonly customer?: string | undefined;
  /** The card's details; absent when the payment gateway has not reported them. */
  readonly card?: SavedCard | undefined;
  /** Set to the payment method while the card's bank wants the owner to confirm each charge. */
  readonly unconfirmed?: string | undefined;
  /** When the owner entered the newest card, even if it was removed later. */
  readonly newestCardAt?: Date | undefined;
  readonly limits: SpendingLimits;
}

export const defaultAccount = (accountId: AccountId): BillingAccount => ({
  accountId,
  plan: NO_PLAN,
  planSince: new Date(0),
  autoRecharge: ZERO,
  paymentMethod: 'sandbox_ok',
  limits: NO_LIMITS,
});
