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
 * Returns the new status of an order without a label when its store reports this state; undefined: the status stays. An
 * order that the store withholds is back-ordered here; an order that others have fulfilled is in transit. An order
 * reopened in the store is ready to ship again if the store had changed its status.
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
 * Returns whether the order's status follows its store: as long as the order can be edited here, or while its status
 * comes from the store and the order has no label and no running purchase.
 */
export const followsStore = (order: Order): boolean =>
  refusesEditing(order) === undefined || wasMovedByStore(order);

const wasMovedByStore = ({ status, label, lockedBy, source }: Order): boolean =>
  source?.moved === status && label === undefined && lockedBy === undefined;

/**
 * Returns the status to which an order would move if its store still reported the state that we noted. The store's list
 * of orders may be out of date when it is read, and a report that came during a purchase may be, too. So neither
 * changes the status; each is only a reason to ask the store.
 */
export const unsettledMove = (order: Order): OrderStatus | undefined =>
  order.source && followsStore(order) ? statusFromStore(order, order.source.state) : undefined;

/** Returns the notice on the order about its store's report; undefined when there is nothing to show. */
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
