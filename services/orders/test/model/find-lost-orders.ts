import type { Order } from '../../src/domain/order';
import type { ModelShop } from './model-shop';

interface World {
  readonly shop: ModelShop;
  readonly orders: readonly (Order & { _id: number })[];
  /** Orders that a merchant asked to cancel here, and whether they were told that it is done. */
  readonly canceledHere: ReadonlyMap<number, boolean>;
}

/**
 * The statuses that an order without a label may have, given what its shop says; in any other one it is
 * shipped twice, or by nobody.
 */
const MAY_STAND: Readonly<Record<string, readonly string[]>> = {
  processing: ['ChooseShipping'],
  completed: ['InTransit', 'Deleted'],
  'on-hold': ['BackOrdered', 'InTransit', 'Deleted'],
  // What its shop had sent before stays on its way.
  cancelled: ['Deleted', 'InTransit'],
  trash: ['Deleted', 'InTransit'],
};

/** Differences between the orders here and their shop once everything is idle: a sentence each. */
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
