import type { Seller } from './seller';

/**
 * A merchant's own carrier account in use: the carrier's rates and labels come from it, and the carrier bills the
 * merchant directly.
 */
export interface OwnAccount {
  /** The seller that knows its external id. */
  readonly seller: Seller;
  readonly carrierAccountId: number;
  readonly carrier: string;
  /** Its id at the seller, for example EasyPost's `ca_1f2e…`. */
  readonly externalId: string;
}

/**
 * The merchant's own accounts of one carrier. If there is one, all rates of this carrier come from it and none from the
 * deployment's accounts.
 */
export const accountsWith = (carrier: string, accounts: readonly OwnAccount[] = []): readonly OwnAccount[] =>
  accounts.filter((account) => account.carrier === carrier);
