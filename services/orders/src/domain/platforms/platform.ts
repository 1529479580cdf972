import type { Complete } from '@parcelyard/service-kit/complete';
import type { ImportedOrderInput } from '../imported-order';
import type { PlatformState } from '../order';
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
  /** When the order was placed. Set only on platforms where two stores may use the same order id. */
  placedAt?: Date | undefined;
} & (OpenOnPlatform | ClosedOnPlatform);

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
 * True when the store's order with this id is not our order. After another store was connected, it may use the same
 * small ids. But its order was almost certainly not placed in the same second as ours. Such an order is neither
 * imported nor changed.
 */
export const isAnotherOrder = ({ date }: { date: Date }, placedAt: Date | undefined): boolean =>
  placedAt !== undefined && placedAt.getTime() !== date.getTime();

/** Returns the external id as it is stored, such as `shopify:727`, because two platforms may use the same id. */
export const keptExternalId = (platform: PlatformName, externalId: string): string =>
  `${platform}:${externalId}`;
