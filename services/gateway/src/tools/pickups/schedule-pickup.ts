import type { Address } from '@parcelyard/contracts/common';
import type { Pickup, SchedulePreview } from '@parcelyard/contracts/pickups';
import { z } from 'zod';
import { shopDay } from '../../operations/shop-day';
import { calendarDate, confirm, optionalText, text } from '../arguments/fields';
import { note, SHOW_AND_AGREE } from '../note';
import { presentShipTo } from '../orders/present-order';
import { defineTool, type Payload } from '../tool';
import { carrier, DEFAULT_CARRIER, presentPickup, presentWindow } from './pickup-fields';

const ADDRESS = '1 Congress Ave, Austin, TX 78701';

const notes = {
  previewed: note(
    'a preview',
    { address: ADDRESS },
    ({ address }) => `Nothing was booked. ${pickupAddressNote(address)} ${SHOW_AND_AGREE}`,
  ),
  leavesOut: note(
    'a preview when some of the labels are of another seller',
    { address: ADDRESS, count: 2 },
    ({ address, count }) =>
      `Nothing was booked. ${pickupAddressNote(address)} ${leavesOut(count)} ${SHOW_AND_AGREE}`,
  ),
  wouldAdd: note(
    'a preview for a day that has a pickup',
    { pickupId: 31, date: '2026-03-04', address: ADDRESS },
    ({ address, ...booked }) => `${wouldAdd(booked)} ${pickupAddressNote(address)} ${SHOW_AND_AGREE}`,
  ),
  wouldAddSome: note(
    'a preview for a day that has a pickup, when some of the labels are of another seller',
    { pickupId: 31, date: '2026-03-04', address: ADDRESS, count: 2 },
    ({ address, count, ...booked }) =>
      `${wouldAdd(booked)} ${leavesOut(count)} ${ANOTHER_DATE} ${pickupAddressNote(address)} ${SHOW_AND_AGREE}`,
  ),
  addsNone: note(
    'a preview for a day that has a pickup, when all of the labels are of another seller',
    { pickupId: 31, date: '2026-03-04', count: 2 },
    ({ pickupId, date, count }) =>
      `Nothing was booked. Pickup ${pickupId} is already booked for ${date}. ${leavesOut(count)} ${ANOTHER_DATE}`,
  ),
  nothingToAdd: note(
    'a preview for a day that has a pickup, with nothing to add',
    { pickupId: 31, date: '2026-03-04' },
    ({ pickupId, date }) =>
      `Nothing was booked. Pickup ${pickupId} is already booked for ${date}, and no other order of this carrier is marked printed and waiting. get_pickup shows the orders of the pickup.`,
  ),
  nothingWaiting: note(
    'a preview without orders',
    {},
    () =>
      'Nothing was booked. No order of this carrier is marked printed and waiting: mark labels with mark_labels_printed first.',
  ),
};

const wouldAdd = ({ pickupId, date }: { pickupId: number; date: string }): string =>
  `Nothing was booked. Pickup ${pickupId} is already booked for ${date}. A confirm adds these orders to that pickup, if the carrier allows it.`;

const leavesOut = (count: number): string =>
  `${count} of the printed labels ${count === 1 ? 'is' : 'are'} left out: another seller sold them, and a driver takes only the parcels of one seller.`;

const ANOTHER_DATE = 'For these labels, choose another date.';

/**
 * Returns the note that says where the driver comes. The argument `location` is a place at this address, such as a
 * door. Another address in `location` has no effect.
 */
const pickupAddressNote = (address: string): string =>
  `The driver comes to ${address} (pickup_address); location only says where at this address.`;

/** @see [MCP-P2]. The pickups service checks the plan. */
export const schedulePickup = defineTool({
  name: 'schedule_pickup',
  title: 'Schedule pickup',
  description:
    'Books a free carrier pickup of the orders whose labels are marked printed. Preview first: check that eligible_order_ids contains your orders, then confirm. Each carrier and date has one pickup: another confirm adds newly printed labels to it while the carrier allows it, and note says what was done.',
  access: 'Changes data',
  planFeature: 'carrier pickup',
  offeredToApps: true,
  saves: 'when confirmed',
  activity: { action: 'schedule_pickup', about: () => ({}) },
  hints: { openWorld: true },
  notes,
  input: z.object({
    date: calendarDate('Day of the pickup, YYYY-MM-DD.'),
    location: text('Where the driver finds the parcels, such as front porch; 1 to 100 characters.', {
      max: 100,
    }),
    carrier: carrier(),
    instructions: optionalText('Instructions for the driver, at most 200 characters.', { max: 200 }),
    confirm: confirm('true books the pickup.'),
  }),
  async run(args, context) {
    const { caller, clients, sentence, touched } = context;
    const { outcome } = await clients.pickups.schedulePickup(caller, {
      date: args.date,
      location: args.location,
      carrier: args.carrier || DEFAULT_CARRIER,
      instructions: args.instructions ?? '',
      confirm: args.confirm === true,
    });
    if (outcome?.$case === 'pickup') {
      const { pickupId, packageCount: count } = outcome.pickup;
      touched({ pickupId, count });
      return { ...presentPickup(outcome.pickup satisfies Pickup, sentence), ...shopDay(context) };
    }
    if (outcome?.$case === 'preview') {
      return { ...presentPreview(args.location, outcome.preview), ...shopDay(context) };
    }
    throw new Error('Pickups returned neither a preview nor a pickup.');
  },
});

const presentPreview = (location: string, preview: SchedulePreview): Payload => ({
  preview: true,
  date: preview.date,
  carrier: preview.carrier,
  location,
  pickup_address: preview.pickupAddress ? presentShipTo(preview.pickupAddress) : null,
  eligible_order_ids: preview.eligibleOrderIds,
  package_count: preview.packageCount,
  window: presentWindow(preview.window),
  scheduled_pickup_id: preview.scheduledPickupId ?? null,
  cost: 0,
  note: previewNote(preview),
});

function previewNote(preview: SchedulePreview): string {
  const { eligibleOrderIds, scheduledPickupId, date, pickupAddress, ofAnotherSeller: count } = preview;
  const address = pickupAddress ? inOneLine(pickupAddress) : 'the ship-from address';
  const anyWaiting = eligibleOrderIds.length > 0;
  if (scheduledPickupId === undefined) {
    if (anyWaiting && count > 0) return notes.leavesOut({ address, count });
    return anyWaiting ? notes.previewed({ address }) : notes.nothingWaiting({});
  }
  const booked = { pickupId: scheduledPickupId, date };
  if (count > 0) {
    return anyWaiting
      ? notes.wouldAddSome({ ...booked, address, count })
      : notes.addsNone({ ...booked, count });
  }
  return anyWaiting ? notes.wouldAdd({ ...booked, address }) : notes.nothingToAdd(booked);
}

const inOneLine = ({ street1, street2, city, state, zip }: Address): string =>
  [street1, street2, city, `${state} ${zip}`].filter((part) => part.trim() !== '').join(', ');
