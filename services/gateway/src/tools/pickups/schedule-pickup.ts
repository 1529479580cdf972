import type { Pickup, SchedulePreview } from '@parcelyard/contracts/pickups';
import { z } from 'zod';
import { calendarDate, confirm, optionalText, text } from '../arguments/fields';
import { presentShipTo } from '../orders/present-order';
import { defineTool, type Payload } from '../tool';
import { carrier, DEFAULT_CARRIER, presentPickup, presentWindow } from './pickup-fields';

/** @see specification, "schedule_pickup"; the plan gate is the pickups service's */
export const schedulePickup = defineTool({
  name: 'schedule_pickup',
  title: 'Schedule pickup',
  description:
    'Books a free carrier pickup of the orders whose labels are marked printed. Preview first: check that eligible_order_ids holds your orders, then call again with confirm: true. One pickup for carrier and date: a further confirm adds newly printed labels to it while the carrier allows it, and says in note what was done.',
  access: 'Changes data',
  planFeature: 'carrier pickup',
  oauth: true,
  saves: 'when confirmed',
  hints: { openWorld: true },
  input: z.object({
    date: calendarDate('Day of the pickup, YYYY-MM-DD.'),
    location: text('Where the driver finds the parcels, such as front porch; 1 to 100 characters.', {
      max: 100,
    }),
    carrier: carrier(),
    instructions: optionalText('More for the driver, 200 characters at most.', { max: 200 }),
    confirm: confirm('true books the pickup.'),
  }),
  async run(args, { caller, clients, sentence }) {
    const { outcome } = await clients.pickups.schedulePickup(caller, {
      date: args.date,
      location: args.location,
      carrier: args.carrier || DEFAULT_CARRIER,
      instructions: args.instructions ?? '',
      confirm: args.confirm === true,
    });
    if (outcome?.$case === 'pickup') return presentPickup(outcome.pickup satisfies Pickup, sentence);
    if (outcome?.$case === 'preview') return presentPreview(args.location, outcome.preview);
    throw new Error('Pickups answered neither a preview nor a pickup.');
  },
});

const presentPreview = (location: string, preview: SchedulePreview): Payload => ({
  preview: true,
  date: preview.date,
  carrier: preview.carrier,
  location,
  eligible_order_ids: preview.eligibleOrderIds,
  package_count: preview.packageCount,
  window: presentWindow(preview.window),
  pickup_address: preview.pickupAddress ? presentShipTo(preview.pickupAddress) : null,
  scheduled_pickup_id: preview.scheduledPickupId ?? null,
  cost: 0,
  note: `Nothing was booked. ${howToGoOn(preview)}`,
});

function howToGoOn({ eligibleOrderIds, scheduledPickupId, date }: SchedulePreview): string {
  const nothingNew = eligibleOrderIds.length === 0;
  if (scheduledPickupId !== undefined) {
    const booked = `Pickup ${scheduledPickupId} is booked for ${date} already.`;
    return nothingNew
      ? `${booked} No further order of this carrier is marked printed and waiting.`
      : `${booked} Call again with confirm: true to add these orders to it, if the carrier allows it.`;
  }
  return nothingNew
    ? 'No order of this carrier is marked printed and waiting: mark labels with mark_labels_printed first.'
    : 'Call again with confirm: true to book the pickup for these orders.';
}
