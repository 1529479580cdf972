import type { Empty } from '@parcelyard/contracts/common';
import type { NoteAdjustmentRequest } from '@parcelyard/contracts/orders';
import type { OrderStore } from '../adapters/mongo/order-store';
import { withAdjustment } from '../domain/order-label';
import { invalid, problem } from '../domain/problem';
import { changeOrder } from './change-order';

/**
 * Notes a carrier's adjustment of the postage of a label, live or not. Reports count the adjustment on its day. A
 * repeated call changes nothing; a newer version replaces the older one.
 * @throws DomainError invalid_argument without a moment
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
