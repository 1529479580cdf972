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
    'Whole orders, newest first; without filters every order of the account. By `page` it tells how many there are. To read all of them, or what changed since you last looked, walk with `cursor`: begin with an empty one, go on with `pagination.nextCursor` until it is null, and keep the other filters. Orders that are written meanwhile shift nothing.',
  query: z.object({
    status: z
      .string()
      .refine((value) => value === ACTIVE || statusesMeant(value) !== undefined, {
        error: `must be active, a status name, or one of ${SHOWN_STATUSES.join(', ')}`,
      })
      .meta({
        description:
          'A status as orderStatus shows it, or active for all but canceled and merged orders. Status names of the MCP tools are taken, too, and upper and lower case are alike.',
        publishedAs: { type: 'string', enum: [ACTIVE, ...SHOWN_STATUSES] },
      })
      .optional(),
    from: timestamp('Ordered from then on.').optional(),
    to: timestamp('Ordered until then; a day is included.').optional(),
    email: optionalText('Exactly this e-mail of the recipient, in any case.', { max: 254 }),
    invoiceNumber: optionalText('Exactly this number.', { max: 255 }),
    externalOrderId: optionalText('Exactly this id.', { max: 100 }),
    updatedFrom: timestamp(
      'Changed then or later; the order whose last change is the oldest comes first. Begin a minute before the newest updatedAt that you have: an order may come twice, and none is missed.',
    ).optional(),
    cursor: optionalText(
      'Empty to begin a walk, then pagination.nextCursor. Not together with a page after the first.',
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
          nextCursor: z
            .string()
            .nullable()
            .optional()
            .meta({ description: 'Of a walk: where it goes on; null at its end.' }),
        })
        .meta({
          id: 'OrderPagination',
          description: 'Of a page currentPage and the totals, of a walk with a cursor nextCursor.',
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
      throw invalidInput([{ field: 'page', message: 'page must be 1, or left out, together with cursor.' }]);
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
