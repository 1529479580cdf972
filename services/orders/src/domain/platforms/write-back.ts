import type { Order } from '../order';
import type { OrderLabel } from '../order-label';
import { keptExternalId } from './platform';
import { PLATFORMS, type PlatformName } from './platform-name';
import type { StoreFulfillmentState } from './store-fulfillment';

/** When a store is told that an order was fulfilled, and how. */
export interface FulfillmentSettings {
  fulfillOn: 'purchase' | 'print' | 'never';
  /** WooCommerce: the order's status from then on; empty: it stays. */
  statusAfter: string;
  /** Whether the store mails its customer of it. */
  notifyCustomer: boolean;
}

export const FULFILL_ON: readonly FulfillmentSettings['fulfillOn'][] = ['purchase', 'print', 'never'];

/** Of a store that was never set otherwise. We mail the customer ourselves, so the store need not. */
export const DEFAULT_FULFILLMENT: FulfillmentSettings = {
  fulfillOn: 'purchase',
  statusAfter: 'completed',
  notifyCustomer: false,
};

/** What a store was told of one label, or is being told. */
export interface ToldFulfillment {
  purchaseId: string;
  trackingNumber: string;
  /** The store's ids of it; undefined until its answer is known. */
  ids?: readonly string[] | undefined;
}

export interface StoreOrderRef {
  platform: PlatformName;
  /** The store's own id. */
  externalId: string;
}

/** Where an imported order has its origin; undefined for one that no store brought. */
export function storeOrderOf({ externalOrderId, source }: Order): StoreOrderRef | undefined {
  if (!source || externalOrderId === undefined) return undefined;
  const platform = PLATFORMS.find((name) => externalOrderId.startsWith(keptExternalId(name, '')));
  return platform && { platform, externalId: externalOrderId.slice(keptExternalId(platform, '').length) };
}

export type WriteBackStep =
  | { kind: 'withdraw'; told: ToldFulfillment }
  | { kind: 'fulfill'; label: OrderLabel }
  | { kind: 'rest'; state: StoreFulfillmentState | undefined };

/**
 * What its store is to be told next of an order, from the order and what the store was told before: a label that is gone
 * is taken back, the live one is told. The order alone decides, so that calls may come twice, late and in any order.
 */
export function nextWriteBack(
  order: Order,
  told: readonly ToldFulfillment[],
  { fulfillOn }: Pick<FulfillmentSettings, 'fulfillOn'>,
): WriteBackStep {
  const { label, status } = order;
  const gone = told.find(({ purchaseId }) => purchaseId !== label?.purchaseId);
  if (gone) return { kind: 'withdraw', told: gone };
  if (!label) return { kind: 'rest', state: order.storeFulfillment && 'withdrawn' };
  const known = told.find(({ purchaseId }) => purchaseId === label.purchaseId);
  if (known?.ids) return { kind: 'rest', state: known.ids.length > 0 ? 'fulfilled' : 'not_needed' };
  // What was begun is ended, whatever the setting is now: the store may have it already.
  if (known) return { kind: 'fulfill', label };
  // It may be gone in a moment: the store is told when the carrier has refused to take it back.
  if (label.pendingVoid) return { kind: 'rest', state: order.storeFulfillment?.state };
  if (fulfillOn === 'never') return { kind: 'rest', state: undefined };
  if (fulfillOn === 'print' && status === 'PrintLabel') return { kind: 'rest', state: 'waiting_for_print' };
  return { kind: 'fulfill', label };
}
