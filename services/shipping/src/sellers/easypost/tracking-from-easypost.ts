import type { Tracking, TrackingStatus } from '../carrier-port';
import { type SellerScan, trackedParcel } from '../tracked-parcel';
import type { EasypostShipment } from './easypost-shapes';

/**
 * EasyPost's statuses that stand for a scan. With `unknown` and `pre_transit`, the carrier does not have the parcel
 * yet. `error` means that EasyPost could not read the tracking number.
 */
const SCANS: Readonly<Record<string, TrackingStatus>> = {
  in_transit: 'InTransit',
  out_for_delivery: 'InTransit',
  available_for_pickup: 'InTransit',
  delivered: 'Delivered',
  return_to_sender: 'ReturnedToSender',
  failure: 'DeliveryFailure',
};

/**
 * @param sendsEvents true when EasyPost sends events; the parcel is then checked less often, only to find events that
 * were lost
 */
export function tracking(shipment: EasypostShipment, now: Date, sendsEvents = false): Tracking {
  const { tracker, postage_label: label, refund_status: refund } = shipment;
  const parcel = {
    trackingNumber: shipment.tracking_code,
    boughtAt: new Date(label?.created_at ?? shipment.created_at),
    isOver: tracker?.status === 'cancelled' || refund === 'refunded',
    scans: (tracker?.tracking_details ?? []).map(
      ({ status, datetime: at, message: description, tracking_location: location }): SellerScan => ({
        status: SCANS[status ?? ''],
        at,
        description,
        city: location?.city,
        state: location?.state,
        country: location?.country,
      }),
    ),
  };
  return trackedParcel(parcel, now, sendsEvents);
}
