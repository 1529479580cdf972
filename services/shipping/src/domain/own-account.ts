import type { Seller } from './seller';

/**
 * A merchant's own carrier account. Rates and labels of this carrier come from it, and the carrier bills the merchant
 * directly.
 */
export interface OwnAccount {
  readonly seller: Seller;
  readonly carrierAccountId: number;
  readonly carrier: string;
  /** The account's id at the seller, for example EasyPost's `ca_1f2e…`. */
  readonly externalId: string;
}

/** Returns the merchant's own accounts with a carrier. If there is one, all rates of this carrier come from it. */
export const accountsWith = (carrier: string, accounts: readonly OwnAccount[] = []): readonly OwnAccount[] =>
  accounts.filter((account) => account.carrier === carrier);
