import type { Seller } from './seller';

/**
 * A number of the merchant's own with a carrier, in use: the carrier's rates and labels come from it, and the carrier bills
 * them to the merchant itself.
 */
export interface OwnAccount {
  /** Where it is known under its external id. */
  readonly seller: Seller;
  readonly carrierAccountId: number;
  readonly carrier: string;
  /** What it is called where labels are bought, such as EasyPost's `ca_1f2e…`. */
  readonly externalId: string;
}

/**
 * The merchant's own accounts of one carrier. When there is one, all rates of this carrier come from it and none from
 * the deployment's own accounts.
 */
export const accountsWith = (carrier: string, accounts: readonly OwnAccount[] = []): readonly OwnAccount[] =>
  accounts.filter((account) => account.carrier === carrier);
