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

export interface CarrierRegistry {
  /** The configured carriers: one entry per carrier and seller. */
  readonly all: readonly Carrier[];
  readonly accounts: SellerAccounts;
  /** For new requests. @throws DomainError invalid_argument naming the carriers that exist */
  get(code: string): Carrier;
  /** For rates, labels and pickups: only their seller knows them. @throws SellerNotConfigured */
  of(sold: Sold): Carrier;
  /** True when `of` would not throw. */
  has(sold: Sold): boolean;
}

export function createCarrierRegistry(
  carriers: readonly Carrier[],
  accounts: SellerAccounts = {},
): CarrierRegistry {
  const codes = [...new Set(carriers.map(({ code }) => code))];
  const find = ({ seller, carrier: code }: Sold) =>
    carriers.find((carrier) => carrier.seller === seller && carrier.code === code);
  return {
    all: carriers,
    accounts,
    get: (given) => {
      const code = given.trim().toLowerCase();
      const carrier = carriers.find((one) => one.code === code);
      if (carrier) return carrier;
      throw new DomainError(
        'invalid_argument',
        'field_not_one_of',
        { allowed: codes, got: given },
        {
          field: 'carrier',
        },
      );
    },
    of: (sold) => {
      const carrier = find(sold);
      if (carrier) return carrier;
      throw new SellerNotConfigured(sold.seller);
    },
    has: (sold) => find(sold) !== undefined,
  };
}
