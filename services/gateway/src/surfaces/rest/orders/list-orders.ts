import { z } from 'zod';
import {
  appliedPage,
  momentOf,
  optionalText,
  pageParameters,
  paginationOf,
  spanEndOf,
  timestamp,
} from '../fields';
import { invalidInput } from '../rest-refusal';
import { defineRoute, ok } from '../route';
import { EXAMPLE_ORDER, orderSchema } from './order-schema';
import { presentOrder } from './present-order';
import { SHOWN_STATUSES, statusesMeant } from './rest-order-status';

const ACTIVE = 'active';

/** @see [REST-O8], [REST-O15] */
export const listOrders = defineRoute({
  operationId: 'listOrders',
  method: 'GET',
  path: '/public/orders',
  tag: 'Orders',
  summary: 'List orders',
  description:
    'Returns whole orders, newest first; without filters, all orders of the account. With `page`, the answer has the number of orders. To read all orders, or all changes since your last request, use `cursor`: send an empty cursor first, then `pagination.nextCursor` until it is null, and keep the other filters. Orders that are written in the meantime do not move other orders to another page.',
  query: z.object({
    status: z
      .string()
      .refine((value) => value === ACTIVE || statusesMeant(value) !== undefined, {
        error: `must be active, a status name, or one of ${SHOWN_STATUSES.join(', ')}`,
      })
      .meta({
        description:
          'A value of orderStatus, or active for all orders except canceled and merged orders. The status names of the MCP tools are accepted, too. Upper and lower case make no difference.',
        publishedAs: { type: 'string', enum: [ACTIVE, ...SHOWN_STATUSES] },
      })
      .optional(),
    from: timestamp('Orders placed from this time on.').optional(),
    to: timestamp('Orders placed until this time; a day is included.').optional(),
    email: optionalText(
      'Exactly this e-mail address of the recipient; upper and lower case make no difference.',
      { max: 254 },
    ),
    invoiceNumber: optionalText('Exactly this invoice number.', { max: 255 }),
    externalOrderId: optionalText('Exactly this external id.', { max: 100 }),
    updatedFrom: timestamp(
      'Orders changed from this time on; the oldest change comes first. Send a time one minute before the newest updatedAt that you have: then no order is missed, and some orders come twice.',
    ).optional(),
    cursor: optionalText(
      'Empty in the first request, then pagination.nextCursor. Not allowed together with a page after the first.',
      { max: 200 },
    ),
    ...pageParameters,
  }),
  answers: {
    200: z.object({
      result: z.array(orderSchema),
      pagination: z
        .object({
          currentPage: z.int().optional(),
          pageSize: z.int(),
          totalOrders: z.int().optional(),
          totalPages: z.int().optional(),
          nextCursor: z.string().nullable().optional().meta({
            description:
              'The cursor of the next request; null at the end. Only in an answer to a request with cursor.',
          }),
        })
        .meta({
          id: 'OrderPagination',
          description: 'With page: currentPage and the totals. With cursor: nextCursor.',
        }),
    }),
  },
  example: {
    query: { status: 'Ready to ship', from: '2026-01-01', page: 1, pageSize: 25 },
    answer: {
      result: [EXAMPLE_ORDER],
      pagination: { currentPage: 1, pageSize: 25, totalOrders: 1, totalPages: 1 },
    },
  },
  async run({ query }, context) {
    const { status, from, to, updatedFrom, page: _page, pageSize: _pageSize, ...filters } = query;
    const { caller } = context;
    // Some generated clients always send the default page 1, so it is allowed together with a cursor.
    if (query.cursor !== undefined && (query.page ?? 1) > 1) {
      throw invalidInput([{ field: 'page', message: 'page must be 1 or left out if cursor is given.' }]);
    }
    const page = appliedPage(query);
    const { orders, total, nextCursor } = await context.clients.orders.findOrders(caller, {
      statuses: status === undefined || status === ACTIVE ? [] : [...(statusesMeant(status) ?? [])],
      liveOnly: status === ACTIVE,
      ...filters,
      from: from === undefined ? undefined : momentOf(from, caller),
      to: to === undefined ? undefined : spanEndOf(to, caller),
      updatedFrom: updatedFrom === undefined ? undefined : momentOf(updatedFrom, caller),
      page,
    });
    const result = orders.map((order) => presentOrder(order, context));
    if (query.cursor !== undefined) {
      return ok({ result, pagination: { pageSize: page.pageSize, nextCursor: nextCursor ?? null } });
    }
    return ok({ result, pagination: paginationOf(page, 'totalOrders', total) });
  },
});
