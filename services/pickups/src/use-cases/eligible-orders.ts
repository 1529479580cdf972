import type { Address, Failure } from '@parcelyard/contracts/common';
import type { Window } from '@parcelyard/contracts/pickups';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Pickup } from '../domain/pickup';
import type { PickupsPorts } from '../ports';
import { note } from './to-contract';

/** A checked pickup request. */
export interface PickupQuery
  extends Pick<Pickup, 'accountId' | 'date' | 'carrier' | 'location' | 'instructions' | 'zone'> {
  pickupAddress: Address | undefined;
  /** Why the day is closed for booking; undefined when it is open. */
  dayRefusal: DomainError | undefined;
}

/**
 * The maximum number of orders in one pickup. The oldest orders are taken; the remaining orders need a pickup on
 * another day.
 */
export const MAX_ORDERS = 500;

/** Returns the orders with printed labels of the carrier that are not in a pickup, oldest first. */
export async function eligibleOrders(ports: PickupsPorts, { accountId, carrier }: PickupQuery) {
  const { orders, references } = await ports.orders.listPickupEligible({ accountId, carrier });
  return { orderIds: orders.slice(0, MAX_ORDERS).map((order) => order.orderId), references };
}

export interface QuotedPickup {
  readonly window: Window;
  readonly seller: string;
  /** The orders whose labels this seller sold. */
  readonly orderIds: readonly number[];
}

/** Returns the orders that the driver may collect. Their labels were sold by the seller that books the pickup. */
export async function forDriverOf(
  { shipping }: Pick<PickupsPorts, 'shipping'>,
  { accountId, seller }: Pick<Pickup, 'accountId' | 'seller'>,
  orderIds: readonly number[],
): Promise<readonly number[]> {
  if (orderIds.length === 0) return [];
  return (await shipping.selectSoldBy({ accountId, seller, orderIds: [...orderIds] })).orderIds;
}

/** Returns the note about orders whose labels another seller sold; empty when `count` is 0. */
export const otherSellerNotes = (count: number): Failure[] =>
  count > 0 ? [note('pickup_leaves_out_seller', { count })] : [];

/**
 * Asks the carrier whether it would book the pickup.
 * @throws DomainError carrier_refused with the carrier's message
 */
export async function quotePickup(
  ports: PickupsPorts,
  { accountId, carrier, date }: PickupQuery,
  { orderIds, references }: { orderIds: number[]; references: string[] },
): Promise<QuotedPickup> {
  const quote = await ports.shipping.quotePickup({ accountId, carrier, date, references, orderIds });
  if (!quote.available) throw new DomainError('carrier_refused', 'text', { text: quote.reason });
  const window = { start: quote.windowStart, end: quote.windowEnd };
  return { seller: quote.seller, window, orderIds: quote.orderIds };
}
