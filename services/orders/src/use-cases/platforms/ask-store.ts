import { cleanSavedText } from '@parcelyard/service-kit/clean-saved-text';
import type { Order } from '../../domain/order';
import { LINES } from '../../domain/order-fields';
import { boughtLabels } from '../../domain/order-label';
import type { PlatformConnection, StoreAccess } from '../../domain/platforms/connection';
import { isAnotherOrder, type LabelInStore, type PlatformOrder } from '../../domain/platforms/platform';
import { storeOrderOf } from '../../domain/platforms/write-back';
import type { Platform, Platforms, UnreadableOrder } from '../../ports';
import type { OrdersPorts } from '../orders-ports';
import { updateFromPlatform } from './update-from-platform';

export type AskStoreDependencies = Pick<OrdersPorts, 'orders' | 'ids' | 'platforms' | 'clock'>;

/**
 * Asks an order's store for this order, and saves the answer. The status changes only if nobody has changed the order
 * meanwhile. If the store no longer has the order, the store's last report stays saved.
 * @returns the store's report; undefined when the store returns nothing readable about this order
 * @throws the same errors as `Platform.fetchOrder`
 */
export async function askStore(
  { platforms, ...dependencies }: AskStoreDependencies,
  store: PlatformConnection,
  access: StoreAccess,
  order: Order,
): Promise<PlatformOrder | undefined> {
  const { source, version } = order;
  const asked = { version, at: dependencies.clock.now() };
  const storeOrder = await readFromStore(platforms, access, order);
  if (!storeOrder || !source) return undefined;
  // The store reports the order as sent because it still shows a label that the order no longer has. The caller takes
  // this label back from the store.
  if (labelsOfThePast(order, storeOrder).length > 0) return storeOrder;
  await updateFromPlatform(dependencies, { ...store, id: source.jobId }, order, storeOrder, asked);
  return storeOrder;
}

/** Reads the order from its store. Returns and throws the same as `askStore`. */
export async function readFromStore(
  platforms: Platforms,
  access: StoreAccess,
  order: Order,
): Promise<PlatformOrder | undefined> {
  const { accountId, source } = order;
  const at = storeOrderOf(order);
  if (!at || !source) return undefined;
  const { fetchOrder } = platforms[at.platform] as Partial<Platform>;
  if (!fetchOrder) return undefined;
  const found = cleanSavedText(await fetchOrder({ accountId, access }, at.externalId), LINES);
  const storeOrder = found ?? lastKnownState(at, source);
  if (!storeOrder || isUnreadable(storeOrder) || isAnotherOrder(order, storeOrder)) return undefined;
  return storeOrder;
}

/**
 * Returns labels that the store shows, but that the order no longer has. This happens when our report of the label was
 * delayed, and reached the store after we had already taken the label back.
 */
export function labelsOfThePast(order: Order, storeOrder: PlatformOrder): readonly LabelInStore[] {
  if (storeOrder.state !== 'shipped') return [];
  const { ofLabels, trackingNumbers = [] } = storeOrder;
  const shown =
    ofLabels ?? boughtLabels(order).filter(({ trackingNumber }) => trackingNumbers.includes(trackingNumber));
  return shown
    .filter(({ purchaseId }) => purchaseId !== order.label?.purchaseId)
    .map(({ purchaseId, trackingNumber }) => ({ purchaseId, trackingNumber }));
}

const lastKnownState = (
  { externalId }: { externalId: string },
  { state, revision }: NonNullable<Order['source']>,
): PlatformOrder | undefined =>
  state === undefined || state === 'open' ? undefined : { externalId, revision, state };

const isUnreadable = (found: PlatformOrder | UnreadableOrder): found is UnreadableOrder => 'problem' in found;
