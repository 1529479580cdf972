import type { LeftOutOrder } from '@parcelyard/contracts/orders';
import type { BatchLeftOut } from '@parcelyard/contracts/shipping';
import { failure } from '@parcelyard/service-kit/failure';
import { MAX_ORDERS, type RatedBatch } from './rate-batch';

/** The most orders that `leftOut` names. `leftOutCount` counts all of them. */
const MAX_NAMED = 100;

/** Returns every order that gets no label, and why: its label cannot be bought, or it is not in the batch. */
export function leftOutOf({ orders, unlisted, unlistedCount }: RatedBatch): {
  leftOut: BatchLeftOut[];
  leftOutCount: number;
} {
  const failed = orders.flatMap(({ rated: { orderId, orderNumber, error } }) =>
    error ? [{ orderId, orderNumber, reason: error }] : [],
  );
  return {
    leftOut: [...failed, ...unlisted.map(notListed)].slice(0, MAX_NAMED),
    leftOutCount: failed.length + unlistedCount,
  };
}

const notListed = ({ orderId, orderNumber, withoutWeight }: LeftOutOrder): BatchLeftOut => ({
  orderId,
  orderNumber,
  reason: withoutWeight
    ? failure('no_weight', 'order_without_weight', { orderId })
    : failure('resource_exhausted', 'batch_is_full', { orderId, max: MAX_ORDERS }),
});
