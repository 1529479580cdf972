import type { Check } from '@parcelyard/service-kit/diagnosis/finding';
import { checkAddress } from '../domain/address/check-address';
import type { Seller } from '../domain/seller';
import type { SellerJournal } from '../ports';
import type { AdjustmentSource } from './adjustment-source';
import { type CarrierRegistry, createCarrierRegistry } from './carrier-registry';
import { journalOfSellers } from './journal-of-sellers';
import type { ConfiguredSeller } from './open-sellers';
import type { ReadHook, VerifyAddress } from './seller-port';

export interface JoinedSellers {
  readonly registry: CarrierRegistry;
  readonly addresses: { readonly verify: VerifyAddress };
  /** The sellers' own lists of their sales, for `shipctl ledger verify`. */
  readonly journal: SellerJournal;
  /** Where sellers report changes of postage, one source for each seller. */
  readonly adjustments: readonly AdjustmentSource[];
  readonly readHooks: ReadonlyMap<string, ReadHook>;
  readonly checks: readonly Check[];
}

export function joinSellers(sellers: ReadonlyMap<Seller, ConfiguredSeller>): JoinedSellers {
  const all = [...sellers.values()];
  /**
   * Takes one part from each seller, such as its journal. Returns the parts by the seller's name. Sellers without this
   * part are left out.
   */
  const byName = <Part>(part: (seller: ConfiguredSeller) => Part | undefined) =>
    new Map(
      [...sellers].flatMap(([name, seller]): [Seller, Part][] => {
        const own = part(seller);
        return own === undefined ? [] : [[name, own]];
      }),
    );
  const verify = all.find((seller) => seller.verify)?.verify;
  return {
    registry: createCarrierRegistry(
      all.flatMap(({ carriers }) => carriers),
      Object.fromEntries(byName(({ accounts }) => accounts)),
      ({ seller, carrier }) => sellers.get(seller)?.offered.includes(carrier) ?? false,
    ),
    addresses: { verify: verify ?? (async (address) => checkAddress(address)) },
    journal: journalOfSellers(byName(({ journal }) => journal)),
    adjustments: all.flatMap(({ adjustments }) => adjustments ?? []),
    readHooks: byName(({ readHook }) => readHook),
    checks: all.flatMap(({ checks }) => checks),
  };
}
