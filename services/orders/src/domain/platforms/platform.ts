import type { Complete } from '@parcelyard/service-kit/complete';
import type { ImportedOrderInput } from '../imported-order';
import type { PlatformState } from '../order';
import type { FieldsFrom } from '../order-fields';
import type { PlatformName } from './platform-name';

/**
 * One order as a platform answered it, in our words. `withheld` is for nobody here to ship now: unpaid, on hold, or
 * with somebody else. `shipped` is fulfilled there, by whomever; `canceled` ended there.
 */
export type PlatformOrder = {
  /** The platform's own id of it. */
  externalId: string;
  /** Another text whenever something of it that we take has changed. */
  revision: string;
  /** Given where ids are unique in one store only. */
  placedAt?: Date | undefined;
} & (OpenOnPlatform | { state: Exclude<PlatformState, 'open'> });

interface OpenOnPlatform {
  state: 'open';
  /** What the shop calls it; never another one, so that it says nothing about a change. */
  number?: string | undefined;
  order: PlatformOrderContent;
}

export type OpenPlatformOrder = Extract<PlatformOrder, { state: 'open' }>;

export type PlatformOrderContent = Pick<ImportedOrderInput, FieldsFrom<PlatformName>>;

/** What this platform's adapter brings of an open order, each by the table of fields. */
export type ContentFrom<P extends PlatformName> = Complete<Pick<ImportedOrderInput, FieldsFrom<P>>>;

/**
 * Whether a store means another order than ours by the same id: small numbers come again once another store is connected,
 * but hardly at the same second. Nothing of that order is ours to take or to change.
 */
export const isAnotherOrder = ({ date }: { date: Date }, placedAt: Date | undefined): boolean =>
  placedAt !== undefined && placedAt.getTime() !== date.getTime();

/** The external id under which an order is kept: two platforms may use the same number. */
export const keptExternalId = (platform: PlatformName, externalId: string): string =>
  `${platform}:${externalId}`;
