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
import type { OrderStore } from '../adapters/mongo/order-store';
import { refuseTooMany } from '../domain/problem';

interface Ports {
  orders: OrderStore;
}

/** More than any driver takes along at once. */
const MAX_ELIGIBLE = 1_000;

/** Printed labels of the carrier that no live pickup collects, oldest first. */
export const listPickupEligible = (
  { orders }: Ports,
  { accountId, carrier }: ListPickupEligibleRequest,
): Promise<ListPickupEligibleResponse> => orders.listPickupEligible(accountId, carrier, MAX_ELIGIBLE);

const MAX_PICKUPS = 50;

/** The orders under each pickup now. @throws DomainError `invalid_argument` for more than 50 */
export async function listPickupOrders(
  { orders }: Ports,
  { accountId, pickupIds }: ListPickupOrdersRequest,
): Promise<ListPickupOrdersResponse> {
  refuseTooMany('pickup_ids', pickupIds.length, MAX_PICKUPS);
  return { pickups: await orders.listIdsOfPickups(accountId, pickupIds) };
}

/**
 * Moves printed orders into a pickup. Answers which of them are in it afterwards: one that another pickup took, that
 * was scanned meanwhile, that this pickup released or that does not exist is left out. Idempotent for the pickup.
 */
export const assignPickup = async (
  { orders }: Ports,
  { accountId, pickupId, orderIds }: AssignPickupRequest,
): Promise<AssignPickupResponse> => ({
  orderIds: await orders.assignPickup(accountId, pickupId, [...new Set(orderIds)]),
});

/**
 * Gives a pickup's waiting orders back to LabelPrinted; what the carrier has scanned stays where it is. No order that
 * is named can be assigned to the pickup any more. Idempotent.
 */
export async function releasePickup({ orders }: Ports, request: ReleasePickupRequest): Promise<Empty> {
  await orders.releasePickup(request);
  return {};
}
