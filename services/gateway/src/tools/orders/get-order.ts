import { z } from 'zod';
import { orderId } from '../arguments/record-ids';
import { defineTool, READS } from '../tool';
import { presentOrder } from './present-order';

/** @see [MCP-O4], [MCP-O23] */
export const getOrder = defineTool({
  name: 'get_order',
  title: 'Get order',
  description:
    'Full detail of one order: where it ships, totals and weight (ounces), shipping, tracking and line items. Amounts are US dollars. shipping.label_url is null until a label is bought, and while the carrier has not accepted its void (void_pending); label_cost is what all its labels cost the balance so far, pending_refund what voided ones still give back, history what happened, oldest first. adjustments, if any, are later corrections of postage by carriers, charged to the balance (negative: given back), with the billed and the measured weight and size.',
  ...READS,
  input: z.object({ order_id: orderId() }),
  async run(args, context) {
    return presentOrder(
      await context.clients.orders.getOrder(context.caller, { orderId: args.order_id }),
      context,
    );
  },
});
