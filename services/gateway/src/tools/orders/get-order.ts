import { z } from 'zod';
import { orderId } from '../arguments/record-ids';
import { defineTool, READS } from '../tool';
import { presentOrder } from './present-order';

/** @see [MCP-O4], [MCP-O23] */
export const getOrder = defineTool({
  name: 'get_order',
  title: 'Get order',
  description:
    'Full detail of one order: destination, totals and weight (ounces), shipping, tracking and line items. Amounts are US dollars. shipping.label_url is null until a label is bought, and while the carrier has not accepted its void (void_pending). label_cost: what all labels of the order have cost so far. pending_refund: refunds of voided labels that have not arrived yet. history: what happened, oldest first. adjustments, if any: later changes of postage by carriers, charged to the balance (negative: paid back), with billed and measured weight and size.',
  ...READS,
  input: z.object({ order_id: orderId() }),
  async run(args, context) {
    return presentOrder(
      await context.clients.orders.getOrder(context.caller, { orderId: args.order_id }),
      context,
    );
  },
});
