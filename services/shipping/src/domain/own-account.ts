import type { Seller } from './seller';

/**
 * A merchant's own carrier account in use. The carrier's rates and labels come from this account, and the carrier bills
 * the merchant directly.
 */
export interface OwnAccount {
  /** The seller where the account has its external id. */
  readonly seller: Seller;
  readonly carrierAccountId: number;
  readonly carrier: string;
  /** The account's id at the seller, for example EasyPost's `ca_1f2e…`. */
  readonly externalId: string;
}

/**
 * Returns the merchant's own accounts of one carrier. If there is such an account, all rates of this carrier come from
 * it, and none from the operator's accounts.
 */
export const accountsWith = (carrier: string, accounts: readonly OwnAccount[] = []): readonly OwnAccount[] =>
  accounts.filter((account) => account.carrier === carrier);
