import { z } from 'zod';
import { appliedPage, pageParameters } from '../fields';
import { defineRoute, ok } from '../route';
import { deliverySchema, EXAMPLE_DELIVERY, presentDelivery } from './delivery-schema';

/** The last id of the previous page. */
const cursor = z
  .string()
  .regex(/^\d{0,15}$/, 'must be a nextCursor of this list, or empty')
  .meta({
    description:
      'The `nextCursor` of the previous page. If it is left out or empty, the answer is the first page.',
  });

/** @see [REST-W15] */
export const listWebhookDeliveries = defineRoute({
  operationId: 'listWebhookDeliveries',
  method: 'GET',
  path: '/public/webhook/deliveries',
  tag: 'Webhook',
  summary: 'List deliveries',
  description:
    'Returns the deliveries to the webhook with their results, including tests, newest first. They are kept for 400 days. New deliveries do not move other deliveries to another page.',
  query: z.object({ cursor: cursor.optional(), pageSize: pageParameters.pageSize }),
  answers: {
    200: z.object({
      result: z.array(deliverySchema),
      pagination: z
        .object({
          pageSize: z.int(),
          nextCursor: z.string().nullable().meta({ description: 'null on the last page.' }),
        })
        .meta({ id: 'DeliveryPagination' }),
    }),
  },
  example: {
    query: { pageSize: 25 },
    answer: { result: [EXAMPLE_DELIVERY], pagination: { pageSize: 25, nextCursor: null } },
  },
  async run({ query }, { caller, clients }) {
    const { pageSize } = appliedPage(query);
    const { deliveries } = await clients.orders.listWebhookDeliveries(caller, {
      limit: pageSize + 1,
      ...(query.cursor && { beforeDeliveryId: Number(query.cursor) }),
    });
    const shown = deliveries.slice(0, pageSize);
    const nextCursor = deliveries.length > pageSize ? String(shown.at(-1)?.deliveryId) : null;
    return ok({ result: shown.map(presentDelivery), pagination: { pageSize, nextCursor } });
  },
});
