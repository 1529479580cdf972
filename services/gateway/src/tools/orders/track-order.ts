import { z } from 'zod';
import { linkOrNull, textOrNull, timestampOrNull, zonedTimestampOrNull } from '../../operations/nullable';
import { orderStatusLabel } from '../../operations/order-status';
import { orderId } from '../arguments/record-ids';
import { defineTool, READS } from '../tool';

/** @see specification, "track_order" and "Tracking" */
export const trackOrder = defineTool({
  name: 'track_order',
  title: 'Track order',
  description:
    'Latest stored tracking of one order; asks no carrier. A null last_tracking_update means that the freshness is unknown; void_pending: the carrier has not accepted the void of the label yet.',
  ...READS,
  input: z.object({ order_id: orderId() }),
  async run(args, context) {
    const order = await context.clients.orders.getOrder(context.caller, { orderId: args.order_id });
    return {
      order_id: order.orderId,
      status: orderStatusLabel(order.status),
      tracking_number: textOrNull(order.label?.trackingNumber),
      tracking_url: linkOrNull(context, order.label?.trackingUrl),
      ship_date: timestampOrNull(order.shipDate),
      in_transit_date: timestampOrNull(order.inTransitDate),
      delivered_date: timestampOrNull(order.deliveredDate),
      exception_date: timestampOrNull(order.exceptionDate),
      exception: textOrNull(order.exception),
      last_tracking_update: zonedTimestampOrNull(order.lastTrackingUpdate),
      void_pending: order.label?.pendingVoid !== undefined,
    };
  },
});
