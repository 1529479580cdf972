import { z } from 'zod';
import { recordId } from '../fields';
import { EXAMPLE_ORDER_ID } from '../openapi/example-values';
import { defineRoute, ok } from '../route';

/** MCP's mark_labels_printed has the same limit. */
const MAX_ORDERS = 500;

const resultSchema = z
  .object({
    marked: z.array(z.int()).meta({ description: 'Ids of the orders that this request marked.' }),
    emailsQueued: z.int().meta({ description: 'Number of customers who get an e-mail.' }),
    skipped: z.array(
      z
        .object({
          orderId: z.int(),
          reason: z.string().meta({ description: 'Why the order was not marked.' }),
        })
        .meta({ id: 'SkippedLabel' }),
    ),
  })
  .meta({ id: 'MarkedLabels' });

/** @see MCP's mark_labels_printed, and ADR 117 */
export const markLabelsPrinted = defineRoute({
  operationId: 'markLabelsPrinted',
  method: 'POST',
  path: '/public/mark-labels-printed',
  tag: 'Shipping',
  summary: 'Mark labels as printed',
  description:
    'Marks the labels of the orders as printed. The orders then wait for a pickup, and their customers get the tracking by e-mail if this is on for the account. An order that has no label, was marked before or has a later status is skipped, with the reason.',
  body: z
    .object({
      orderIds: z
        .array(recordId('Id of an order.'))
        .min(1, 'must hold at least one order id')
        .max(MAX_ORDERS, `must hold at most ${MAX_ORDERS} order ids`)
        .meta({ description: 'Ids of the orders, 1 to 500.' }),
    })
    .meta({ id: 'PrintedLabelsInput' }),
  answers: { 200: z.object({ result: resultSchema }) },
  activity: { action: 'mark_labels_printed', about: ({ body }) => aboutMany(body.orderIds) },
  example: {
    body: { orderIds: [EXAMPLE_ORDER_ID] },
    answer: { result: { marked: [EXAMPLE_ORDER_ID], emailsQueued: 1, skipped: [] } },
  },
  async run({ body }, { caller, clients, sentence }) {
    const orderIds = [...new Set(body.orderIds)];
    const answer = await clients.orders.markLabelsPrinted(caller, { orderIds, confirm: true });
    const result: z.infer<typeof resultSchema> = {
      marked: answer.orders.map(({ orderId }) => orderId),
      emailsQueued: answer.emailsQueued,
      skipped: answer.skipped.map(({ orderId, failure }) => ({
        orderId,
        reason: failure ? sentence(failure) : '',
      })),
    };
    return ok({ result });
  },
});

const aboutMany = (orderIds: readonly number[]) =>
  orderIds.length === 1 ? { orderId: orderIds[0] } : { count: orderIds.length };
