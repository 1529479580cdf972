import type { TrackingScan } from '@parcelyard/contracts/shipping';
import { z } from 'zod';
import { type ParcelSilence, parcelSilence } from '../../operations/parcel-silence';
import { newestScans, type OrderTracking, readTracking } from '../../operations/read-tracking';
import { linkOrNull, textOrNull, timestampOrNull, zonedTimestampOrNull } from '../../values/nullable';
import { orderStatusLabel } from '../../values/order-status';
import { as, optionalText } from '../arguments/fields';
import { orderId } from '../arguments/record-ids';
import { note } from '../note';
import { defineTool, type Payload, READS, type ToolContext } from '../tool';

const day = (at: Date) => at.toISOString().slice(0, 10);

const notes = {
  voided: note(
    'the number of a voided label',
    { current: '9400111899223197428490' as string | null },
    ({ current }) =>
      `The label with this number was voided, so no carrier transports a parcel with it. ${
        current
          ? `The order now has the tracking number ${current}; call track_order with that number.`
          : "get_order shows the order's current state."
      }`,
  ),
  delivered: note(
    'an order that was delivered',
    {},
    () =>
      'The parcel was delivered. If the customer wants to return it, get_rates with return: true gives the prices of a return label.',
  ),
  failed: note(
    'an order whose delivery failed',
    {},
    () =>
      'The carrier could not deliver the parcel; exception has its words. Most carriers try again. Ask the customer. get_rates with return: true gives the prices of a return label.',
  ),
  comingBack: note(
    'a parcel that its carrier brings back',
    {},
    () =>
      'The carrier brings the parcel back, and no return label is needed. Ask the customer for the right address before you create another order.',
  ),
  ofReturn: note(
    'the number of a return label',
    {},
    () =>
      "This is the tracking number of the parcel that the customer returns. get_order shows the order's current state.",
  ),
  silent: note<ParcelSilence>(
    'nobody scanned the parcel for days',
    { days: 4, since: new Date('2026-03-02T15:00:00Z'), unseen: true },
    ({ days, since, unseen }) =>
      unseen
        ? `No carrier has scanned this parcel in the ${days} days since its label was bought on ${day(since)}: ask whether the carrier has the parcel. An unused label can be voided.`
        : `No carrier has scanned this parcel for ${days} days, since ${day(since)}. The parcel may be lost: ask the carrier.`,
  ),
};

/** When both arguments are missing, the refusal names `order_id`. */
const input = z
  .object({
    order_id: orderId().optional(),
    tracking_number: optionalText('Give this or order_id. Also finds voided labels and return labels.', {
      max: 100,
    }),
  })
  .refine(({ order_id, tracking_number }) => order_id !== undefined || isGiven(tracking_number), {
    ...as('missing'),
    path: ['order_id'],
  })
  .refine(({ order_id, tracking_number }) => order_id === undefined || !isGiven(tracking_number), {
    ...as('sentence'),
    error: 'Exactly one of order_id or tracking_number must be provided; got both.',
  });

const isGiven = (text: string | undefined): text is string => (text ?? '').trim() !== '';

/** @see [MCP-O7] */
export const trackOrder = defineTool({
  name: 'track_order',
  title: 'Track order',
  description:
    'Latest stored tracking of one order or tracking number, newest scans first. Asks no carrier. If last_tracking_update is null, the age of the data is unknown. void_pending true: the carrier has not accepted the void of the label yet.',
  ...READS,
  notes,
  input,
  async run({ order_id, tracking_number = '' }, context) {
    const tracking = await readTracking(
      context,
      order_id === undefined ? { trackingNumber: tracking_number } : { orderId: order_id },
    );
    return present(tracking, context);
  },
});

function present(tracking: OrderTracking, context: ToolContext): Payload {
  const { order, parcel } = tracking;
  const silence = parcelSilence(tracking, context.clock);
  const words = wordsOf(tracking);
  return {
    order_id: order.orderId,
    status: orderStatusLabel(order.status),
    ...movements(tracking, context),
    carrier: textOrNull(parcel?.carrier ?? order.label?.carrier),
    service: textOrNull(parcel?.method ?? order.label?.method),
    estimated_delivery_date: textOrNull(parcel?.estimatedDeliveryDate ?? order.label?.estimatedDeliveryDate),
    scans: newestScans(parcel).map(presentScan),
    return: presentReturn(tracking, context),
    void_pending: order.label?.pendingVoid !== undefined,
    ...(tracking.isVoided ? { voided: true } : {}),
    ...(silence ? { warnings: [notes.silent(silence)] } : {}),
    ...(words ? { note: words } : {}),
  };
}

/** Returns the tracking number and dates of the order, of its return, or of its voided label. */
function movements({ order, parcel, isReturn, isVoided }: OrderTracking, context: ToolContext): Payload {
  if (parcel && (isReturn || isVoided)) {
    const firstOf = (status: string) => parcel.scans.find((scan) => scan.status === status)?.at;
    return {
      tracking_number: parcel.trackingNumber,
      tracking_url: context.absolute(`/track/${parcel.trackingNumber}`),
      ship_date: timestampOrNull(isVoided ? undefined : parcel.labelCreatedAt),
      in_transit_date: timestampOrNull(firstOf('InTransit')),
      delivered_date: timestampOrNull(firstOf('Delivered')),
      exception_date: null,
      exception: null,
      last_tracking_update: zonedTimestampOrNull(parcel.scans.at(-1)?.at),
    };
  }
  return {
    tracking_number: textOrNull(order.label?.trackingNumber ?? order.trackingNumber),
    tracking_url: linkOrNull(context, order.label?.trackingUrl ?? order.trackingUrl),
    ship_date: timestampOrNull(order.shipDate),
    in_transit_date: timestampOrNull(order.inTransitDate),
    delivered_date: timestampOrNull(order.deliveredDate),
    exception_date: timestampOrNull(order.exceptionDate),
    exception: textOrNull(order.exception),
    last_tracking_update: zonedTimestampOrNull(order.lastTrackingUpdate),
  };
}

const presentScan = ({ at, status, description, city, state, country }: TrackingScan): Payload => ({
  at: timestampOrNull(at),
  status: orderStatusLabel(status),
  description,
  city: textOrNull(city),
  state: textOrNull(state),
  country: textOrNull(country),
});

/** Statuses of an order that is being returned. */
const RETURNING: ReadonlySet<string> = new Set([
  'PrintReturnLabel',
  'ReturnLabelRefunded',
  'WaitingForReturn',
  'ReturnInTransit',
  'ReturnDelivered',
  'ReturnReceived',
  'ReturnComplete',
]);

const presentReturn = ({ order }: OrderTracking, context: ToolContext): Payload | null =>
  order.returnLabel || RETURNING.has(order.status)
    ? {
        status: orderStatusLabel(order.status),
        tracking_number: textOrNull(order.returnLabel?.trackingNumber),
        tracking_url: linkOrNull(context, order.returnLabel?.trackingUrl),
      }
    : null;

function wordsOf({ order, isReturn, isVoided }: OrderTracking): string | undefined {
  if (isVoided) return notes.voided({ current: textOrNull(order.label?.trackingNumber) });
  if (isReturn) return notes.ofReturn({});
  switch (order.status) {
    case 'Delivered':
      return notes.delivered({});
    case 'DeliveryFailure':
      return notes.failed({});
    case 'DeliveryFailureWait':
    case 'ReturnedToSender':
      return notes.comingBack({});
    default:
      return undefined;
  }
}
