import type { Empty } from '@parcelyard/contracts/common';
import type { ApplyTrackingRequest } from '@parcelyard/contracts/orders';
import type { OrderStore } from '../adapters/mongo/order-store';
import { isStatus } from '../domain/order-status';
import { invalid, problem } from '../domain/problem';
import { applyScan } from '../domain/tracking';
import { changeOrder } from './change-order';

/**
 * Applies a carrier's scan once. If the table of statuses does not allow the change of the status, only dates change.
 */
export async function applyTracking(
  { orders }: { orders: OrderStore },
  { accountId, orderId, status, occurredAt, scanId, ...scan }: ApplyTrackingRequest,
): Promise<Empty> {
  if (!isStatus(status)) throw invalid(problem('status', 'status_name_unknown', { got: status }));
  if (!occurredAt) throw invalid(problem('occurred_at', 'field_required', {}));
  if (!scanId) throw invalid(problem('scan_id', 'field_required', {}));
  const applied = { ...scan, status, occurredAt, scanId };
  await changeOrder(orders, accountId, orderId, (order) => {
    const fields = applyScan(order, applied);
    return fields && { fields };
  });
  return {};
}
