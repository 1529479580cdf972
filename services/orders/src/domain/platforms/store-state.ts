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
 * The status that an order without a label comes to when its store says this of it; undefined: it stays. Kept back there
 * is back-ordered here, fulfilled elsewhere is on its way, and open again is ready to ship if the store's word had moved it.
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

/** Whether an order goes where its store says: nobody here has labelled it, is buying for it, or has ended it. */
export const followsStore = (order: Order): boolean =>
  refusesEditing(order) === undefined || wasMovedByStore(order);

const wasMovedByStore = ({ status, label, lockedBy, source }: Order): boolean =>
  source?.moved === status && label === undefined && lockedBy === undefined;

/**
 * Where an order would go if its store, asked anew, still said what is noted of it. A list may be old when it is read, and
 * a word that came while somebody was buying is older still, so that neither moves an order: it only gives reason to ask.
 */
export const unsettledMove = (order: Order): OrderStatus | undefined =>
  order.source?.state && followsStore(order) ? statusFromStore(order, order.source.state) : undefined;

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
