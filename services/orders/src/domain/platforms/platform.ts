import type { Complete } from '@parcelyard/service-kit/complete';
import type { ImportedOrderInput } from '../imported-order';
import type { Order, PlatformState } from '../order';
import type { FieldsFrom } from '../order-fields';
import type { PlatformName } from './platform-name';

/**
 * One order of a platform. `withheld`: it must not be shipped from here now (unpaid, on hold, or assigned to another
 * sender). `shipped`: somebody has sent it. `canceled`: it ended on the platform.
 */
export type PlatformOrder = {
  /** The platform's own id. */
  externalId: string;
  /** Changes whenever a field that we import has changed. */
  revision: string;
} & OrderMarks &
  (OpenOnPlatform | ClosedOnPlatform);

/**
 * What tells two orders with the same id apart. Set only on platforms where orders of two stores may have the same id.
 */
export interface OrderMarks {
  /** A text that no other order has, and that never changes. Missing when a plugin of the store has removed it. */
  mark?: string | undefined;
  /** When the order was placed. People may edit this time in the store. */
  placedAt?: Date | undefined;
}

interface ClosedOnPlatform {
  state: Exclude<PlatformState, 'open'>;
  /** Only for `shipped`, when a single order is read: our labels that the store shows on the order. */
  ofLabels?: readonly LabelInStore[];
  /**
   * The tracking numbers of all parcels that the store shows on the order. Set only when the store cannot store our
   * ids.
   */
  trackingNumbers?: readonly string[];
}

export interface LabelInStore {
  purchaseId: string;
  trackingNumber: string;
}

interface OpenOnPlatform {
  state: 'open';
  /** The shop's number for the order. It never changes. */
  number?: string | undefined;
  order: PlatformOrderContent;
}

export type OpenPlatformOrder = Extract<PlatformOrder, { state: 'open' }>;

export type PlatformOrderContent = Pick<ImportedOrderInput, FieldsFrom<PlatformName>>;

/** The fields of an open order that the adapter of this platform fills. */
export type ContentFrom<P extends PlatformName> = Complete<Pick<ImportedOrderInput, FieldsFrom<P>>>;

/**
 * True when the store's order with this id is not our order. This happens when the merchant has connected another store
 * that uses the same small ids. The other store's order is neither imported nor changed. Orders that version 0.1.0
 * imported have no mark. They are compared by time, because two stores almost certainly have no orders of the same
 * second.
 */
export function isAnotherOrder(
  { date, source }: Pick<Order, 'date' | 'source'>,
  { mark, placedAt }: OrderMarks,
): boolean {
  if (source?.mark !== undefined && mark !== undefined) return source.mark !== mark;
  return placedAt !== undefined && placedAt.getTime() !== date.getTime();
}

/** Returns the external id as it is stored, such as `shopify:727`, because two platforms may use the same id. */
export const keptExternalId = (platform: PlatformName, externalId: string): string =>
  `${platform}:${externalId}`;
