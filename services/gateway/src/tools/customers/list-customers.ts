import { z } from 'zod';
import { appliedPage, optionalText, page, pageOf, pageSize, wholeNumber } from '../arguments/fields';
import { defineTool, READS } from '../tool';
import { presentCustomer } from './present-customer';

/** @see [MCP-C1] */
export const listCustomers = defineTool({
  name: 'list_customers',
  title: 'List customers',
  description:
    'Searches the address book; customers by name, A to Z. order_count and last_order_at follow orders within moments.',
  ...READS,
  input: z.object({
    query: optionalText(
      'Name, company or e-mail, whole or from the beginning of any word of it, in any case. Omitted: everybody.',
      {
        max: 200,
      },
    ),
    min_orders: wholeNumber('Only those with so many orders at least.', {
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
