import type { Failure } from '@parcelyard/contracts/common';
import { type LockForPurchaseResponse, LockOutcome, type Order } from '@parcelyard/contracts/orders';
import { failure } from '@parcelyard/service-kit/failure';
import { type PostalAddress, postalAddress } from '../../domain/address/postal-address';
import { type FrozenOrder, isReturn, type Purchase } from '../../domain/purchase';
import type { PurchasePorts } from '../../ports';
import { exportRefusal, orderGoods, orderReferences } from '../order-shipment';
import { orRefused, PurchaseRefused } from './purchase-refused';
import { SERVICE_CALL_MS } from './step';

/** Locks the order for this purchase. The order's address must not have changed since the rates were made. */
export async function lockOrder(
  ports: PurchasePorts,
  purchase: Purchase,
  known: PostalAddress | undefined,
): Promise<FrozenOrder> {
  const { accountId, orderId, id: purchaseId, terms } = purchase;
  const { addressVersion, shipFrom, itn } = terms;
  const forReturn = isReturn(purchase);
  const shipTo = terms.returnTo ?? known;
  const withoutShipTo = shipTo !== undefined;
  const request = { accountId, orderId, purchaseId, addressVersion, withoutShipTo };
  const answer = await orRefused(
    ports.orders.lockForPurchase(
      { ...request, ...(forReturn && { forReturn }) },
      { timeoutMs: SERVICE_CALL_MS },
    ),
  );
  const refusal = lockRefusal(purchase, answer);
  if (refusal) throw new PurchaseRefused(refusal);
  const order = freezeOrder(answer.order as Order, shipTo);
  const exportProblem = exportRefusal(order.items, shipFrom, order.shipTo, itn);
  if (exportProblem) throw new PurchaseRefused(exportProblem);
  ports.failPoint('purchase-2-locked');
  return order;
}

export async function unlockOrder({ orders }: PurchasePorts, purchase: Purchase): Promise<void> {
  const { accountId, orderId, id: purchaseId } = purchase;
  await orders.unlock({ accountId, orderId, purchaseId }, { timeoutMs: SERVICE_CALL_MS });
}

/**
 * Returns the data of the order that the purchase stores.
 * @param shipTo the destination; for a return, the shop's address. If it was read before the lock, the lock has
 * confirmed that it is unchanged.
 */
export const freezeOrder = (order: Order, shipTo = postalAddress(order.shipTo)): FrozenOrder => ({
  shipTo,
  references: orderReferences(order),
  items: orderGoods(order),
});

function lockRefusal(purchase: Purchase, { outcome }: LockForPurchaseResponse): Failure | undefined {
  const { orderId } = purchase;
  switch (outcome) {
    case LockOutcome.LOCKED:
      return undefined;
    case LockOutcome.ALREADY_LABELLED:
      return failure('already_exists', 'already_labelled', { orderId });
    case LockOutcome.ADDRESS_CHANGED:
      return failure('failed_precondition', 'address_changed_since_rating', { orderId });
    case LockOutcome.LOCKED_BY_ANOTHER:
    case LockOutcome.ENDED:
      return failure('conflict', 'purchase_by_another', { orderId });
    case LockOutcome.WRONG_STATUS:
      return isReturn(purchase)
        ? failure('failed_precondition', 'return_not_requested', { orderId })
        : failure('failed_precondition', 'order_not_ready_to_ship', { orderId });
    default:
      throw new Error(`Orders answered a lock with the unknown outcome ${outcome}.`);
  }
}
