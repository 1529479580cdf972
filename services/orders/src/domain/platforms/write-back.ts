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
  /** Whether the store mails its customer about it. */
  notifyCustomer: boolean;
}

export const FULFILL_ON: readonly FulfillmentSettings['fulfillOn'][] = ['purchase', 'print', 'never'];

/** The default settings. We mail the customer ourselves, so the store need not. */
export const DEFAULT_FULFILLMENT: FulfillmentSettings = {
  fulfillOn: 'purchase',
  statusAfter: 'completed',
  notifyCustomer: false,
};

/** What a store was told, or is being told, about one label. */
export interface ToldFulfillment {
  purchaseId: string;
  trackingNumber: string;
  /** The store's ids for it; undefined until its answer is known. */
  ids?: readonly string[] | undefined;
}

export interface StoreOrderRef {
  platform: PlatformName;
  /** The store's own id. */
  externalId: string;
}

/** The store's order behind an imported one; undefined when no store brought it. */
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
 * What to tell an order's store next, from the order and what the store was told before. A label that is gone is
 * withdrawn, and the live one is told. The order alone decides, so calls may come twice, late and in any order.
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
  // What was begun is finished, whatever the setting is now, because the store may have it already.
  if (known) return { kind: 'fulfill', label };
  // The label may soon be gone: the store is told after the carrier has refused to take it back.
  if (label.pendingVoid) return { kind: 'rest', state: order.storeFulfillment?.state };
  if (fulfillOn === 'never') return { kind: 'rest', state: undefined };
  if (fulfillOn === 'print' && status === 'PrintLabel') return { kind: 'rest', state: 'waiting_for_print' };
  return { kind: 'fulfill', label };
}
