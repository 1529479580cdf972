import { z } from 'zod';
import { appliedPage, pageParameters, paginationOf, spanEnd, timestamp } from '../fields';
import { EXAMPLE_ORDER } from '../openapi/example-values';
import { defineRoute, ok } from '../route';
import { orderSchema, presentOrder, SHOWN_STATUSES, statusesMeant } from './order-schema';

const ACTIVE = 'active';

/** @see decisions, "order list" */
export const listOrders = defineRoute({
  operationId: 'listOrders',
  method: 'GET',
  path: '/public/orders',
  tag: 'Orders',
  summary: 'List orders',
  description: 'Whole orders, newest first; without filters every order of the account.',
  access: 'bearer',
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
    to: spanEnd('Ordered until then; a day is included.').optional(),
    email: z
      .string()
      .max(254, 'must be at most 254 characters')
      .meta({ description: 'Exactly this e-mail of the recipient, in any case.' })
      .optional(),
    invoiceNumber: z
      .string()
      .max(100, 'must be at most 100 characters')
      .meta({ description: 'Exactly this number.' })
      .optional(),
    ...pageParameters,
  }),
  answers: {
    200: z.object({
      result: z.array(orderSchema),
      pagination: z
        .object({
          currentPage: z.int(),
          pageSize: z.int(),
          totalOrders: z.int(),
          totalPages: z.int(),
        })
        .meta({ id: 'OrderPagination' }),
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
    const { status, from, to, email, invoiceNumber } = query;
    const page = appliedPage(query);
    const { orders, total } = await context.clients.orders.findOrders(context.caller, {
      statuses: status === undefined || status === ACTIVE ? [] : [...(statusesMeant(status) ?? [])],
      liveOnly: status === ACTIVE,
      ...{ from, to, email, invoiceNumber, page },
    });
    const { currentPage, pageSize, totalPages } = paginationOf(page, total);
    return ok({
      result: orders.map((order) => presentOrder(order, context)),
      pagination: { currentPage, pageSize, totalOrders: total, totalPages },
    });
  },
});
