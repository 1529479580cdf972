import { z } from 'zod';
import { pathId } from '../fields';
import { EXAMPLE_PICKUP_ID } from '../openapi/example-values';
import { defineRoute, ok } from '../route';
import { EXAMPLE_PICKUP, pickupSchema, presentPickup } from './pickup-schema';

/** @see [REST-P1] */
export const cancelPickup = defineRoute({
  operationId: 'cancelPickup',
  method: 'DELETE',
  path: '/public/pickup/{id}',
  tag: 'Pickups',
  summary: 'Cancel a pickup',
  description:
    'Cancels the pickup with the carrier. Its orders then wait for another pickup. If the pickup is already canceled, it is returned unchanged.',
  params: z.object({ id: pathId('Pickup', 'Id of the pickup.') }),
  answers: { 200: z.object({ result: pickupSchema }) },
  refusals: {
    409: {
      description:
        'The carrier has already collected the parcels (`wrong_state`), or another request is changing the pickup (`conflict_retry`).',
      codes: ['wrong_state', 'conflict_retry'],
    },
    422: {
      description: 'The carrier refused. `error` contains the carrier’s message.',
      codes: ['carrier_refused'],
    },
  },
  activity: { action: 'cancel_pickup', about: ({ params }) => ({ pickupId: params.id }) },
  example: {
    params: { id: EXAMPLE_PICKUP_ID },
    answer: {
      result: {
        ...EXAMPLE_PICKUP,
        status: 'canceled',
        orderIds: [],
        packageCount: 0,
        canceledAt: '2026-11-03T11:40:00Z',
      },
    },
  },
  async run({ params }, context) {
    const pickup = await context.clients.pickups.cancelPickup(context.caller, {
      pickupId: params.id,
      confirm: true,
    });
    return ok({ result: presentPickup(pickup, context) });
  },
});
