import { z } from 'zod';
import { appliedPage, optionalText, page, pageOf, pageSize, wholeNumber } from '../arguments/fields';
import { defineTool, READS } from '../tool';
import { presentCustomer } from './present-customer';

/** @see [MCP-C1] */
export const listCustomers = defineTool({
  name: 'list_customers',
  title: 'List customers',
  description:
    'Searches the address book; sorted by name, A to Z. order_count and last_order_at are updated shortly after an order.',
  ...READS,
  input: z.object({
    query: optionalText(
      'Name, company or e-mail, or the beginning of any word in them; case is ignored. Omitted: all customers.',
      {
        max: 200,
      },
    ),
    min_orders: wholeNumber('Minimum number of orders.', {
      min: 1,
      max: 1_000_000,
    }).optional(),
    page: page(),
    page_size: pageSize(),
  }),
  async run(args, { caller, clients }) {
    const applied = appliedPage(args);
    const { customers, total } = await clients.customers.listCustomers(caller, {
      query: (args.query ?? '').trim(),
      page: applied,
      ...(args.min_orders !== undefined && { minOrders: args.min_orders }),
    });
    return {
      customers: customers.map(presentCustomer),
      ...pageOf(applied, total),
    };
  },
});
