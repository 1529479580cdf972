import { type Cents, ZERO } from '@parcelyard/money/cents';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { SavedCard } from './card';
import { NO_PLAN } from './plan';
import { NO_LIMITS, type SpendingLimits } from './spending-limits';

/** What billing knows of an account beside its ledger. */
export interface BillingAccount {
  readonly accountId: AccountId;
  readonly plan: string;
  readonly planSince: Date;
  readonly autoRecharge: Cents;
  readonly paymentMethod: string;
  /** The payment gateway's id of the account; absent until a card was entered on its pages. */
  readonly customer?: string | undefined;
  /** What people see of the payment method, where the gateway told it. */
  readonly card?: SavedCard | undefined;
  /** The payment method that a bank did not charge because the owner has to confirm the charge. */
  readonly unconfirmed?: string | undefined;
  /** When the newest card was entered that the account ever had. */
  readonly newestCardAt?: Date | undefined;
  readonly limits: SpendingLimits;
}

/** An account that nothing was ever set for. */
export const defaultAccount = (accountId: AccountId): BillingAccount => ({
  accountId,
  plan: NO_PLAN,
  planSince: new Date(0),
  autoRecharge: ZERO,
  paymentMethod: 'sandbox_ok',
  limits: NO_LIMITS,
});
