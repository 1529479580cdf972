import { z } from 'zod';
import { appliedPage, pageParameters, paginationOf, paginationSchema } from '../fields';
import { defineRoute, ok } from '../route';
import { EXAMPLE_PICKUP, pickupSchema, presentPickup } from './pickup-schema';

/** @see [REST-P1] */
export const listPickups = defineRoute({
  operationId: 'listPickups',
  method: 'GET',
  path: '/public/pickups',
  tag: 'Pickups',
  summary: 'List pickups',
  description: 'Returns all pickups, newest first.',
  query: z.object(pageParameters),
  answers: {
    200: z.object({
      result: z.array(pickupSchema),
      pagination: paginationSchema('totalPickups').meta({ id: 'PickupPagination' }),
    }),
  },
  example: {
    query: { page: 1, pageSize: 25 },
    answer: {
      result: [EXAMPLE_PICKUP],
      pagination: { currentPage: 1, pageSize: 25, totalPickups: 1, totalPages: 1 },
    },
  },
  async run({ query }, context) {
    const page = appliedPage(query);
    const { pickups, total } = await context.clients.pickups.listPickups(context.caller, { page });
    const result = pickups.map((pickup) => presentPickup(pickup, context));
    return ok({ result, pagination: paginationOf(page, 'totalPickups', total) });
  },
});
