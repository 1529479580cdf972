import type { Empty } from '@parcelyard/contracts/common';
import type { RetryWriteBackRequest } from '@parcelyard/contracts/orders';
import { accountId as toAccountId } from '@parcelyard/service-kit/ids';
import type { OrderStore } from '../../../adapters/mongo/order-store';
import type { WriteBackStore } from '../../../adapters/mongo/write-back-store';
import { orderNotFound } from '../../change-order';

/**
 * Sends again what stores refused, for one order or for all orders of a platform. What a store has accepted is not sent
 * again.
 * @throws DomainError `not_found`
 */
export async function retryWriteBack(
  { orders, writeBacks }: { orders: OrderStore; writeBacks: WriteBackStore },
  { accountId, orderId, platform }: RetryWriteBackRequest,
): Promise<Empty> {
  if (orderId !== 0 && !(await orders.get(accountId, orderId))) throw orderNotFound(orderId);
  await writeBacks.retry(toAccountId(accountId), orderId === 0 ? { platform } : { orderId });
  return {};
}
