import type { Address } from '@parcelyard/contracts/common';
import type { Order, OrderItem } from '@parcelyard/contracts/orders';
import { toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { linkOrNull } from '../presentation/link-or-null';
import { textOrNull } from '../presentation/text-or-null';
import { timestampOrNull } from '../presentation/timestamps';
import { defineTool, type Payload, type ToolContext } from '../tool';
import { orderId } from './order-id';
import { orderStatusLabel } from './order-status-labels';
import { presentShipTo } from './present-ship-to';

/** @see specification, "get_order" and "Order detail" */
export const getOrder = defineTool({
  name: 'get_order',
  title: 'Get order',
  description:
    'Full detail of one order: where it ships, totals and weight (ounces), shipping, tracking and line items. Amounts are US dollars. shipping.label_url is null until a label is bought.',
  access: 'Read-only',
  oauth: true,
  saves: 'nothing',
  hints: { openWorld: false },
  input: z.object({ order_id: orderId() }),
  async run(args, context) {
    return presentOrder(
      await context.clients.orders.getOrder(context.caller, { orderId: args.order_id }),
      context,
    );
  },
});

function presentOrder(order: Order, context: ToolContext): Payload {
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
    items: order.items.map(presentItem),
  };
}

const presentItem = (item: OrderItem): Payload => ({
  // A line that came without an item code is told apart by its product name.
  sku: textOrNull(item.sku) ?? textOrNull(item.name),
  upc: textOrNull(item.upc),
  quantity: item.quantity,
  price: toDollars(item.priceCents),
});
