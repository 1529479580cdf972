import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Seller } from '../domain/seller';
import type { Carrier } from './carrier-port';
import { SellerNotConfigured } from './seller-not-configured';

/** A carrier at the seller that was used. */
export interface Sold {
  readonly seller: Seller;
  readonly carrier: string;
}

/**
 * External ids of the deployment's own accounts at each seller. At a seller that is absent here, merchants cannot use
 * their own accounts.
 */
export type SellerAccounts = Readonly<Partial<Record<Seller, readonly string[]>>>;

export type CarrierRegistry = ReturnType<typeof createCarrierRegistry>;

export function createCarrierRegistry(
  carriers: readonly Carrier[],
  accounts: SellerAccounts = {},
  isOffered: (sold: Sold) => boolean = () => true,
) {
  const all = carriers.filter(({ seller, code: carrier }) => isOffered({ seller, carrier }));
  const codes = [...new Set(all.map(({ code }) => code))];
  const find = ({ seller, carrier: code }: Sold) =>
    carriers.find((carrier) => carrier.seller === seller && carrier.code === code);
  return {
    /** The carriers that are offered: one entry per carrier and seller, in the order of `CARRIERS`. */
    all: all as readonly Carrier[],
    accounts,
    /** For new requests. @throws DomainError invalid_argument naming the carriers that exist */
    get: (given: string): Carrier => {
      const code = given.trim().toLowerCase();
      const carrier = all.find((one) => one.code === code);
      if (carrier) return carrier;
      const params = { allowed: codes, got: given };
      throw new DomainError('invalid_argument', 'field_not_one_of', params, { field: 'carrier' });
    },
    /** For rates, labels and pickups: only their seller knows them. @throws SellerNotConfigured */
    of: (sold: Sold): Carrier => {
      const carrier = find(sold);
      if (carrier) return carrier;
      throw new SellerNotConfigured(sold.seller);
    },
    /** True when `of` would not throw. */
    has: (sold: Sold): boolean => find(sold) !== undefined,
    /** True when rates of it may still be bought: its seller is configured and has not been told to leave the carrier out. */
    offers: (sold: Sold): boolean => find(sold) !== undefined && isOffered(sold),
  };
}
