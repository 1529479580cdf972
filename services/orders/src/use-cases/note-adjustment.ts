import type { Empty } from '@parcelyard/contracts/common';
import type { NoteAdjustmentRequest } from '@parcelyard/contracts/orders';
import type { OrderStore } from '../adapters/mongo/order-store';
import { withAdjustment } from '../domain/order-label';
import { invalid, problem } from '../domain/problem';
import { changeOrder } from './change-order';

/**
 * Records that a carrier changed the postage of a label. Reports count the change on the day of `adjustment.at`. A
 * newer version of the adjustment replaces the older one, and a repeated call changes nothing.
 * @throws DomainError invalid_argument without `adjustment.at`
 */
export async function noteAdjustment(
  { orders }: { orders: OrderStore },
  { accountId, orderId, purchaseId, adjustment }: NoteAdjustmentRequest,
): Promise<Empty> {
  if (!adjustment?.at) throw invalid(problem('adjustment.at', 'field_required', {}));
  const noted = { ...adjustment, at: adjustment.at };
  await changeOrder(orders, accountId, orderId, (order) => {
    const labels = withAdjustment(order, purchaseId, noted);
    return labels && { fields: { boughtLabels: labels } };
  });
  return {};
}
