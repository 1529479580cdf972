import type { Order } from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Payload, ToolContext } from '../tool';

/**
 * Returns the booked pickup of an order that is about to be canceled, or whose label is about to be voided, with a
 * sentence about what happens to the pickup.
 */
export async function pickupToLeave(
  { caller, clients }: Pick<ToolContext, 'caller' | 'clients'>,
  { orderId, pickupId }: Pick<Order, 'orderId' | 'pickupId'>,
): Promise<{ shown: Payload; words: string } | undefined> {
  if (pickupId === undefined) return undefined;
  try {
    const pickup = await clients.pickups.getPickup(caller, { pickupId });
    if (pickup.status !== 'scheduled') return undefined;
    const { carrier, date } = pickup;
    const lastLabel = pickup.orderIds.every((id) => id === orderId);
    return {
      shown: { pickup_id: pickupId, carrier, date, last_label: lastLabel },
      words: lastLabel
        ? `This order is the last of pickup ${pickupId} on ${date}, so that pickup is then canceled with the carrier.`
        : `The order is then removed from pickup ${pickupId} (${date}).`,
    };
  } catch (error) {
    // If the pickups service does not answer, or refuses, the preview shows only the pickup's id.
    if (!(error instanceof DomainError)) throw error;
    return { shown: { pickup_id: pickupId }, words: `The order is then removed from pickup ${pickupId}.` };
  }
}
