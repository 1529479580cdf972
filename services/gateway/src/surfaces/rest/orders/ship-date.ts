import type { Order } from '@parcelyard/contracts/orders';
import { zonedTimestampOrNull } from '../../../values/nullable';

/** Statuses of an order whose parcel has not left, or will never leave. */
const NOT_SHIPPED: ReadonlySet<string> = new Set(['ChooseShipping', 'LabelRefunded', 'Deleted']);

type Dated = Pick<Order, 'status' | 'shipDate' | 'trackingNumber'> & {
  label?: Pick<NonNullable<Order['label']>, 'purchasedAt'> | undefined;
};

/**
 * Returns the day on which the label was bought or the order was shipped. The record keeps this date after the label is
 * voided, and MCP may show it. REST does not show it then, because nothing was shipped.
 */
export function shownShipDate({ status, shipDate, label, trackingNumber }: Dated): string | null {
  if (!label && !trackingNumber && NOT_SHIPPED.has(status)) return null;
  return zonedTimestampOrNull(shipDate ?? label?.purchasedAt);
}
