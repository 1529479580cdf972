import type { ReturnStep } from '@parcelyard/contracts/orders';
import { z } from 'zod';
import type { ActionName } from '../../../operations/activity-actions';
import { orderStatusLabel } from '../../../values/order-status';
import { pathId } from '../fields';
import { EXAMPLE_ORDER_ID } from '../openapi/example-values';
import { defineRoute, ok } from '../route';

export const returnParams = z.object({ id: pathId('Order', 'Id of the order.') });

const returnedOrderSchema = z
  .object({ orderId: z.int(), orderStatus: z.string() })
  .meta({ id: 'ReturnedOrder' });

interface StepRoute {
  readonly operationId: string;
  readonly path: `/public/order/{id}/${string}`;
  readonly summary: string;
  readonly description: string;
  readonly step: ReturnStep;
  readonly exampleStatus: string;
  readonly action: ActionName;
}

/** Creates the route for one step of a return. Repeating a step changes nothing. */
export const returnStep = ({ step, exampleStatus, action, ...route }: StepRoute) =>
  defineRoute({
    ...route,
    method: 'POST',
    tag: 'Returns',
    params: returnParams,
    answers: { 200: z.object({ result: returnedOrderSchema }) },
    refusals: {
      409: {
        description: 'The status of the order does not allow this step of a return.',
        codes: ['wrong_state'],
      },
    },
    activity: { action, about: ({ params }) => ({ orderId: params.id }) },
    example: {
      params: { id: EXAMPLE_ORDER_ID },
      answer: { result: { orderId: EXAMPLE_ORDER_ID, orderStatus: exampleStatus } },
    },
    async run({ params }, { caller, clients }) {
      const { orderId, status } = await clients.orders.changeReturn(caller, { orderId: params.id, step });
      return ok({ result: { orderId, orderStatus: orderStatusLabel(status) } });
    },
  });
