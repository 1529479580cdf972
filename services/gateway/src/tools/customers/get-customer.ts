import { z } from 'zod';
import { customerId } from '../arguments/record-ids';
import { presentOrderRow } from '../orders/present-order';
import { defineTool, READS } from '../tool';
import { presentCustomer } from './present-customer';

const RECENT_ORDERS = 10;

/** @see [MCP-C2] */
export const getCustomer = defineTool({
  name: 'get_customer',
  title: 'Get customer',
  description: `One customer's full record with the ${RECENT_ORDERS} newest orders.`,
  ...READS,
  input: z.object({ customer_id: customerId() }),
  async run(args, { caller, clients }) {
    // Both calls may run at once, because for a customer of another account the first call fails and the second returns
    // no orders.
    const [customer, { orders }] = await Promise.all([
      clients.customers.getCustomer(caller, { customerId: args.customer_id }),
      clients.orders.listCustomerOrders(caller, { customerId: args.customer_id, limit: RECENT_ORDERS }),
    ]);
    return { ...presentCustomer(customer), recent_orders: orders.map(presentOrderRow) };
  },
});
