import type { Order } from '../../src/domain/order';
import type { ModelShop } from './model-shop';

interface World {
  readonly shop: ModelShop;
  readonly orders: readonly (Order & { _id: number })[];
  /**
   * Orders that a merchant canceled here. The value is true when the merchant got the answer that the order is
   * canceled.
   */
  readonly canceledHere: ReadonlyMap<number, boolean>;
}

/**
 * For each status of an order in its shop: the statuses that the order may have here while it has no label. With any
 * other status, the order would be shipped twice or never.
 */
const MAY_STAND: Readonly<Record<string, readonly string[]>> = {
  processing: ['ChooseShipping'],
  completed: ['InTransit', 'Deleted'],
  'on-hold': ['BackOrdered', 'InTransit', 'Deleted'],
  // A parcel that the shop sent before the cancellation stays in transit.
  cancelled: ['Deleted', 'InTransit'],
  trash: ['Deleted', 'InTransit'],
};

/** Returns the differences between the orders here and in their shop when all work is done, one sentence each. */
export function findLostOrders({ shop, orders, canceledHere }: World): readonly string[] {
  const faults: string[] = [];
  if (orders.length !== shop.orders.size)
    faults.push(`${orders.length} of ${shop.orders.size} orders are here`);
  for (const { _id, externalOrderId = '', status, label, lockedBy, storeFulfillment } of orders) {
    const id = Number(externalOrderId.split(':')[1]);
    const there = shop.orders.get(id)?.status ?? '';
    const told = shop.labelsOf(id);
    const name = `order ${id}, "${there}" there with the labels [${told}],`;
    if (lockedBy) faults.push(`${name} is held by ${lockedBy}`);
    if (label) {
      if (status !== 'PrintLabel') faults.push(`${name} has ${label.purchaseId} and is ${status}`);
      continue;
    }
    if (canceledHere.has(_id) && status === 'Deleted') continue;
    if (canceledHere.get(_id)) faults.push(`${name} was canceled here and is ${status}`);
    if (told.length > 0) faults.push(`${name} has no label here (${storeFulfillment?.state})`);
    if (!MAY_STAND[there]?.includes(status)) faults.push(`${name} has no label and is ${status}`);
  }
  return faults;
}
