import type { OrderRow } from '@parcelyard/contracts/orders';
import type { Pickup as PickupMessage } from '@parcelyard/contracts/pickups';
import type { Pickup, PickupStatus } from '../domain/pickup';

/** A pickup as callers read it. */
export function toContract(
  pickup: Pickup,
  status: PickupStatus,
  orders: readonly OrderRow[] = [],
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
