import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { OrderId } from '@parcelyard/service-kit/ids';
import type { LeasedPickup } from '../adapters/mongo/pickup-store';
import type { PickupsPorts } from '../ports';
import { bookWithCarrier } from './book-with-carrier';
import { cancelIfEmpty } from './cancel-if-empty';
import { ordersUnder } from './pickup-orders';

/**
 * Continues a booking after a crash. Nobody knows whether the orders were assigned and whether the carrier got the
 * request, so both steps are repeated. Both are safe to repeat.
 * @throws DomainError as `bookWithCarrier`
 */
export async function resumeBooking(ports: PickupsPorts, leased: LeasedPickup): Promise<void> {
  const orderIds = await assigned(ports, leased);
  if (orderIds.length > 0) {
    await bookWithCarrier(ports, { ...leased, orderIds });
    return;
  }
  // The pickup has no orders now, but the carrier may have booked it before the crash, when it still had orders. The
  // repeated request returns that booking, so that it can be canceled.
  await cancelIfEmpty(ports, { ...(await bookWithCarrier(ports, leased)), orderIds });
}

/** Assigns the requested orders that are still eligible. Returns all orders that are now in the pickup. */
async function assigned(ports: PickupsPorts, leased: LeasedPickup): Promise<OrderId[]> {
  const { accountId, pickupId, carrier, seller, requestedIds } = leased;
  try {
    const { orders } = await ports.orders.listPickupEligible({ accountId, carrier });
    const eligible = new Set(orders.map(({ orderId }) => orderId));
    const orderIds = requestedIds.filter((id) => eligible.has(id));
    const pickup = { accountId, pickupId, carrier, seller };
    if (orderIds.length > 0) await ports.orders.assignPickup({ ...pickup, orderIds });
    return await ordersUnder(ports, leased);
  } catch (error) {
    throw new DomainError('unresolved', 'pickup_booking_unknown', {}, { cause: error });
  }
}
