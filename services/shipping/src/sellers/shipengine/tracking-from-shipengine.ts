import type { Tracking, TrackingScan, TrackingStatus } from '../carrier-port';
import { nextLook } from '../look-times';
import { statusOf } from './from-shipengine';
import type { ShipengineLabel, ShipengineTrack } from './shipengine-shapes';

/** `UN` and `NY` come before the carrier has the parcel; at a collection point it waits for its recipient. */
const SCANS: Readonly<Record<string, TrackingStatus>> = {
  AC: 'InTransit',
  IT: 'InTransit',
  SP: 'InTransit',
  DE: 'Delivered',
  AT: 'DeliveryFailure',
  EX: 'DeliveryFailure',
};
/** What the details say otherwise. */
const DETAILS: Readonly<Record<string, TrackingStatus | undefined>> = {
  RETURN_TO_SENDER: 'ReturnedToSender',
  UNDELIVERABLE_RETURNED_TO_SENDER: 'ReturnedToSender',
  // Exceptions after which the parcel goes on.
  CARRIER_DELAYS: 'InTransit',
  DELAYED_NOT_CARRIER: 'InTransit',
  HELD_BY_CUSTOMS: 'InTransit',
  MISROUTED: 'InTransit',
  PARCEL_REPACKED: 'InTransit',
  PARCEL_DAMAGED: 'InTransit',
  // The carrier knows of the parcel and does not have it.
  SHIPMENT_CREATED: undefined,
  AWAITING_PICKUP_DROP_OFF: undefined,
  ELEC_ADVICE_RECD_BY_CARRIER: undefined,
  NOT_YET_RECEIVED_BY_CARRIER: undefined,
  PICKUP_FAILED: undefined,
};
const OVER: readonly TrackingStatus[] = ['Delivered', 'ReturnedToSender'];

/** @param isTold ShipEngine sends events; tracking only catches lost ones */
export function tracking(
  label: ShipengineLabel,
  track: ShipengineTrack,
  now: Date,
  isTold: boolean,
): Tracking {
  const scans = scansOf(track);
  const last = scans.at(-1);
  const isOver = (last && OVER.includes(last.status)) || statusOf(label) === 'voided';
  return {
    trackingNumber: label.tracking_number ?? '',
    scans,
    nextLookAt: isOver ? undefined : nextLook(last?.at ?? new Date(label.created_at), now, isTold),
  };
}

function scansOf({ events }: ShipengineTrack): TrackingScan[] {
  const scans = (events ?? []).flatMap((event): TrackingScan[] => {
    const detail = event.status_detail_code ?? '';
    const status = detail in DETAILS ? DETAILS[detail] : SCANS[event.status_code ?? ''];
    const at = new Date(event.occurred_at);
    if (!status || Number.isNaN(at.getTime())) return [];
    const failed = status === 'DeliveryFailure' || status === 'ReturnedToSender';
    const description = event.description ?? '';
    return [
      {
        status,
        at,
        description,
        city: event.city_locality ?? '',
        state: event.state_province ?? '',
        country: event.country_code ?? '',
        ...(failed && { exception: description }),
      },
    ];
  });
  return scans.sort((a, b) => a.at.getTime() - b.at.getTime());
}
