import { isDeepStrictEqual } from 'node:util';
import { BoundedMap } from '@parcelyard/service-kit/bounded-map';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Logger } from '@parcelyard/service-kit/logger';
import { ageMs } from '@parcelyard/service-kit/possible-times';
import { within } from '@parcelyard/service-kit/within';
import type { ConnectionStore } from '../../adapters/mongo/connection-store';
import type { Order } from '../../domain/order';
import { storeOrderOf } from '../../domain/platforms/write-back';
import { type AskStoreDependencies, askStore } from './ask-store';

interface Dependencies extends AskStoreDependencies {
  connections: Pick<ConnectionStore, 'find' | 'openAccess'>;
  logger: Logger;
}

/** Returns why no label may be bought for an order now; undefined when a label may be bought. */
export type LookAtStore = (order: Order) => Promise<DomainError | undefined>;

/** How long a purchase waits for the store's answer. After that, the purchase continues without an answer. */
const LOOK_MS = 2_500;
/**
 * After an order was checked in its store, it is not checked again for this long. If the order changes in this time,
 * the store's event usually reports the change.
 */
const FRESH_MS = 60_000;
const REMEMBERED = 10_000;

/**
 * Asks an order's store immediately before a label is bought, and saves changes as an import does. If the order has
 * changed, the purchase is refused with that reason. A store that does not answer in time does not stop the purchase.
 */
export function createLookAtStore({ logger, ...dependencies }: Dependencies): LookAtStore {
  const checkedAt = new BoundedMap<number, number>(REMEMBERED);
  return async (order) => {
    const { accountId, orderId } = order;
    const now = dependencies.clock.now();
    if (ageMs(checkedAt.get(orderId) ?? 0, now) < FRESH_MS) return undefined;
    try {
      const late = () => {
        throw new Error('The store took too long.');
      };
      const refusal = await within(LOOK_MS, look(dependencies, order), late);
      checkedAt.set(orderId, now.getTime());
      return refusal;
    } catch (error) {
      logger.warn({ accountId, orderId, err: error }, 'a label is bought without a check of its store');
      return undefined;
    }
  };
}

async function look(
  { connections, ...dependencies }: Omit<Dependencies, 'logger'>,
  order: Order,
): Promise<DomainError | undefined> {
  const { accountId, orderId } = order;
  const at = storeOrderOf(order);
  const store = at && (await connections.find(accountId, at.platform));
  const access = store && (await connections.openAccess(accountId, at.platform));
  if (store && !access) throw new Error('The credentials of the store can no longer be read.');
  const found = access && (await askStore(dependencies, store, access, order));
  if (!found) return undefined;
  const after = await dependencies.orders.get(accountId, orderId);
  if (after && isDeepStrictEqual(agreedFields(after), agreedFields(order))) return undefined;
  const { storeName } = store;
  const what = found.state === 'open' ? 'changed' : found.state;
  return new DomainError('failed_precondition', 'store_changed_order', { orderId, storeName, what });
}

/**
 * The fields that a caller saw before buying the label. If the store has changed one of them, the purchase is refused.
 */
const agreedFields = ({ status, addressVersion, items, totalCents, weightOz, storeNotice }: Order) => ({
  status,
  addressVersion,
  totalCents,
  weightOz,
  storeNotice,
  items: items.map(({ itemId: _, ...line }) => line),
});
