import type { Order } from '../order';
import type { OrderLabel } from '../order-label';
import { keptExternalId } from './platform';
import { PLATFORMS, type PlatformName } from './platform-name';
import type { StoreFulfillmentState } from './store-fulfillment';

/** When a store is told about a label, and what it is told. */
export interface FulfillmentSettings {
  fulfillOn: 'purchase' | 'print' | 'never';
  /** WooCommerce: the order's status after the store was told about the label. If empty, the status stays. */
  statusAfter: string;
  /** Whether the store mails its customer when it is told about a label. */
  notifyCustomer: boolean;
}

export const FULFILL_ON: readonly FulfillmentSettings['fulfillOn'][] = ['purchase', 'print', 'never'];

/** By default the store sends no mail, because we do. */
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

/** Returns the store's order from which this order was imported; undefined when this order is not from a store. */
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
 * Returns what to tell an order's store next, from the order and from the labels already reported to the store. A
 * reported label that the order no longer has is taken back first. Then the order's present label is reported. A
 * repeated or late call does no harm.
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
  // An earlier attempt began to report this label, and the store may have received the report. So the report is
  // completed even if the setting has changed.
  if (known) return { kind: 'fulfill', label };
  // The carrier may soon void this label, so the store is told about the label only if the carrier refuses the void.
  if (label.pendingVoid) return { kind: 'rest', state: order.storeFulfillment?.state };
  if (fulfillOn === 'never') return { kind: 'rest', state: undefined };
  if (fulfillOn === 'print' && status === 'PrintLabel') return { kind: 'rest', state: 'waiting_for_print' };
  return { kind: 'fulfill', label };
}
