import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Seller } from '../domain/seller';
import type { Carrier } from './carrier-port';
import { SellerNotConfigured } from './seller-not-configured';

/** A carrier at the seller through whom something was sent. */
export interface Sold {
  readonly seller: Seller;
  readonly carrier: string;
}

/**
 * External ids of the deployment's own accounts at each seller. A seller that is absent has none, and merchants cannot
 * use accounts of their own there.
 */
export type SellerAccounts = Readonly<Partial<Record<Seller, readonly string[]>>>;

export interface CarrierRegistry {
  /** Who sells now: each carrier once for each seller that has it. */
  readonly all: readonly Carrier[];
  readonly accounts: SellerAccounts;
  /** For what is yet to be asked for. @throws DomainError invalid_argument naming the carriers that exist */
  get(code: string): Carrier;
  /** For what was rated, bought or booked: nobody but its seller knows of it. @throws SellerNotConfigured */
  of(sold: Sold): Carrier;
  /** Whether `of` would answer. */
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
