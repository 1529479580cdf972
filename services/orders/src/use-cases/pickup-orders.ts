import type { Empty } from '@parcelyard/contracts/common';
import type {
  AssignPickupRequest,
  AssignPickupResponse,
  ListPickupEligibleRequest,
  ListPickupEligibleResponse,
  ListPickupOrdersRequest,
  ListPickupOrdersResponse,
  ReleasePickupRequest,
} from '@parcelyard/contracts/orders';
import { refuseTooMany } from '../domain/problem';
import type { OrdersPorts } from './orders-ports';

type Ports = Pick<OrdersPorts, 'orders'>;

/** Maximum orders that are listed for a pickup. No pickup collects so many parcels. */
const MAX_ELIGIBLE = 1_000;

/**
 * Returns orders with a printed label of the carrier, without a requested void, that are in no pickup, oldest first.
 */
export const listPickupEligible = (
  { orders }: Ports,
  { accountId, carrier }: ListPickupEligibleRequest,
): Promise<ListPickupEligibleResponse> => orders.listPickupEligible(accountId, carrier, MAX_ELIGIBLE);

/** The most pickups that one page of a list has. */
const MAX_PICKUPS = 100;

/** Returns the orders that are now in each pickup. @throws DomainError `invalid_argument` for more than 100 pickups */
export async function listPickupOrders(
  { orders }: Ports,
  { accountId, pickupIds }: ListPickupOrdersRequest,
): Promise<ListPickupOrdersResponse> {
  refuseTooMany('pickup_ids', pickupIds.length, MAX_PICKUPS);
  return { pickups: await orders.listIdsOfPickups(accountId, pickupIds) };
}

/**
 * Moves printed orders into a pickup, and returns the orders that are then in it. An order is left out if it is in
 * another pickup, if its parcel was scanned, if its label is from another carrier or seller, if a void of the label was
 * requested, or if the order has left this pickup before. A repeated call changes nothing.
 */
export const assignPickup = async (
  { orders }: Ports,
  { orderIds, ...pickup }: AssignPickupRequest,
): Promise<AssignPickupResponse> => ({
  orderIds: await orders.assignPickup({ ...pickup, orderIds: [...new Set(orderIds)] }),
});

/**
 * Moves the waiting orders of a pickup back to LabelPrinted. Orders with a scanned parcel keep their status. The orders
 * of the request can never be assigned to this pickup again. A repeated call changes nothing.
 */
export async function releasePickup({ orders }: Ports, request: ReleasePickupRequest): Promise<Empty> {
  await orders.releasePickup(request);
  return {};
}
