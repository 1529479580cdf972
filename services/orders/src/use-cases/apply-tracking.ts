import type { Empty } from '@parcelyard/contracts/common';
import type { ApplyTrackingRequest } from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { isStatus } from '../domain/order-status';
import { applyScan } from '../domain/tracking';
import type { OrderStore } from '../ports';
import { changeOrder } from './change-order';

/** Applies a carrier's scan once; one that the status table refuses changes dates only. */
export async function applyTracking(
  { orders }: { orders: OrderStore },
  { accountId, orderId, status, occurredAt, scanId, ...scan }: ApplyTrackingRequest,
): Promise<Empty> {
  if (!isStatus(status)) throw invalid('status', 'must be a status name.');
  if (!occurredAt) throw invalid('occurred_at', 'is required.');
  if (!scanId) throw invalid('scan_id', 'is required.');
  const applied = { ...scan, status, occurredAt, scanId };
  await changeOrder(orders, accountId, orderId, (order) => {
    const fields = applyScan(order, applied);
    return fields && { fields };
  });
  return {};
}

const invalid = (field: string, rule: string) =>
  DomainError.text('invalid_argument', `${field} ${rule}`, { field });
