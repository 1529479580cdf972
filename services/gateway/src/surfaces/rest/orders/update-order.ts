import type { AddressPatch, Order, UpdateOrderRequest } from '@parcelyard/contracts/orders';
import type { Complete } from '@parcelyard/service-kit/complete';
import { z } from 'zod';
import { amount, pathId, recordId } from '../fields';
import { EXAMPLE_ORDER_ID } from '../openapi/example-values';
import { defineRoute, ok } from '../route';
import { orderFields, recipientEmail, toAmounts, toGiven, toNewItem } from './new-order-schema';
import { EXAMPLE_ORDER, orderSchema } from './order-schema';
import { presentOrder } from './present-order';

const changesSchema = z
  .object({
    ...orderFields,
    // The descriptions of these fields differ from those for a new order. When an order is changed, no amount is
    // calculated, and the e-mail address does not select the customer.
    email: recipientEmail('The order stays linked to its customer.'),
    total: amount('Total of the order; unchanged if left out, even if other amounts change.'),
    subtotal: amount('Subtotal of the order; unchanged if left out, even if the items change.'),
    customerId: recordId('Customer to whom the order is linked.'),
  })
  .partial()
  .meta({ id: 'OrderChanges' });

type Changes = z.output<typeof changesSchema>;

/** @see [REST-O9] */
export const updateOrder = defineRoute({
  operationId: 'updateOrder',
  method: 'PUT',
  path: '/public/order/{id}',
  tag: 'Orders',
  summary: 'Edit an order',
  description:
    'Changes only the given fields: for example, new items do not change the amounts. The given items replace all lines. An empty text or null empties a field that may be empty. An order that has a label, has shipped or was canceled is refused.',
  params: z.object({ id: pathId('Order', 'Id of the order.') }),
  body: changesSchema,
  answers: { 200: z.object({ result: orderSchema }) },
  refusals: {
    409: {
      description:
        'The order can no longer be edited, or another active order (not canceled or merged) has the invoiceNumber.',
      codes: ['wrong_state', 'invoice_number_taken'],
    },
  },
  example: {
    params: { id: EXAMPLE_ORDER_ID },
    body: { weight: 12, orderNote: 'Gift' },
    answer: { result: { ...EXAMPLE_ORDER, weight: 12, orderNote: 'Gift' } },
  },
  async stored({ id }, context) {
    return presentOrder(await context.clients.orders.getOrder(context.caller, { orderId: id }), context);
  },
  async run({ params, body }, context) {
    const { caller, clients } = context;
    const orderId = params.id;
    const order = changesNothing(body)
      ? await clients.orders.getOrder(caller, { orderId })
      : (
          await clients.orders.updateOrder(caller, {
            orderId,
            items: body.items && { items: body.items.map(toNewItem) },
            ...toGiven(body),
            ...toAmounts(body),
            keepAmounts: true,
            shipTo: toPatch(body),
          } satisfies Complete<Omit<UpdateOrderRequest, 'accountId' | 'addItems' | 'removeItems'>>)
        ).order;
    return ok({ result: presentOrder(order as Order, context) });
  },
});

const changesNothing = (body: Changes) => Object.values(body).every((value) => value === undefined);

function toPatch(body: Changes): AddressPatch | undefined {
  const { firstName, lastName, city, state, zip, country, phone, email } = body;
  const street = { street1: body.address1, street2: body.address2, street3: body.address3 };
  const patch: Complete<AddressPatch> = {
    firstName,
    lastName,
    ...street,
    city,
    state,
    zip,
    country,
    phone,
    email,
  };
  return Object.values(patch).some((value) => value !== undefined) ? patch : undefined;
}
