import type { Order } from '@parcelyard/contracts/orders';
import { zonedTimestampOrNull } from '../../../values/nullable';

/** Statuses of an order whose parcel has not left or never will. */
const NOT_SHIPPED: ReadonlySet<string> = new Set(['ChooseShipping', 'LabelRefunded', 'Deleted']);

type Dated = Pick<Order, 'status' | 'shipDate' | 'trackingNumber'> & {
  label?: Pick<NonNullable<Order['label']>, 'purchasedAt'> | undefined;
};

/**
 * When the label was purchased or the order shipped. The record keeps the date of a voided label, which MCP may show.
 * REST does not, because nothing was shipped then.
 */
export function shownShipDate({ status, shipDate, label, trackingNumber }: Dated): string | null {
  if (!label && !trackingNumber && NOT_SHIPPED.has(status)) return null;
  return zonedTimestampOrNull(shipDate ?? label?.purchasedAt);
}
