import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { OrderId } from '@parcelyard/service-kit/ids';
import type { LeasedPickup } from '../adapters/mongo/pickup-store';
import type { PickupsPorts } from '../ports';
import { bookWithCarrier } from './book-with-carrier';
import { cancelIfEmpty } from './cancel-if-empty';
import { ordersUnder } from './pickup-orders';

/**
 * Continues a booking whose process has ended. It may have ended before the orders were assigned or after the carrier
 * was asked, so both are repeated: an order is under one pickup, and a reference is booked once.
 * @throws DomainError as `bookWithCarrier`
 */
export async function resumeBooking(ports: PickupsPorts, leased: LeasedPickup): Promise<void> {
  const orderIds = await assigned(ports, leased);
  if (orderIds.length > 0) {
    await bookWithCarrier(ports, { ...leased, orderIds });
    return;
  }
  // The carrier may have been asked before all orders left. Only a booking that is known can be canceled.
  await cancelIfEmpty(ports, { ...(await bookWithCarrier(ports, leased)), orderIds });
}

/** The requested orders that belong to the pickup; those that still wait for this carrier are assigned to it. */
async function assigned(ports: PickupsPorts, leased: LeasedPickup): Promise<OrderId[]> {
  const { accountId, pickupId, carrier, requestedIds } = leased;
  try {
    const { orders } = await ports.orders.listPickupEligible({ accountId, carrier });
    const eligible = new Set(orders.map(({ orderId }) => orderId));
    const orderIds = requestedIds.filter((id) => eligible.has(id));
    if (orderIds.length > 0) await ports.orders.assignPickup({ accountId, pickupId, orderIds });
    return await ordersUnder(ports, leased);
  } catch (error) {
    throw new DomainError('unresolved', 'pickup_booking_unknown', {}, { cause: error });
  }
}
