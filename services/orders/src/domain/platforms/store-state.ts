import type { Order } from '../order';
import { allows, type OrderStatus } from '../order-status';
import type { PlatformOrder } from './platform';

type State = PlatformOrder['state'];

/**
 * The status that an order without a label comes to when its store says this of it; undefined: it stays. Kept back there
 * is back-ordered here, fulfilled elsewhere is on its way, and open again is ready to ship if the store had kept it back.
 */
export function statusFromStore({ status, source }: Order, state: State): OrderStatus | undefined {
  switch (state) {
    case 'canceled':
      return allows(status, 'Deleted', 'canceled') ? 'Deleted' : undefined;
    case 'shipped':
      return allows(status, 'InTransit', 'fulfilled_elsewhere') ? 'InTransit' : undefined;
    case 'withheld':
      return allows(status, 'BackOrdered', 'stock_missing') ? 'BackOrdered' : undefined;
    case 'open':
      return status === 'BackOrdered' && source?.state === 'withheld' ? 'ChooseShipping' : undefined;
  }
}

/** What stands on the order of its store's word; undefined when there is nothing to be told. */
export function noticeFromStore(order: Order, state: State, storeName: string): string | undefined {
  const labelled = order.label !== undefined || order.lockedBy !== undefined;
  switch (state) {
    case 'canceled':
      return labelled
        ? `Canceled in ${storeName}. It has a label here: void it with cancel_shipping_label, or cancel_order, if the parcel is not to go.`
        : `Canceled in ${storeName}.`;
    case 'shipped':
      if (!labelled) return `Fulfilled in ${storeName}; no label was bought for it here.`;
      return BEFORE_THE_ROAD.has(order.status)
        ? `${storeName} shows it as fulfilled, and it has a label here: make sure that it is not sent twice.`
        : undefined;
    case 'withheld':
      return `Not to be shipped now, says ${storeName}: it is on hold, not paid, or with somebody else there.`;
    case 'open':
      return undefined;
  }
}

const BEFORE_THE_ROAD: ReadonlySet<OrderStatus> = new Set([
  'ChooseShipping',
  'PrintLabel',
  'LabelPrinted',
  'WaitingForPickup',
]);
