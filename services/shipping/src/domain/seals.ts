import type { Parcel } from '@parcelyard/contracts/common';
import { type Cents, cents } from '@parcelyard/money/cents';
import type { PostalAddress } from './address/postal-address';
import type { ShipmentOptions } from './parcel';

/** What `package_id` holds: everything that all rates of one rating have in common. */
export interface PackageSeal {
  /** Names the rating; its rates carry the same, so that a rate cannot be paired with another rating's package. */
  readonly rating: string;
  readonly accountId: number;
  readonly orderId: number;
  readonly addressVersion: number;
  readonly parcel: Parcel;
  readonly options: ShipmentOptions;
  readonly shipFrom: PostalAddress;
  readonly expiresAt: Date;
}

/** What `rate_id` holds: one carrier's promise. */
export interface RateSeal {
  readonly rating: string;
  readonly accountId: number;
  readonly orderId: number;
  readonly carrier: string;
  readonly serviceLevel: string;
  readonly method: string;
  /** Postage; what the purchase charges, whatever the carrier's tables say by then. */
  readonly price: Cents;
  readonly deliveryDays: number | undefined;
  /** YYYY-MM-DD */
  readonly estimatedDeliveryDate: string | undefined;
  readonly expiresAt: Date;
}

/**
 * Seals travel through the context of a language model, so they are lists without names: the position says what a
 * value is. A value may be added at the end, never moved.
 */
export type SealContent = readonly unknown[];

export function packageContent(seal: PackageSeal): SealContent {
  const { parcel, options, shipFrom } = seal;
  return [
    seal.rating,
    seal.accountId,
    seal.orderId,
    seal.addressVersion,
    toSeconds(seal.expiresAt),
    [parcel.weightOz, ...(parcel.length === undefined ? [] : [parcel.length, parcel.width, parcel.height])],
    (options.signatureRequired ? 1 : 0) + (options.saturdayDelivery ? 2 : 0),
    ADDRESS_FIELDS.map((field) => shipFrom[field]),
  ];
}

export function packageSeal(content: SealContent): PackageSeal {
  const [rating, accountId, orderId, addressVersion, expiry, sizes, options, shipFrom] = content as [
    string,
    number,
    number,
    number,
    number,
    [number, number?, number?, number?],
    number,
    string[],
  ];
  const [weightOz, length, width, height] = sizes;
  return {
    rating,
    accountId,
    orderId,
    addressVersion,
    parcel: { weightOz, length, width, height },
    options: { signatureRequired: (options & 1) !== 0, saturdayDelivery: (options & 2) !== 0 },
    shipFrom: Object.fromEntries(
      ADDRESS_FIELDS.map((field, position) => [field, shipFrom[position] ?? '']),
    ) as unknown as PostalAddress,
    expiresAt: fromSeconds(expiry),
  };
}

export function rateContent(seal: RateSeal): SealContent {
  return [
    seal.rating,
    seal.accountId,
    seal.orderId,
    toSeconds(seal.expiresAt),
    seal.carrier,
    seal.serviceLevel,
    seal.method,
    seal.price,
    seal.deliveryDays ?? null,
    seal.estimatedDeliveryDate ?? null,
  ];
}

export function rateSeal(content: SealContent): RateSeal {
  const [rating, accountId, orderId, expiry, carrier, serviceLevel, method, price, days, date] = content as [
    string,
    number,
    number,
    number,
    string,
    string,
    string,
    number,
    number | null,
    string | null,
  ];
  return {
    rating,
    accountId,
    orderId,
    carrier,
    serviceLevel,
    method,
    price: cents(price),
    deliveryDays: days ?? undefined,
    estimatedDeliveryDate: date ?? undefined,
    expiresAt: fromSeconds(expiry),
  };
}

const ADDRESS_FIELDS = [
  'name',
  'company',
  'street1',
  'street2',
  'street3',
  'city',
  'state',
  'zip',
  'country',
  'phone',
  'email',
] as const satisfies readonly (keyof PostalAddress)[];

const toSeconds = (time: Date): number => Math.floor(time.getTime() / 1000);
const fromSeconds = (seconds: number): Date => new Date(seconds * 1000);
