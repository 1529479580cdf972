import { isDeepStrictEqual } from 'node:util';
import { BoundedMap } from '@parcelyard/service-kit/bounded-map';
import { cleanSavedText } from '@parcelyard/service-kit/clean-saved-text';
import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Logger } from '@parcelyard/service-kit/logger';
import { within } from '@parcelyard/service-kit/within';
import type { ConnectionStore } from '../../adapters/mongo/connection-store';
import type { Ids } from '../../adapters/mongo/mongo-ids';
import type { OrderStore } from '../../adapters/mongo/order-store';
import type { Order } from '../../domain/order';
import { isAnotherOrder, type PlatformOrder } from '../../domain/platforms/platform';
import { isFulfilledByUs } from '../../domain/platforms/store-fulfillment';
import { storeOrderOf } from '../../domain/platforms/write-back';
import type { Platform, Platforms, UnreadableOrder } from '../../ports';
import { updateFromPlatform } from './update-from-platform';

interface Dependencies {
  orders: OrderStore;
  ids: Ids;
  connections: Pick<ConnectionStore, 'find' | 'openAccess'>;
  platforms: Platforms;
  clock: Clock;
  logger: Logger;
}

/** Tells why no label is to be bought for an order now; undefined when nothing speaks against it. */
export type LookAtStore = (order: Order) => Promise<DomainError | undefined>;

/** Well within what a purchase waits for its order. */
const LOOK_MS = 2_500;
/** An order that was looked at is as it was for so long; a store's events come sooner. */
const FRESH_MS = 60_000;
const REMEMBERED = 10_000;

/**
 * Asks an order's store for the order right before a label is bought, and takes over what has changed there, as a sync
 * does: then the purchase is refused and says so. A store that does not answer in time stops nobody.
 */
export function createLookAtStore({ clock, logger, ...dependencies }: Dependencies): LookAtStore {
  const looked = new BoundedMap<number, number>(REMEMBERED);
  return async (order) => {
    const { accountId, orderId } = order;
    const now = clock.now().getTime();
    if (now - (looked.get(orderId) ?? 0) < FRESH_MS) return undefined;
    try {
      const late = () => {
        throw new Error('The store took too long.');
      };
      const refusal = await within(LOOK_MS, look(dependencies, order), late);
      looked.set(orderId, now);
      return refusal;
    } catch (error) {
      logger.warn({ accountId, orderId, err: error }, 'a label is bought without a look at its store');
      return undefined;
    }
  };
}

async function look(
  { orders, ids, connections, platforms }: Omit<Dependencies, 'clock' | 'logger'>,
  order: Order,
): Promise<DomainError | undefined> {
  const { accountId, orderId } = order;
  const at = storeOrderOf(order);
  const store = at && (await connections.find(accountId, at.platform));
  const access = store && (await connections.openAccess(accountId, at.platform));
  const { fetchOrder } = (at ? platforms[at.platform] : {}) as Partial<Platform>;
  if (!access || !fetchOrder) return undefined;
  const found = cleanSavedText(await fetchOrder({ accountId, access }, at.externalId));
  if (!found || isUnreadable(found) || found.revision === order.source?.revision) return undefined;
  if (isAnotherOrder(order, found.placedAt)) return undefined;
  // It has our own word still, which is being taken back.
  if (found.state === 'shipped' && isFulfilledByUs(order)) return undefined;
  const { storeName } = store;
  await updateFromPlatform({ orders, ids }, { ...store, id: order.source?.jobId ?? 0 }, order, found);
  const after = await orders.get(accountId, orderId);
  if (after && isDeepStrictEqual(agreedOn(after), agreedOn(order))) return undefined;
  const what = found.state === 'open' ? 'changed' : found.state;
  return new DomainError('failed_precondition', 'store_changed_order', { orderId, storeName, what });
}

/** What whoever buys has agreed to. */
const agreedOn = ({ status, addressVersion, items, totalCents, weightOz, storeNotice }: Order) => ({
  ...{ status, addressVersion, totalCents, weightOz, storeNotice },
  items: items.map(({ itemId: _, ...line }) => line),
});

const isUnreadable = (found: PlatformOrder | UnreadableOrder): found is UnreadableOrder => 'problem' in found;
