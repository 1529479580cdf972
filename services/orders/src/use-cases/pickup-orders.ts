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

/** Printed labels of the carrier that are in no live pickup, oldest first. */
export const listPickupEligible = (
  { orders }: Ports,
  { accountId, carrier }: ListPickupEligibleRequest,
): Promise<ListPickupEligibleResponse> => orders.listPickupEligible(accountId, carrier, MAX_ELIGIBLE);

const MAX_PICKUPS = 50;

/** Returns the orders in each pickup now. @throws DomainError `invalid_argument` for more than 50 */
export async function listPickupOrders(
  { orders }: Ports,
  { accountId, pickupIds }: ListPickupOrdersRequest,
): Promise<ListPickupOrdersResponse> {
  refuseTooMany('pickup_ids', pickupIds.length, MAX_PICKUPS);
  return { pickups: await orders.listIdsOfPickups(accountId, pickupIds) };
}

/**
 * Moves printed orders into a pickup, and returns the orders that are in it afterwards. Leaves out an order that
 * another pickup has claimed, that was scanned meanwhile, whose label is from another carrier, that this pickup
 * released before, or that does not exist. Idempotent for the pickup.
 */
export const assignPickup = async (
  { orders }: Ports,
  { orderIds, ...pickup }: AssignPickupRequest,
): Promise<AssignPickupResponse> => ({
  orderIds: await orders.assignPickup({ ...pickup, orderIds: [...new Set(orderIds)] }),
});

/**
 * Returns a pickup's waiting orders to LabelPrinted; scanned orders keep their status. The request's orders cannot be
 * assigned to this pickup again. Idempotent.
 */
export async function releasePickup({ orders }: Ports, request: ReleasePickupRequest): Promise<Empty> {
  await orders.releasePickup(request);
  return {};
}
