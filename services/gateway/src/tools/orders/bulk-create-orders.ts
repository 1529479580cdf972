import { z } from 'zod';
import { as } from '../arguments/fields';
import { defineTool } from '../tool';
import { type NewOrderArguments, newOrder, newOrderNotes, presentNewOrder, toNewOrder } from './new-order';

const OPTIONAL = Object.keys(newOrder.shape).filter((name) => name !== 'customer_id' && name !== 'ship_to');

/** @see [MCP-O15], [MCP-O16] */
export const bulkCreateOrders = defineTool({
  name: 'bulk_create_orders',
  title: 'Create many orders',
  description:
    'Creates up to 100 orders in one call, each as create_order does. All orders are checked first: if one breaks a rule, none is saved, and the message names every problem. results are in input order. Give external_order_id, so that a repeated call creates no order twice.',
  access: 'Changes data',
  offeredToApps: true,
  saves: 'always',
  hints: { onlyAdds: true, openWorld: false },
  problems: 'every',
  notes: newOrderNotes,
  input: z.object({
    orders: z
      .array(newOrder)
      .refine((orders) => orders.length > 0, as('missing'))
      .max(100, 'must hold at most 100 orders')
      .meta({
        description: `Orders to create, 1 to 100, each with the arguments of create_order: customer_id or ship_to; optional ${OPTIONAL.join(', ')}.`,
      }),
  }),
  async run(args, { caller, clients }) {
    const answer = await clients.orders.bulkCreateOrders(caller, { orders: args.orders.map(toNewOrder) });
    return {
      created: answer.created,
      skipped: answer.skipped,
      results: answer.results.map((result, index) =>
        presentNewOrder(args.orders[index] as NewOrderArguments, result),
      ),
    };
  },
});
