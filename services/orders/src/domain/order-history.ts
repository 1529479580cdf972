import type { OrderEvent } from '@parcelyard/contracts/orders';
import type { Order } from './order';
import { boughtLabels, chargeOf, type LabelRecord, refundOf } from './order-label';

/**
 * How many of the newest events are shown. An order may have more events, because its label may be bought and voided
 * many times.
 */
const MOST_EVENTS = 30;

/** Returns what happened to an order and its money, oldest first. */
export function orderHistory(order: Order): OrderEvent[] {
  const { createdAt, source, deliveredDate, pickupAt, label } = order;
  const events = [
    event(source ? 'imported' : 'created', createdAt),
    ...boughtLabels(order).flatMap(labelEvents),
    event('pickup', pickupAt, { trackingNumber: label?.trackingNumber }),
    event('delivered', deliveredDate, { trackingNumber: label?.trackingNumber }),
  ].flat();
  return events.toSorted((a, b) => timeOf(a) - timeOf(b)).slice(-MOST_EVENTS);
}

function labelEvents(label: LabelRecord): OrderEvent[] {
  const { trackingNumber, isReturn, purchasedAt, printedAt, voidedAt, adjustments = [] } = label;
  const refund = refundOf(label) > 0 ? label.refundedAt : undefined;
  return [
    event(isReturn ? 'return' : 'label bought', purchasedAt, {
      trackingNumber,
      amountCents: chargeOf(label),
    }),
    event('printed', printedAt, { trackingNumber }),
    ...adjustments.map(({ at, cents }) =>
      event('postage adjusted', at, { trackingNumber, amountCents: cents }),
    ),
    event('voided', voidedAt, { trackingNumber }),
    event('refunded', refund, { trackingNumber, amountCents: refundOf(label) }),
  ].flat();
}

/** Returns an empty list for an event that has not happened. */
const event = (
  what: string,
  at: Date | undefined,
  details: Pick<OrderEvent, 'amountCents' | 'trackingNumber'> = {},
): OrderEvent[] => (at ? [{ at, what, ...details }] : []);

const timeOf = ({ at }: OrderEvent): number => at?.getTime() ?? 0;
