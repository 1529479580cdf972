import type { Order } from '@parcelyard/contracts/orders';
import { zonedTimestampOrNull } from '../../../values/nullable';

/** Statuses of orders whose parcel was not sent yet, or will never be sent. */
const NOT_SHIPPED: ReadonlySet<string> = new Set(['ChooseShipping', 'LabelRefunded', 'Deleted']);

type Dated = Pick<Order, 'status' | 'shipDate' | 'trackingNumber'> & {
  label?: Pick<NonNullable<Order['label']>, 'purchasedAt'> | undefined;
};

/**
 * Returns the day on which the label was bought or the order was shipped. Returns null after the label was voided,
 * because then nothing was shipped. MCP still shows the stored day.
 */
export function shownShipDate({ status, shipDate, label, trackingNumber }: Dated): string | null {
  if (!label && !trackingNumber && NOT_SHIPPED.has(status)) return null;
  return zonedTimestampOrNull(shipDate ?? label?.purchasedAt);
}
