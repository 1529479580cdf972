import { type Refused, reason } from './reason';

const booked = ({ pickupId, date }: { pickupId: number; date: string }) =>
  `Pickup ${pickupId} was booked for ${date} already`;
const ordersWere = (count: number) => (count === 1 ? '1 order was' : `${count} orders were`);

const pickup = { pickupId: 31, date: '2026-03-04' };

/** The reasons why the pickups service refuses a request, and the notes that a pickup shows. */
export const pickupsReasons = {
  pickup_date_invalid: reason(
    { got: '03/04/2026' },
    ({ got }, { field }) =>
      `${field} must be a calendar date written YYYY-MM-DD; got ${JSON.stringify(got)}.`,
  ),
  pickup_text_too_long: reason(
    { max: 100, length: 101 },
    ({ max, length }, { field }) => `${field} must be at most ${max} characters; got ${length}.`,
  ),

  pickup_outside_us: reason(
    {},
    () => 'Pickups are offered for ship-from addresses in the United States only.',
  ),
  pickup_day_past: reason({ date: '2026-03-04' }, ({ date }) => `${date} is in the past.`),
  pickup_day_weekend: reason(
    { date: '2026-03-07', weekday: 'Saturday' },
    ({ date, weekday }) => `Carriers do not pick up on weekends; ${date} is a ${weekday}.`,
  ),
  pickup_day_holiday: reason(
    { date: '2026-07-03', holiday: 'Independence Day', observed: true },
    ({ date, holiday, observed }) =>
      `Carriers do not pick up on federal holidays; ${date} is ${holiday}${observed ? ' (observed)' : ''}.`,
  ),
  pickup_cutoff_over: reason(
    { date: '2026-03-04', time: '08:00' },
    ({ date, time }) => `The cut-off for a pickup on ${date} was ${time} that day.`,
  ),
  pickup_day_too_far: reason({ days: 90 }, ({ days }) => `Pickups can be booked at most ${days} days ahead.`),
  nothing_to_pick_up: reason(
    { carrier: 'USPS' },
    ({ carrier }) => `No printed ${carrier} labels are waiting for a pickup. Mark labels printed first.`,
  ),

  /** Another call is booking or canceling the pickup. */
  pickup_being_booked: reason(
    { date: '2026-03-04' },
    ({ date }, { go }) =>
      `A pickup for ${date} is being booked or canceled by another call. ${go.tryPickupAgain}`,
  ),
  /** The carrier did not answer a booking. */
  pickup_booking_unknown: reason(
    {},
    (_, { go }) =>
      `The carrier has not answered yet, so the pickup may still be booked. ${go.checkPickupBooking}`,
  ),
  pickup_addition_unknown: reason(
    { pickupId: 31 },
    ({ pickupId }, { go }) => `More orders are still being added to pickup ${pickupId}. ${go.checkPickup}`,
  ),
  pickup_cancellation_unknown: reason(
    { pickupId: 31 },
    ({ pickupId }) =>
      `The cancellation of pickup ${pickupId} is not finished yet. Check the pickup again in a moment.`,
  ),
  pickup_changed: reason(
    { pickupId: 31 },
    ({ pickupId }) => `Pickup ${pickupId} was changed meanwhile. Read it again.`,
  ),
  pickup_being_changed: reason(
    { pickupId: 31 },
    ({ pickupId }) => `Pickup ${pickupId} is being changed or canceled. Check the pickup again in a moment.`,
  ),
  pickup_not_found: reason(
    { pickupId: 31 },
    ({ pickupId }) => `Pickup ${pickupId} was not found in this account.`,
  ),
  pickup_collected_already: reason(
    { pickupId: 31 },
    ({ pickupId }) => `Pickup ${pickupId} was already picked up and cannot be canceled.`,
  ),
  pickup_never_collected: reason(
    { pickupId: 31 },
    ({ pickupId }) => `Pickup ${pickupId} ended without a collection; there is nothing to cancel.`,
  ),
  pickup_over: reason(
    pickup,
    ({ pickupId, date }) => `Pickup ${pickupId} was for ${date}, which has passed, and cannot be canceled.`,
  ),

  pickup_void_pending: reason(
    { orderIds: [10001] as readonly number[] },
    ({ orderIds }) =>
      `Do not hand over ${orderIds.length === 1 ? 'the parcel of order' : 'the parcels of orders'} ${orderIds.join(', ')}: ` +
      'the void of the label is waiting for the carrier.',
  ),
  pickup_empty: reason(
    {},
    () =>
      'No label is left in this pickup. The carrier has not canceled the pickup yet and will be asked again. Check the pickup in a few minutes.',
  ),
  pickup_canceled_before: reason(
    { pickupId: 31 },
    ({ pickupId }) => `Pickup ${pickupId} was already canceled. This call changed nothing.`,
  ),
  pickup_was_empty: reason({}, () => 'The pickup was canceled because no label was left in it.'),
  pickup_booked_already: reason(pickup, (said) => `${booked(said)}.`),
  pickup_closed_for_more: reason(
    { ...pickup, refusal: { reason: 'pickup_day_past', params: { date: '2026-03-04' } } as Refused },
    ({ refusal, ...said }, { word }) => `${booked(said)}, and nothing can be added now: ${word(refusal)}`,
  ),
  pickup_nothing_to_add: reason(pickup, (said) => `${booked(said)}; no further printed labels were waiting.`),
  pickup_full: reason(
    { ...pickup, max: 500 },
    ({ max, ...said }) => `${booked(said)} and has ${max} orders, the maximum.`,
  ),
  pickup_orders_added: reason(
    { ...pickup, count: 2 },
    ({ count, ...said }) => `${booked(said)}; ${ordersWere(count)} added to it.`,
  ),
  pickup_orders_left_out: reason(
    { count: 2 },
    ({ count }) =>
      `${ordersWere(count)} not added to this pickup. Cancel the pickup and schedule it again for all orders, or choose another date for the rest.`,
  ),
  pickup_leaves_out_seller: reason(
    { count: 2 },
    ({ count }) =>
      `${ordersWere(count)} left out: another seller sold ${count === 1 ? 'its label' : 'their labels'}, ` +
      'and a driver takes the parcels of one seller. Choose another date for the rest.',
  ),
  pickup_location_kept: reason(
    { location: 'Front door' },
    ({ location }) =>
      `The pickup keeps its location ${JSON.stringify(location)}. To change that, cancel the pickup and schedule it again.`,
  ),
  pickup_instructions_kept: reason(
    {},
    () => 'The pickup keeps its instructions. To change that, cancel the pickup and schedule it again.',
  ),
  pickup_terms_kept: reason(
    { location: 'Front door' },
    ({ location }) =>
      `The pickup keeps its location ${JSON.stringify(location)} and its instructions. ` +
      'To change that, cancel the pickup and schedule it again.',
  ),
};
