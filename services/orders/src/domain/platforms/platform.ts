import type { Complete } from '@parcelyard/service-kit/complete';
import type { ImportedOrderInput } from '../imported-order';
import type { PlatformState } from '../order';
import type { FieldsFrom } from '../order-fields';
import type { PlatformName } from './platform-name';

/**
 * One order as a platform answered it, in our words. `withheld`: nobody here may ship it now (unpaid, on hold, or with
 * somebody else). `shipped`: fulfilled there, by anybody. `canceled`: ended there.
 */
export type PlatformOrder = {
  /** The platform's own id. */
  externalId: string;
  /** Changes whenever a field that we take has changed. */
  revision: string;
  /** Given where ids are unique only within one store. */
  placedAt?: Date | undefined;
} & (OpenOnPlatform | ClosedOnPlatform);

interface ClosedOnPlatform {
  state: Exclude<PlatformState, 'open'>;
  /** Of `shipped`, when the order is read alone: our labels that the store has noted on it. */
  ofLabels?: readonly LabelInStore[];
  /** The same for a store that has no place for our ids: the numbers of all parcels that it shows. */
  trackingNumbers?: readonly string[];
}

export interface LabelInStore {
  purchaseId: string;
  trackingNumber: string;
}

interface OpenOnPlatform {
  state: 'open';
  /** The shop's number for it; it never changes, so it is not part of the revision. */
  number?: string | undefined;
  order: PlatformOrderContent;
}

export type OpenPlatformOrder = Extract<PlatformOrder, { state: 'open' }>;

export type PlatformOrderContent = Pick<ImportedOrderInput, FieldsFrom<PlatformName>>;

/** What this platform's adapter brings of an open order, by the table of fields. */
export type ContentFrom<P extends PlatformName> = Complete<Pick<ImportedOrderInput, FieldsFrom<P>>>;

/**
 * Whether a store means another order than ours by the same id. Small numbers repeat once another store is connected,
 * but hardly with the same second. We take and change nothing of that order.
 */
export const isAnotherOrder = ({ date }: { date: Date }, placedAt: Date | undefined): boolean =>
  placedAt !== undefined && placedAt.getTime() !== date.getTime();

/** The stored external id: two platforms may use the same number. */
export const keptExternalId = (platform: PlatformName, externalId: string): string =>
  `${platform}:${externalId}`;
