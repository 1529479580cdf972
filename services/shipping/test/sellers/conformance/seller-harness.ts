import type { HookDelivery } from '@parcelyard/contracts/common';
import type { FakeClock } from '@parcelyard/testing/fake-clock';
import type { BuyRequest, Carrier, TrackingStatus } from '../../../src/sellers/carrier-port';
import type { OpenSeller } from '../../../src/sellers/seller-port';

/**
 * What may happen at a seller. For each situation, a seller's tests create it or say why it can never happen. `sale` is
 * the call that buys. `look-up` are the calls that ask whether a label was sold.
 */
export const SITUATIONS = [
  'sale refused',
  'sale refused for the operator',
  'sale with a dead key',
  'sale without room once',
  'sale without room',
  'sale lost before',
  'sale lost after',
  'sale met a page',
  'sale met garbage',
  'sale met a proxy’s JSON',
  'sale met a proxy’s success',
  'sale failed at the server',
  'sale without the carrier',
  'sold late',
  'sold, and what follows is refused',
  'sold dearer',
  'sold to another address',
  'sold under another reference',
  'price raised',
  'preparation slow',
  'look-up lost',
  'look-up without room',
  'look-up met a page',
  'look-up met a proxy’s success',
  'look-up forgets',
  'another label under the reference',
  'void accepted',
  'void pending',
  'void accepted later',
  'void refused',
  'void rejected later',
  'void lost after',
  'void without room',
  'void refused because it was asked for',
  'no rates',
  'one carrier fails',
  'rates by one call',
  'rates refused',
  'rates without room',
  'rates lost',
  'rates met garbage',
  'carrier account fails',
  'scans: InTransit',
  'scans: Delivered',
  'scans: DeliveryFailure',
  'scans: ReturnedToSender',
  'track lost',
  'QR label',
  'carrier without QR labels',
  'insurance',
  'no insurance',
  'insuring refused for the operator',
  'goods declared',
  'address check lost',
  'address check refused',
  'sold half a year ago',
  'label bought by hand',
  'several pages',
  'events',
  'refund events',
  'adjusted postage',
  'adjusted postage of others',
  'pickup at a price',
  'carrier that charges for pickups',
  'pickup canceled',
] as const;

export type Situation = (typeof SITUATIONS)[number];

/** Situations for which the harness has its own member. All other situations are created by functions in `arrange`. */
export const PARTS = {
  events: ({ events }) => events,
  'refund events': ({ events }) => events?.aboutRefund,
  'sale with a dead key': ({ withDeadKey }) => withDeadKey,
  'goods declared': ({ declared }) => declared,
  'rates by one call': ({ ratedCount }) => ratedCount,
} as const satisfies Partial<Record<Situation, (harness: SellerHarness) => unknown>>;

export const isPart = (situation: Situation): situation is keyof typeof PARTS => situation in PARTS;

/**
 * What a case gets from a situation. `request`: the request to use in place of the purchase's request. `later`: a
 * function that makes the second half of the situation happen.
 */
export interface Arranged {
  readonly request?: BuyRequest;
  readonly later?: () => void;
}

/**
 * Creates the situation. It happens at the next call of its kind, such as the next sale.
 * @param request the request of the purchase
 */
export type Arrange = (request: BuyRequest) => Arranged | Promise<Arranged>;

/** A seller that calls a simulated API instead of the real one. Each case gets a new seller. */
export interface SellerHarness {
  readonly seller: Pick<OpenSeller, 'carriers' | 'journal' | 'adjustments' | 'readHook' | 'verify'>;
  readonly carrier: Carrier;
  readonly clock: FakeClock;
  /** True when a look-up is always certain: if it does not find a label, the label was not sold. */
  readonly knowsAtOnce?: true;
  /** Returns the same carrier in another process. */
  another(): Promise<Carrier>;
  /** Returns a purchase that succeeds unless a situation prevents it. Its reference is like `pur_1001_1_a1_5eed`. */
  purchase(changes?: Partial<BuyRequest>): BuyRequest;
  /** Returns how many labels the seller has sold, also voided ones. */
  soldCount(): Promise<number>;
  /** Returns how many pickups the seller has booked, also canceled ones. */
  bookedCount(): Promise<number>;
  ratedCount?(): number;
  readonly arrange: Partial<Record<Exclude<Situation, keyof typeof PARTS>, Arrange>>;
  /** Returns the lines of the customs declaration that the seller got with this sale. */
  declared?(reference: string): Promise<readonly DeclaredLine[]> | readonly DeclaredLine[];
  /** Returns the carrier of a seller whose API key is invalid. */
  withDeadKey?(): Promise<Carrier>;
  readonly events?: {
    /** Returns an event about a scan of this parcel, signed with this secret, by default the current one. */
    aboutScan(trackingNumber: string, secret?: string): HookDelivery;
    /** Returns an event about the refund of this label, signed with the current secret. */
    aboutRefund?(trackingNumber: string): HookDelivery;
    /** A message with a correct signature that contains no event. */
    readonly garbage: HookDelivery;
    readonly other: HookDelivery;
  };
  stop(): Promise<unknown>;
}

export interface DeclaredLine {
  readonly description: string;
  readonly quantity: number;
  readonly cents: number;
  readonly originCountry: string;
}

/** After this time, a request to sell can no longer end in a sale. */
export const SETTLED_MS = 90_000;

export const scansOf = (status: TrackingStatus): Situation => `scans: ${status}` as Situation;
