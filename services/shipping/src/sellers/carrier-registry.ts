import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Seller } from '../domain/seller';
import type { Carrier } from './carrier-port';
import { SellerNotConfigured } from './seller-not-configured';

/** A carrier, and the seller from which the rate, label or pickup comes. */
export interface Sold {
  readonly seller: Seller;
  readonly carrier: string;
}

/**
 * The operator's carrier accounts at each seller, with the ids that the seller gave them. If a seller is missing here,
 * merchants cannot use accounts of their own at this seller.
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
    /**
     * The carriers on offer, in the order of `CARRIERS`. A carrier that several sellers offer is listed once for each
     * seller.
     */
    all: all as readonly Carrier[],
    accounts,
    /**
     * Returns the carrier with this code, for a new request.
     * @throws DomainError invalid_argument that names the allowed carriers
     */
    get: (given: string): Carrier => {
      const code = given.trim().toLowerCase();
      const carrier = all.find((one) => one.code === code);
      if (carrier) return carrier;
      const params = { allowed: codes, got: given };
      throw new DomainError('invalid_argument', 'field_not_one_of', params, { field: 'carrier' });
    },
    /**
     * Returns the carrier of an existing rate, label or pickup. All further requests about such a rate, label or pickup
     * must go to the seller from which it came.
     * @throws SellerNotConfigured
     */
    of: (sold: Sold): Carrier => {
      const carrier = find(sold);
      if (carrier) return carrier;
      throw new SellerNotConfigured(sold.seller);
    },
    /** Returns whether the seller is configured and sells this carrier's labels. */
    has: (sold: Sold): boolean => find(sold) !== undefined,
    /**
     * Returns whether a rate of this carrier may still be bought: its seller is configured and still offers this
     * carrier.
     */
    offers: (sold: Sold): boolean => find(sold) !== undefined && isOffered(sold),
  };
}
