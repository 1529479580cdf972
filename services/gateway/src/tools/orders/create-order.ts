import { defineTool } from '../tool';
import { newOrder, newOrderNotes, presentNewOrder, toNewOrder } from './new-order';

/** @see [MCP-O9] */
export const createOrder = defineTool({
  name: 'create_order',
  title: 'Create order',
  description:
    'Creates one order, ready to ship, for an address-book customer or an inline recipient. Charges no postage and contacts no carrier; the address is checked when the order is rated.',
  access: 'Changes data',
  offeredToApps: true,
  saves: 'always',
  hints: { onlyAdds: true, openWorld: false },
  notes: newOrderNotes,
  input: newOrder,
  async run(args, { caller, clients }) {
    return presentNewOrder(args, await clients.orders.createOrder(caller, { order: toNewOrder(args) }));
  },
});
