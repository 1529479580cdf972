import { z } from 'zod';
import { defineTool } from '../tool';
import { orderId } from './order-id';
import { presentOrder } from './present-order';

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
