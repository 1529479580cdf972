import type { Address } from '@parcelyard/contracts/common';
import type { Order, OrderItem } from '@parcelyard/contracts/orders';
import { toDollars } from '@parcelyard/money/dollars';
import { linkOrNull, textOrNull, timestampOrNull } from '../../operations/nullable';
import { orderStatusLabel } from '../../operations/order-status';
import type { Payload, ToolContext } from '../tool';
import { presentShipTo } from './present-ship-to';

/** @see specification, "Order detail" */
export function presentOrder(order: Order, context: ToolContext): Payload {
  const cost = order.label?.costCents ?? order.shippingCostCents;
  return {
    order_id: order.orderId,
    order_number: order.orderNumber,
    status: orderStatusLabel(order.status),
    date: timestampOrNull(order.date),
    ship_to: presentShipTo(order.shipTo as Address),
    totals: {
      subtotal: toDollars(order.subtotalCents),
      shipping: toDollars(order.shippingCents),
      tax: toDollars(order.taxCents),
      total: toDollars(order.totalCents),
      weight_oz: order.weightOz ?? null,
    },
    shipping: {
      method: textOrNull(order.label?.method),
      cost: cost === undefined ? null : toDollars(cost),
      ship_date: timestampOrNull(order.shipDate),
      label_url: linkOrNull(context, order.label?.labelUrl),
    },
    tracking_number: textOrNull(order.label?.trackingNumber),
    tracking_url: linkOrNull(context, order.label?.trackingUrl),
    // Beyond the specification's fields: there only for an order that came from a shop.
    ...(order.storeNotice ? { store_notice: order.storeNotice } : {}),
    ...(order.externalOrderNumber ? { external_order_number: order.externalOrderNumber } : {}),
    items: order.items.map(presentItem),
  };
}

const presentItem = (item: OrderItem): Payload => ({
  // A line that came without an item code is told apart by its product name.
  sku: textOrNull(item.sku) ?? textOrNull(item.name),
  upc: textOrNull(item.upc),
  quantity: item.quantity,
  price: toDollars(item.priceCents),
  // Beyond the specification's fields: there only where somebody gave them.
  ...(item.hsCode ? { hs_code: item.hsCode } : {}),
  ...(item.originCountry ? { origin_country: item.originCountry } : {}),
});
