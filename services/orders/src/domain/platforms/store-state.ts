import type { Failure } from '@parcelyard/contracts/common';
import type { Reason, ReasonParams } from '@parcelyard/reasons/reasons';
import { failure } from '@parcelyard/service-kit/failure';
import { refusesEditing } from '../change-refusals';
import type { Order } from '../order';
import { allows, type OrderStatus } from '../order-status';
import type { PlatformOrder } from './platform';
import { isFulfilledByUs } from './store-fulfillment';

type State = PlatformOrder['state'];

/**
 * Returns the new status of an order without a label when its store reports this state. Undefined when the status
 * stays. An order that must not be shipped now becomes back-ordered. An order that somebody else has sent becomes in
 * transit. An open order becomes ready to ship, but only if an earlier report of the store set its present status.
 */
export function statusFromStore(order: Order, state: State): OrderStatus | undefined {
  const { status } = order;
  switch (state) {
    case 'canceled':
      return allows(status, 'Deleted', 'canceled') ? 'Deleted' : undefined;
    case 'shipped':
      if (isFulfilledByUs(order)) return undefined;
      return allows(status, 'InTransit', 'fulfilled_elsewhere') ? 'InTransit' : undefined;
    case 'withheld':
      return allows(status, 'BackOrdered', 'stock_missing') ? 'BackOrdered' : undefined;
    case 'open':
      return wasMovedByStore(order) ? 'ChooseShipping' : undefined;
  }
}

/**
 * True when the store may change the order's status: the order can still be edited, or its status came from the store
 * and it has no label and no running purchase.
 */
export const followsStore = (order: Order): boolean =>
  refusesEditing(order) === undefined || wasMovedByStore(order);

const wasMovedByStore = ({ status, label, lockedBy, source }: Order): boolean =>
  source?.moved === status && label === undefined && lockedBy === undefined;

/**
 * Returns the status to which the store's last report would move the order. The report may be out of date, because it
 * came from a list or during a purchase. So the caller does not use this status, but asks the store for the order
 * again.
 */
export const unsettledMove = (order: Order): OrderStatus | undefined =>
  order.source && followsStore(order) ? statusFromStore(order, order.source.state) : undefined;

/**
 * Returns the notice to show on the order after its store reported this state; undefined when there is nothing to show.
 */
export function noticeFromStore(order: Order, state: State, storeName: string): Failure | undefined {
  const labelled = order.label !== undefined || order.lockedBy !== undefined;
  switch (state) {
    case 'canceled':
      return storeNotice(labelled ? 'store_canceled_labelled' : 'store_canceled', { storeName });
    case 'shipped':
      if (isFulfilledByUs(order)) return undefined;
      if (!labelled) return storeNotice('store_fulfilled', { storeName });
      return NOT_SHIPPED_YET.has(order.status)
        ? storeNotice('store_fulfilled_labelled', { storeName })
        : undefined;
    case 'withheld':
      return storeNotice('store_withholds', { storeName });
    case 'open':
      return undefined;
  }
}

/** Returns a notice on an order about its store. Each surface writes its own text for it. */
export const storeNotice = <R extends Reason>(reason: R, params: ReasonParams<R>): Failure =>
  failure('failed_precondition', reason, params);

const NOT_SHIPPED_YET: ReadonlySet<OrderStatus> = new Set([
  'ChooseShipping',
  'PrintLabel',
  'LabelPrinted',
  'WaitingForPickup',
]);
