import type { Order } from '@parcelyard/contracts/orders';
import type { ReasonParams } from '@parcelyard/reasons/reasons';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { z } from 'zod';
import { EXAMPLE_ORDER_ID, EXAMPLE_ORDER_INPUT } from '../openapi/example-values';
import { RestRefusal } from '../rest-refusal';
import { created, defineRoute } from '../route';
import { restField, restSentence } from '../wording';
import { newOrderSchema, toNewOrder } from './new-order-schema';
import { EXAMPLE_ORDER, orderSchema } from './order-schema';
import { presentOrder } from './present-order';

const MAX_ORDERS = 100;

/** The fields in which the second example order differs. */
const NEXT = { invoiceNumber: 'INV-1002', externalOrderId: 'shop-5522' } as const;

/** @see [REST-O7] */
export const createOrders = defineRoute({
  operationId: 'createOrders',
  method: 'POST',
  path: '/public/orders',
  tag: 'Orders',
  summary: 'Create many orders',
  description:
    'Creates up to 100 orders. All orders are checked first: if one of them breaks a rule, none is created, and every problem is listed with its place, such as orders[3].zip. The results are in the same sequence as the orders of the request.',
  bodyName: 'orders',
  body: z
    .array(newOrderSchema)
    .min(1, 'must hold at least one order')
    .max(MAX_ORDERS, `must hold at most ${MAX_ORDERS} orders`),
  answers: {
    201: z.object({
      result: z.array(orderSchema),
      created: z
        .array(z.boolean())
        .meta({ description: 'One value for each order of the request; false if the order existed before.' }),
    }),
  },
  refusals: {
    404: { description: 'The account has no customer with one of the customerIds.', codes: ['not_found'] },
    409: {
      description:
        'An active order already has one of the invoiceNumbers, or it has one of the externalOrderIds but another invoiceNumber; or two orders of the request have the same value. Nothing was created, and `fields` names the order.',
      codes: ['invoice_number_taken', 'external_order_id_taken'],
    },
  },
  example: {
    body: [{ ...EXAMPLE_ORDER_INPUT, ...NEXT }],
    answer: { result: [{ ...EXAMPLE_ORDER, id: EXAMPLE_ORDER_ID + 1, ...NEXT }], created: [true] },
  },
  async run({ body }, context) {
    const { results } = await context.clients.orders
      .bulkCreateOrders(context.caller, {
        orders: body.map((order) => toNewOrder(order, context)),
      })
      .catch((error: unknown) => {
        throw absentCustomer(error) ?? error;
      });
    return created({
      result: results.map(({ order }) => presentOrder(order as Order, context)),
      created: results.map((each) => each.created),
    });
  },
});

/**
 * If the first problem is an unknown customer id, returns the refusal "not found", which a single order with this id
 * also gets. Returns undefined for any other error.
 */
function absentCustomer(error: unknown): RestRefusal | undefined {
  if (!(error instanceof DomainError) || error.reason !== 'problems') return undefined;
  const [{ problem, field } = {}] = problemsAt(error);
  if (problem?.reason !== 'customer_not_found' || field === undefined) return undefined;
  const message = restSentence(problem);
  return new RestRefusal('not_found', message, {
    fields: [{ field: restField(field), message }],
    cause: error,
  });
}

const problemsAt = ({ params }: DomainError) =>
  (params as ReasonParams<'problems'>).problems.map((each) => {
    const { problem = each } = each.params as Partial<ReasonParams<'at_place'>>;
    return { problem, field: each.field };
  });
