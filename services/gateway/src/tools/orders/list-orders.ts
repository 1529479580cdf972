import { z } from 'zod';
import { ORDER_STATUS_LABELS } from '../../operations/order-status';
import { appliedPage, optionalChoice, page, pageOf, pageSize } from '../arguments/fields';
import { defineTool, READS } from '../tool';
import { presentOrderRow } from './present-order';

const FILTERS = ['active', ...Object.keys(ORDER_STATUS_LABELS)];

/** @see specification, "list_orders" */
export const listOrders = defineTool({
  name: 'list_orders',
  title: 'List orders',
  description:
    'Lists orders, newest first; without arguments those that are ready to ship. Results show status labels, filters take status names. Keep order_id for the other tools.',
  ...READS,
  input: z.object({
    status: optionalChoice(
      FILTERS,
      'One status name, or active for every order that is neither canceled nor merged.',
      'ChooseShipping',
    ),
    page: page(),
    page_size: pageSize(),
  }),
  async run(args, { caller, clients }) {
    const applied = appliedPage(args);
    const { orders, total, status } = await clients.orders.listOrders(caller, {
      status: args.status ?? '',
      page: applied,
    });
    return {
      orders: orders.map(presentOrderRow),
      ...pageOf(applied, total),
      status,
    };
  },
});
