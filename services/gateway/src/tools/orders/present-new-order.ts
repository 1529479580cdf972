import type { Address } from '@parcelyard/contracts/common';
import type { CreateOrderResponse, Order } from '@parcelyard/contracts/orders';
import { toDollars } from '@parcelyard/money/dollars';
import { orderStatusLabel } from '../../operations/order-status';
import type { Payload } from '../tool';
import type { NewOrderArguments } from './new-order-arguments';
import { presentShipTo } from './present-ship-to';

/** @see specification, "create_order", Result */
export function presentNewOrder(args: NewOrderArguments, response: CreateOrderResponse): Payload {
  const order = response.order as Order;
  return response.created ? presentCreated(args, response, order) : presentExisting(order);
}

function presentCreated(args: NewOrderArguments, response: CreateOrderResponse, order: Order): Payload {
  return {
    created: true,
    order_id: order.orderId,
    order_number: order.orderNumber,
    status: orderStatusLabel(order.status),
    ship_to: presentShipTo(order.shipTo as Address),
    items_count: order.items.length,
    ...(order.items.length > 0 && {
      subtotal: toDollars(order.subtotalCents),
      total: toDollars(order.totalCents),
    }),
    ...(args.ship_to && {
      customer_id: response.customerId ?? order.customerId,
      customer_created: response.customerCreated ?? false,
    }),
    ...(args.weight_oz !== undefined && { weight_oz: args.weight_oz }),
    ...(args.external_order_id && { external_order_id: args.external_order_id }),
    note: 'No postage was charged and no carrier was contacted. Next: get_rates with this order_id and the package weight.',
  };
}

const presentExisting = (order: Order): Payload => ({
  created: false,
  skipped_existing: true,
  order_id: order.orderId,
  order_number: order.orderNumber,
  status: orderStatusLabel(order.status),
  note: 'A live order already carries this external_order_id, so that order is returned and none was created.',
});
