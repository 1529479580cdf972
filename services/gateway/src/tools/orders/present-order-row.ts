import type { OrderRow } from '@parcelyard/contracts/orders';
import { toDollars } from '@parcelyard/money/dollars';
import { textOrNull } from '../../operations/nullable';
import { orderStatusLabel } from '../../operations/order-status';
import type { Payload } from '../tool';

/** @see specification, "Order list row" */
export const presentOrderRow = (row: OrderRow): Payload => ({
  order_id: row.orderId,
  order_number: row.orderNumber,
  name: row.name,
  city: row.city,
  state: row.state,
  zip: row.zip,
  country: row.country || 'US',
  total: toDollars(row.totalCents),
  status: orderStatusLabel(row.status),
  tracking_number: textOrNull(row.trackingNumber),
});
