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

/** More than any driver collects at once. */
const MAX_ELIGIBLE = 1_000;

/** Printed labels of the carrier that are in no live pickup, oldest first. */
export const listPickupEligible = (
  { orders }: Ports,
  { accountId, carrier }: ListPickupEligibleRequest,
): Promise<ListPickupEligibleResponse> => orders.listPickupEligible(accountId, carrier, MAX_ELIGIBLE);

const MAX_PICKUPS = 50;

/** The orders in each pickup now. @throws DomainError `invalid_argument` for more than 50 */
export async function listPickupOrders(
  { orders }: Ports,
  { accountId, pickupIds }: ListPickupOrdersRequest,
): Promise<ListPickupOrdersResponse> {
  refuseTooMany('pickup_ids', pickupIds.length, MAX_PICKUPS);
  return { pickups: await orders.listIdsOfPickups(accountId, pickupIds) };
}

/**
 * Moves printed orders into a pickup, and returns the orders that are in it afterwards. Left out are orders that
 * another pickup claimed, that were scanned meanwhile, whose label is of another carrier, that this pickup released or
 * that do not exist. Idempotent for the pickup.
 */
export const assignPickup = async (
  { orders }: Ports,
  { orderIds, ...pickup }: AssignPickupRequest,
): Promise<AssignPickupResponse> => ({
  orderIds: await orders.assignPickup({ ...pickup, orderIds: [...new Set(orderIds)] }),
});

/**
 * Returns a pickup's waiting orders to LabelPrinted; scanned orders keep their status. The request's orders cannot be
 * assigned to the pickup again. Idempotent.
 */
export async function releasePickup({ orders }: Ports, request: ReleasePickupRequest): Promise<Empty> {
  await orders.releasePickup(request);
  return {};
}
