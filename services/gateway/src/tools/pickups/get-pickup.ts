import type { PickupOrder } from '@parcelyard/contracts/pickups';
import { z } from 'zod';
import { textOrNull } from '../../values/nullable';
import { orderStatusLabel } from '../../values/order-status';
import { pickupId } from '../arguments/record-ids';
import { defineTool, type Payload, READS } from '../tool';
import { presentPickup } from './pickup-fields';

/** @see [MCP-P3] */
export const getPickup = defineTool({
  name: 'get_pickup',
  title: 'Get pickup',
  description: 'One pickup with its orders.',
  ...READS,
  input: z.object({ pickup_id: pickupId() }),
  async run(args, { caller, clients, sentence }) {
    const pickup = await clients.pickups.getPickup(caller, { pickupId: args.pickup_id });
    return { ...presentPickup(pickup, sentence), orders: pickup.orders.map(presentPickupOrder) };
  },
});

const presentPickupOrder = (order: PickupOrder): Payload => ({
  order_id: order.orderId,
  order_number: order.orderNumber,
  name: order.name,
  status: orderStatusLabel(order.status),
  tracking_number: textOrNull(order.trackingNumber),
});
