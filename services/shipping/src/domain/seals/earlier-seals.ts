import type { Parcel } from '@parcelyard/contracts/common';
import { type Cents, cents } from '@parcelyard/money/cents';
import type { PostalAddress } from '../address/postal-address';
import type { PackageSeal } from './package-seal';
import type { RateSeal } from './rate-seal';

/** What a seal of before version 1 holds: values without names, by their position. They hold for a day (docs/adr/0108). */
export type EarlierContent = readonly unknown[];

/** Five parts; a seal of version 1 has no dot. */
export const isEarlierSeal = (token: string): boolean => token.split('.').length === 5;

/** A rating that both its package and its rates name. */
export interface EarlierRating {
  readonly rating: string;
}

/** The address that it ships from stood in it whole. */
type EarlierPackage = Omit<PackageSeal, 'shipFrom'> & EarlierRating & { readonly shipFrom: PostalAddress };

export function earlierPackage(content: EarlierContent): EarlierPackage {
  const [rating, accountId, orderId, addressVersion, expiry, sizes, options, lines] = content as [
    ...[string, number, number, number, number, [number, number?, number?, number?], number, string[]],
  ];
  const [weightOz, length, width, height] = sizes;
  const parcel: Parcel = { weightOz, length, width, height };
  const shipFrom = Object.fromEntries(
    ADDRESS_FIELDS.map((field, position) => [field, lines[position] ?? '']),
  ) as unknown as PostalAddress;
  return {
    ...{ rating, accountId, orderId, addressVersion, parcel },
    options: { signatureRequired: (options & 1) !== 0, saturdayDelivery: (options & 2) !== 0 },
    shipFrom,
    expiresAt: new Date(expiry * 1000),
  };
}

export function earlierRate(content: EarlierContent): RateSeal & EarlierRating {
  const [rating, , , , carrier, serviceLevel, method, price, , date] = content as [
    ...[string, number, number, number, string, string, string, Cents, number | null, string | null],
  ];
  const terms = { price: cents(price), estimatedDeliveryDate: date ?? undefined };
  return { rating, carrier, serviceLevel, method, ...terms };
}

const ADDRESS_FIELDS = [
  ...(['name', 'company', 'street1', 'street2', 'street3', 'city', 'state', 'zip', 'country'] as const),
  ...(['phone', 'email'] as const),
] satisfies readonly (keyof PostalAddress)[];
