import { z } from 'zod';
import { shopDay } from '../../operations/shop-day';
import { textOrNull, zonedTimestampOrNull } from '../../values/nullable';
import { calendarDate } from '../arguments/fields';
import { presentShipTo } from '../orders/present-order';
import { defineTool, READS } from '../tool';
import { carrier, DEFAULT_CARRIER, presentWindow } from './pickup-fields';

/** @see [MCP-P1] */
export const checkPickupAvailability = defineTool({
  name: 'check_pickup_availability',
  title: 'Check pickup availability',
  description:
    'Whether the carrier can pick up on a date; if not, reason and next_available_date. The driver comes to pickup_address, the ship-from address of the account. scheduled_pickup_id is a pickup already booked for the date. window is in the local time of the ship-from address, cutoff_at in UTC.',
  ...READS,
  hints: { openWorld: true },
  input: z.object({ date: calendarDate('Day of the pickup, YYYY-MM-DD.'), carrier: carrier() }),
  async run(args, context) {
    const { caller, clients, sentence } = context;
    const answer = await clients.pickups.checkAvailability(caller, {
      date: args.date,
      carrier: args.carrier || DEFAULT_CARRIER,
    });
    return {
      date: answer.date,
      available: answer.available,
      window: presentWindow(answer.window),
      reason: textOrNull(answer.refusal && sentence(answer.refusal)),
      next_available_date: textOrNull(answer.nextAvailableDate),
      cutoff_at: zonedTimestampOrNull(answer.cutoffAt),
      pickup_address: answer.pickupAddress ? presentShipTo(answer.pickupAddress) : null,
      scheduled_pickup_id: answer.scheduledPickupId ?? null,
      ...shopDay(context),
    };
  },
});
