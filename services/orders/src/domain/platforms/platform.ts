import type { ImportedOrderInput } from '../imported-order';

export const PLATFORMS = ['sandbox'] as const;
export type PlatformName = (typeof PLATFORMS)[number];

export const isPlatform = (name: string): name is PlatformName =>
  (PLATFORMS as readonly string[]).includes(name);

/** One order as a platform answered it, in our words. */
export interface PlatformOrder {
  /** The platform's own id of it. */
  externalId: string;
  /** Another text whenever the platform's order has changed. */
  revision: string;
  /** `ended`: canceled or shipped there, so that nobody here shall ship it; `canceled` also takes it off here. */
  state: 'open' | 'ended' | 'canceled';
  order: PlatformOrderContent;
}

export type PlatformOrderContent = Pick<
  ImportedOrderInput,
  | 'date'
  | 'recipient'
  | 'items'
  | 'shippingCents'
  | 'taxCents'
  | 'discountCents'
  | 'totalCents'
  | 'weightOz'
  | 'note'
>;

/** The external id under which an order is kept: two platforms may use the same number. */
export const keptExternalId = (platform: PlatformName, externalId: string): string =>
  `${platform}:${externalId}`;
