import type { Failure } from '@parcelyard/contracts/common';
import type { Reason, ReasonParams } from '@parcelyard/reasons/reasons';
import { failure } from '@parcelyard/service-kit/failure';
import type { Order } from '../order';
import { allows, type OrderStatus } from '../order-status';
import type { PlatformOrder } from './platform';
import { isFulfilledByUs } from './store-fulfillment';

type State = PlatformOrder['state'];

/**
 * The status that an order without a label comes to when its store says this of it; undefined: it stays. Kept back there
 * is back-ordered here, fulfilled elsewhere is on its way, and open again is ready to ship if the store had kept it back.
 */
export function statusFromStore(order: Order, state: State): OrderStatus | undefined {
  const { status, source } = order;
  switch (state) {
    case 'canceled':
      return allows(status, 'Deleted', 'canceled') ? 'Deleted' : undefined;
    case 'shipped':
      if (isFulfilledByUs(order)) return undefined;
      return allows(status, 'InTransit', 'fulfilled_elsewhere') ? 'InTransit' : undefined;
    case 'withheld':
      return allows(status, 'BackOrdered', 'stock_missing') ? 'BackOrdered' : undefined;
    case 'open':
      return status === 'BackOrdered' && source?.state === 'withheld' ? 'ChooseShipping' : undefined;
  }
}

/** What stands on the order of its store's word; undefined when there is nothing to be told. */
export function noticeFromStore(order: Order, state: State, storeName: string): Failure | undefined {
  const labelled = order.label !== undefined || order.lockedBy !== undefined;
  switch (state) {
    case 'canceled':
      return storeNotice(labelled ? 'store_canceled_labelled' : 'store_canceled', { storeName });
    case 'shipped':
      if (isFulfilledByUs(order)) return undefined;
      if (!labelled) return storeNotice('store_fulfilled', { storeName });
      return BEFORE_THE_ROAD.has(order.status)
        ? storeNotice('store_fulfilled_labelled', { storeName })
        : undefined;
    case 'withheld':
      return storeNotice('store_withholds', { storeName });
    case 'open':
      return undefined;
  }
}

/** What an order tells of its store; each surface words it. */
export const storeNotice = <R extends Reason>(reason: R, params: ReasonParams<R>): Failure =>
  failure('failed_precondition', reason, params);

const BEFORE_THE_ROAD: ReadonlySet<OrderStatus> = new Set([
  'ChooseShipping',
  'PrintLabel',
  'LabelPrinted',
  'WaitingForPickup',
]);
