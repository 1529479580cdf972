import type { OrderRow } from '@parcelyard/contracts/orders';
import type { Pickup as PickupMessage } from '@parcelyard/contracts/pickups';
import type { Pickup, PickupStatus } from '../domain/pickup';

/** A pickup as callers read it. */
export function toContract(
  pickup: Pickup,
  status: PickupStatus,
  orders: readonly OrderRow[] = [],
  note = noteOf(pickup, status),
): PickupMessage {
  return {
    pickupId: pickup.pickupId,
    carrier: pickup.carrier,
    status,
    date: pickup.date,
    window: pickup.window,
    location: pickup.location,
    instructions: pickup.instructions,
    confirmationNumber: pickup.confirmationNumber,
    orderIds: [...pickup.orderIds],
    packageCount: pickup.orderIds.length,
    createdAt: pickup.createdAt,
    ...(note === undefined ? {} : { note }),
    ...(pickup.canceledAt ? { canceledAt: pickup.canceledAt } : {}),
    orders: orders.map((row) => ({
      orderId: row.orderId,
      orderNumber: row.orderNumber,
      name: row.name,
      status: row.status,
      ...(row.trackingNumber === undefined ? {} : { trackingNumber: row.trackingNumber }),
    })),
  };
}

function noteOf({ orderIds }: Pickup, status: PickupStatus): string | undefined {
  if (orderIds.length > 0) return undefined;
  if (status === 'scheduled') {
    return 'No label is left in this pickup, so it is being canceled with the carrier. Check it again in a moment.';
  }
  return status === 'canceled' ? 'It was canceled because no label was left in it.' : undefined;
}
