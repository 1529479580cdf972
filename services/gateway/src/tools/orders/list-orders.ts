import { z } from 'zod';
import { shopDay } from '../../operations/shop-day';
import { textOrNull } from '../../values/nullable';
import { ORDER_STATUS_LABELS } from '../../values/order-status';
import {
  appliedPage,
  optionalCalendarDate,
  optionalChoice,
  optionalText,
  page,
  pageOf,
  pageSize,
} from '../arguments/fields';
import { defineTool, READS } from '../tool';
import { presentOrderRow } from './present-order';
import { sameDestinationNote, sameDestinations } from './same-destination';

const FILTERS = ['active', ...Object.keys(ORDER_STATUS_LABELS)];

/** @see [MCP-O1], [MCP-O2], [MCP-O22] */
export const listOrders = defineTool({
  name: 'list_orders',
  title: 'List orders',
  description:
    'Lists orders by order date. Without status and query, only orders that are ready to ship, also with from and to. Results show status labels; filters take status names. Keep order_id for the other tools.',
  ...READS,
  notes: { sameDestination: sameDestinationNote },
  input: z.object({
    status: optionalChoice(
      FILTERS,
      'One status name, or active: all except canceled and merged orders. Default: ChooseShipping; with query: every status.',
    ),
    query: optionalText(
      'Order number, external order id, invoice number, name, e-mail or tracking number, or its beginning; case is ignored.',
      { max: 100 },
    ),
    from: optionalCalendarDate('Earliest order date (in time_zone), YYYY-MM-DD, included.'),
    to: optionalCalendarDate('Latest order date (in time_zone), YYYY-MM-DD, included.'),
    sort: optionalChoice(['newest', 'oldest'], 'Which order dates come first.', 'newest'),
    page: page(),
    page_size: pageSize(),
  }),
  async run(args, context) {
    const { caller, clients } = context;
    const applied = appliedPage(args);
    const { from = '', to = '' } = args;
    const text = (args.query ?? '').trim();
    const { orders, total, status } = await clients.orders.listOrders(caller, {
      status: args.status ?? '',
      page: applied,
      ...(text === '' ? {} : { anyStatus: !args.status }),
      ...(text || from || to ? { search: { text, from, to } } : {}),
      ...(args.sort === 'oldest' ? { oldestFirst: true } : {}),
    });
    const warnings = sameDestinations(orders.filter((order) => order.status === 'ChooseShipping'));
    return {
      ...(warnings.length > 0 ? { warnings } : {}),
      orders: orders.map(presentOrderRow),
      ...pageOf(applied, total),
      // The status whose orders are listed. It is null when the call had a query and no status, because then orders of
      // every status were searched.
      status: textOrNull(status),
      ...shopDay(context),
    };
  },
});
