import { z } from 'zod';
import { pathId } from '../fields';
import { EXAMPLE_ORDER_ID, EXAMPLE_PICKUP_ID, EXAMPLE_TRACKING_NUMBER } from '../openapi/example-values';
import { defineRoute, ok } from '../route';
import { EXAMPLE_PICKUP, pickupDetailsSchema, presentPickup, presentPickupOrder } from './pickup-schema';

/** @see [REST-P1] */
export const getPickup = defineRoute({
  operationId: 'getPickup',
  method: 'GET',
  path: '/public/pickup/{id}',
  tag: 'Pickups',
  summary: 'Get a pickup',
  description: 'Returns one pickup with its orders.',
  params: z.object({ id: pathId('Pickup', 'Id of the pickup.') }),
  answers: { 200: z.object({ result: pickupDetailsSchema }) },
  example: {
    params: { id: EXAMPLE_PICKUP_ID },
    answer: {
      result: {
        ...EXAMPLE_PICKUP,
        orders: [
          {
            orderId: EXAMPLE_ORDER_ID,
            orderNumber: 'INV-1001',
            name: 'Ada Lovelace',
            orderStatus: 'Waiting for pickup',
            trackingNumber: EXAMPLE_TRACKING_NUMBER,
          },
        ],
      },
    },
  },
  async run({ params }, context) {
    const pickup = await context.clients.pickups.getPickup(context.caller, { pickupId: params.id });
    return ok({
      result: { ...presentPickup(pickup, context), orders: pickup.orders.map(presentPickupOrder) },
    });
  },
});
