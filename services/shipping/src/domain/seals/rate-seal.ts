import { type Cents, cents } from '@parcelyard/money/cents';
import { SELLERS, type Seller } from '../seller';
import { ByteReader, ByteWriter } from './seal-bytes';

export interface RatedService {
  readonly carrier: string;
  readonly serviceLevel: string;
  readonly method: string;
}

export interface RateTerms {
  readonly seller: Seller;
  /** The postage. The purchase costs exactly this. */
  readonly price: Cents;
  /** YYYY-MM-DD */
  readonly estimatedDeliveryDate: string | undefined;
  /** The merchant's own carrier account from which the rate comes. */
  readonly carrierAccountId?: number | undefined;
}

export interface RateSeal extends RateTerms, RatedService {}

/** Returns the bytes that are signed for a rate: its package, its terms and its service. */
export const rateStatement = (
  packageId: string,
  terms: Buffer,
  { carrier, serviceLevel, method }: RatedService,
): Buffer =>
  new ByteWriter()
    .text('rate')
    .text(packageId)
    .count(terms.length)
    .raw(terms)
    .text(carrier)
    .text(serviceLevel)
    .text(method)
    .bytes();

/**
 * @param expiresAt when the package seal expires. The delivery date is written as its distance from this day, which
 * usually fits into one byte.
 */
export function rateContent(
  { seller, price, estimatedDeliveryDate, carrierAccountId }: RateTerms,
  expiresAt: Date,
): Buffer {
  const content = new ByteWriter()
    .count(SELLERS.indexOf(seller))
    .count(price)
    .count(daysFrom(expiresAt, estimatedDeliveryDate));
  return (carrierAccountId === undefined ? content : content.count(carrierAccountId)).bytes();
}

/** @throws RangeError when the bytes are no rate */
export function readRateTerms(content: Buffer, expiresAt: Date): RateTerms {
  const read = new ByteReader(content);
  const seller = sellerAt(read.count());
  const price = cents(read.count());
  const estimatedDeliveryDate = dayAfter(expiresAt, read.count());
  const carrierAccountId = read.atEnd() ? undefined : read.count();
  read.end();
  const ownAccount = carrierAccountId === undefined ? {} : { carrierAccountId };
  return { seller, price, estimatedDeliveryDate, ...ownAccount };
}

function sellerAt(place: number): Seller {
  const seller = SELLERS[place];
  if (seller) return seller;
  throw new RangeError(`there is no seller ${place}`);
}

const DAY_MS = 86_400_000;
const dayOf = (time: Date): number => Math.floor(time.getTime() / DAY_MS);

/**
 * Writes a date as a number: 0 for no date, 1 for the day of expiry, 2 for one day before it, 3 for one day after it, 4
 * for two days before it, 5 for two days after it …
 */
function daysFrom(expiresAt: Date, date: string | undefined): number {
  const days = Date.parse(`${date}T00:00:00Z`) / DAY_MS - dayOf(expiresAt);
  if (!Number.isInteger(days)) return 0;
  return days < 0 ? -2 * days : 2 * days + 1;
}

function dayAfter(expiresAt: Date, count: number): string | undefined {
  if (count === 0) return undefined;
  const days = count % 2 === 0 ? -count / 2 : (count - 1) / 2;
  return new Date((dayOf(expiresAt) + days) * DAY_MS).toISOString().slice(0, 10);
}
