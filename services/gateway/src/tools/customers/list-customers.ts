import { z } from 'zod';
import { appliedPage, optionalText, page, pageOf, pageSize } from '../arguments/fields';
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
    page: page(),
    page_size: pageSize(),
  }),
  async run(args, { caller, clients }) {
    const applied = appliedPage(args);
    const { customers, total } = await clients.customers.listCustomers(caller, {
      query: (args.query ?? '').trim(),
      page: applied,
    });
    return {
      customers: customers.map(presentCustomer),
      ...pageOf(applied, total),
    };
  },
});
