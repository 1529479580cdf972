import type { Complete } from '@parcelyard/service-kit/complete';
import type { ImportedOrderInput } from '../imported-order';
import type { PlatformState } from '../order';
import type { FieldsFrom } from '../order-fields';
import type { PlatformName } from './platform-name';

/**
 * One order of a platform, in the words of this service. `withheld`: it must not be shipped from here now (unpaid, on
 * hold, or assigned to another sender). `shipped`: somebody has fulfilled it. `canceled`: it ended on the platform.
 */
export type PlatformOrder = {
  /** The platform's own id. */
  externalId: string;
  /** Changes whenever a field that we import has changed. */
  revision: string;
  /** Present on platforms where order ids are unique only within one store. */
  placedAt?: Date | undefined;
} & (OpenOnPlatform | ClosedOnPlatform);

interface ClosedOnPlatform {
  state: Exclude<PlatformState, 'open'>;
  /** Only for `shipped`, when a single order is read: our labels that the store has recorded on the order. */
  ofLabels?: readonly LabelInStore[];
  /** For a store that cannot store our ids: the tracking numbers of all parcels that it shows. */
  trackingNumbers?: readonly string[];
}

export interface LabelInStore {
  purchaseId: string;
  trackingNumber: string;
}

interface OpenOnPlatform {
  state: 'open';
  /** The shop's number for the order. It never changes, so it is not part of the revision. */
  number?: string | undefined;
  order: PlatformOrderContent;
}

export type OpenPlatformOrder = Extract<PlatformOrder, { state: 'open' }>;

export type PlatformOrderContent = Pick<ImportedOrderInput, FieldsFrom<PlatformName>>;

/** The fields of an open order that this platform's adapter brings, according to the table of fields. */
export type ContentFrom<P extends PlatformName> = Complete<Pick<ImportedOrderInput, FieldsFrom<P>>>;

/**
 * Returns whether the store's order with this id is another order than ours. After another store is connected, small
 * ids may repeat, but hardly ever with the same second. Such an order is neither imported nor changed.
 */
export const isAnotherOrder = ({ date }: { date: Date }, placedAt: Date | undefined): boolean =>
  placedAt !== undefined && placedAt.getTime() !== date.getTime();

/** Returns the stored external id. It names the platform, because two platforms may use the same number. */
export const keptExternalId = (platform: PlatformName, externalId: string): string =>
  `${platform}:${externalId}`;
