import type { Address } from '@parcelyard/contracts/common';
import type { Window } from '@parcelyard/contracts/pickups';
import type { CalendarDate } from '@parcelyard/service-kit/calendar/calendar-date';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { PickupsPorts } from '../ports';

/** A pickup as it was requested, checked. */
export interface PickupQuery {
  accountId: AccountId;
  date: CalendarDate;
  carrier: string;
  location: string;
  instructions: string;
  zone: string;
  pickupAddress: Address | undefined;
  /** Set when nothing can be booked for the day any more. */
  closed: DomainError | undefined;
}

/** Orders of one stop; the oldest go first, and the rest with another day's. */
export const MAX_ORDERS = 500;

/** Printed labels of the carrier that are in no pickup, oldest first. */
export async function eligibleOrders(ports: PickupsPorts, { accountId, carrier }: PickupQuery) {
  const { orders, references } = await ports.orders.listPickupEligible({ accountId, carrier });
  return { orderIds: orders.slice(0, MAX_ORDERS).map((order) => order.orderId), references };
}

export interface QuotedStop {
  readonly window: Window;
  /** Through whom it would be booked. */
  readonly seller: string;
}

/** @throws DomainError carrier_refused in the carrier's words */
export async function quotedStop(
  ports: PickupsPorts,
  { accountId, carrier, date }: PickupQuery,
  { references }: { references: string[] },
): Promise<QuotedStop> {
  const quote = await ports.shipping.quotePickup({ accountId, carrier, date, references });
  if (!quote.available) throw new DomainError('carrier_refused', 'text', { text: quote.reason });
  return { seller: quote.seller, window: { start: quote.windowStart, end: quote.windowEnd } };
}
