import { type Cents, cents } from '@parcelyard/money/cents';
import { SELLERS, type Seller } from '../seller';
import { ByteReader, ByteWriter } from './seal-bytes';

/** A carrier's service as a rate names it. */
export interface RatedService {
  readonly carrier: string;
  readonly serviceLevel: string;
  readonly method: string;
}

/** What `rate_id` says by itself. */
export interface RateTerms {
  readonly seller: Seller;
  /** Postage; what the purchase charges, whatever the carrier's tables say by then. */
  readonly price: Cents;
  /** YYYY-MM-DD */
  readonly estimatedDeliveryDate: string | undefined;
  /** The merchant's own carrier account that it is a rate of. */
  readonly carrierAccountId?: number | undefined;
}

/** One carrier's promise. */
export interface RateSeal extends RateTerms, RatedService {}

/** What a rate's signature covers: the package that it belongs to, its terms and its service. */
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

/** @param expiresAt of the package: most deliveries are within weeks of it, so that their day takes one byte */
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

/** @throws RangeError for content of another form */
export function rateTerms(content: Buffer, expiresAt: Date): RateTerms {
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

/** 0: no day. 1, 2, 3, 4, 5: the day of expiry, the day before it, the day after it, two before, two after. */
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
