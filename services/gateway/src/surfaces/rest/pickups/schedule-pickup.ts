import { CARRIER_CODES } from '@parcelyard/service-kit/carriers';
import { z } from 'zod';
import { calendarDay, optionalText, text } from '../fields';
import { created, defineRoute, ok } from '../route';
import { EXAMPLE_PICKUP, pickupSchema, presentPickup } from './pickup-schema';

const bodySchema = z
  .object({
    date: calendarDay('Day of the pickup, YYYY-MM-DD.'),
    location: text('Where the driver finds the parcels at the ship-from address, such as front porch.', {
      max: 100,
    }),
    carrier: z
      .enum(CARRIER_CODES, `must be one of ${CARRIER_CODES.join(', ')}`)
      .meta({ description: 'Carrier that collects the parcels; usps if left out.' })
      .optional(),
    instructions: optionalText('Further instructions for the driver.', { max: 200 }),
  })
  .meta({ id: 'PickupInput' });

/** @see [REST-P1], [REST-P2]. The pickups service checks the plan. */
export const schedulePickup = defineRoute({
  operationId: 'schedulePickup',
  method: 'POST',
  path: '/public/pickups',
  tag: 'Pickups',
  summary: 'Book a pickup',
  description:
    'Books a free carrier pickup for the orders whose labels are marked as printed (`POST /public/mark-labels-printed`). An account has one pickup for each carrier and day. If this pickup exists already, newly printed labels are added to it while the carrier allows this, and the answer is 200 with the pickup. `note` says what was done.',
  body: bodySchema,
  answers: { 201: z.object({ result: pickupSchema }), 200: z.object({ result: pickupSchema }) },
  refusals: {
    403: { description: 'The plan does not include carrier pickups.', codes: ['plan_feature_missing'] },
    409: {
      description:
        'No order waits for this carrier, or the carrier does not collect on that day (`wrong_state`); or another request is booking the same pickup (`conflict_retry`).',
      codes: ['wrong_state', 'conflict_retry'],
    },
    422: {
      description: 'The carrier refused. `error` contains the carrier’s message.',
      codes: ['carrier_refused'],
    },
  },
  activity: { action: 'schedule_pickup', about: () => ({}) },
  example: {
    body: { date: '2026-11-04', location: 'Front porch', carrier: 'usps' },
    answer: { result: EXAMPLE_PICKUP },
  },
  async run({ body }, context) {
    const { caller, clients, touched } = context;
    const { date, location, carrier = 'usps', instructions = '' } = body;
    const { outcome, bookedBefore } = await clients.pickups.schedulePickup(caller, {
      date,
      location,
      carrier,
      instructions,
      confirm: true,
    });
    if (outcome?.$case !== 'pickup') throw new Error('Pickups did not return a pickup.');
    const { pickup } = outcome;
    touched({ pickupId: pickup.pickupId, count: pickup.packageCount });
    const answer = { result: presentPickup(pickup, context) };
    return bookedBefore ? ok(answer) : created(answer);
  },
});
