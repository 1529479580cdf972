import type { Tracking, TrackingStatus } from '../carrier-port';
import { type SellerScan, trackedParcel } from '../tracked-parcel';
import { statusOf } from './from-shipengine';
import type { ShipengineLabel, ShipengineTrack } from './shipengine-shapes';

/**
 * ShipEngine's codes that stand for a scan. With `UN` and `NY`, the carrier does not have the parcel yet. `SP`: the
 * parcel waits at a collection point.
 */
const SCANS: Readonly<Record<string, TrackingStatus>> = {
  AC: 'InTransit',
  IT: 'InTransit',
  SP: 'InTransit',
  DE: 'Delivered',
  AT: 'DeliveryFailure',
  EX: 'DeliveryFailure',
};
/** A scan with one of these detail codes gets the status from here, and not from `SCANS`. */
const DETAILS: Readonly<Record<string, TrackingStatus | undefined>> = {
  RETURN_TO_SENDER: 'ReturnedToSender',
  UNDELIVERABLE_RETURNED_TO_SENDER: 'ReturnedToSender',
  // After these delays the parcel is still on its way.
  CARRIER_DELAYS: 'InTransit',
  DELAYED_NOT_CARRIER: 'InTransit',
  HELD_BY_CUSTOMS: 'InTransit',
  MISROUTED: 'InTransit',
  PARCEL_REPACKED: 'InTransit',
  PARCEL_DAMAGED: 'InTransit',
  // The carrier knows of the parcel but does not have it yet.
  SHIPMENT_CREATED: undefined,
  AWAITING_PICKUP_DROP_OFF: undefined,
  ELEC_ADVICE_RECD_BY_CARRIER: undefined,
  NOT_YET_RECEIVED_BY_CARRIER: undefined,
  PICKUP_FAILED: undefined,
};

/**
 * @param sendsEvents true when ShipEngine sends events; the parcel is then checked less often, only to find events that
 * were lost
 */
export function tracking(
  label: ShipengineLabel,
  { events }: ShipengineTrack,
  now: Date,
  sendsEvents: boolean,
): Tracking {
  const parcel = {
    trackingNumber: label.tracking_number,
    boughtAt: new Date(label.created_at),
    isOver: statusOf(label) === 'voided',
    scans: (events ?? []).map((event): SellerScan => {
      const detail = event.status_detail_code ?? '';
      return {
        status: detail in DETAILS ? DETAILS[detail] : SCANS[event.status_code ?? ''],
        at: event.occurred_at,
        description: event.description,
        city: event.city_locality,
        state: event.state_province,
        country: event.country_code,
      };
    }),
  };
  return trackedParcel(parcel, now, sendsEvents);
}
