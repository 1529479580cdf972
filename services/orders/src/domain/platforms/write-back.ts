import type { Order } from '../order';
import type { OrderLabel } from '../order-label';
import { keptExternalId } from './platform';
import { PLATFORMS, type PlatformName } from './platform-name';
import type { StoreFulfillmentState } from './store-fulfillment';

/** When and how a store is notified that an order was fulfilled. */
export interface FulfillmentSettings {
  fulfillOn: 'purchase' | 'print' | 'never';
  /** WooCommerce: the order's status after the notification. If empty, the status stays. */
  statusAfter: string;
  /** Whether the store mails its customer about the fulfillment. */
  notifyCustomer: boolean;
}

export const FULFILL_ON: readonly FulfillmentSettings['fulfillOn'][] = ['purchase', 'print', 'never'];

/** The default settings. We mail the customer, so the store does not. */
export const DEFAULT_FULFILLMENT: FulfillmentSettings = {
  fulfillOn: 'purchase',
  statusAfter: 'completed',
  notifyCustomer: false,
};

/** What was sent, or is being sent, to a store about one label. */
export interface ReportedFulfillment {
  purchaseId: string;
  trackingNumber: string;
  /** The store's ids for the fulfillment; undefined until the store's answer is known. */
  ids?: readonly string[] | undefined;
}

export interface StoreOrderRef {
  platform: PlatformName;
  /** The store's own id of the order. */
  externalId: string;
}

/** Returns the store's order behind an imported order; undefined when no store brought it. */
export function storeOrderOf({ externalOrderId, source }: Order): StoreOrderRef | undefined {
  if (!source || externalOrderId === undefined) return undefined;
  const platform = PLATFORMS.find((name) => externalOrderId.startsWith(keptExternalId(name, '')));
  return platform && { platform, externalId: externalOrderId.slice(keptExternalId(platform, '').length) };
}

export type WriteBackStep =
  | { kind: 'withdraw'; told: ReportedFulfillment }
  | { kind: 'fulfill'; label: OrderLabel }
  | { kind: 'rest'; state: StoreFulfillmentState | undefined };

/**
 * Returns what to send to an order's store next, computed from the order and from what the store received before. The
 * fulfillment of a label that the order no longer has is withdrawn, and the live label is reported. The result depends
 * only on the order, so calls may come twice, late and in any order.
 */
export function nextWriteBack(
  order: Order,
  reported: readonly ReportedFulfillment[],
  { fulfillOn }: Pick<FulfillmentSettings, 'fulfillOn'>,
): WriteBackStep {
  const { label, status } = order;
  const outdated = reported.find(({ purchaseId }) => purchaseId !== label?.purchaseId);
  if (outdated) return { kind: 'withdraw', told: outdated };
  if (!label) return { kind: 'rest', state: order.storeFulfillment && 'withdrawn' };
  const known = reported.find(({ purchaseId }) => purchaseId === label.purchaseId);
  if (known?.ids) return { kind: 'rest', state: known.ids.length > 0 ? 'fulfilled' : 'not_needed' };
  // A step that was begun is finished even if the setting has changed, because the store may already have received it.
  if (known) return { kind: 'fulfill', label };
  // The label may soon be voided. The store is notified only when the carrier has refused the void.
  if (label.pendingVoid) return { kind: 'rest', state: order.storeFulfillment?.state };
  if (fulfillOn === 'never') return { kind: 'rest', state: undefined };
  if (fulfillOn === 'print' && status === 'PrintLabel') return { kind: 'rest', state: 'waiting_for_print' };
  return { kind: 'fulfill', label };
}
