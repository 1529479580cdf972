import type { Tracking, TrackingStatus } from '../carrier-port';
import { type SellerScan, trackedParcel } from '../tracked-parcel';
import { labelStatus } from './from-shippo';
import type { ShippoTrack, ShippoTransaction } from './shippo-shapes';

/**
 * Shippo's statuses that stand for a scan. With `UNKNOWN` and `PRE_TRANSIT`, the carrier does not have the parcel yet.
 */
const SCANS: Readonly<Record<string, TrackingStatus>> = {
  TRANSIT: 'InTransit',
  DELIVERED: 'Delivered',
  RETURNED: 'ReturnedToSender',
  FAILURE: 'DeliveryFailure',
};

/**
 * @param track undefined when Shippo does not know the tracking number
 * @param sendsEvents true when Shippo sends events; the parcel is then checked less often, only to find events that
 * were lost
 */
export function tracking(
  transaction: ShippoTransaction,
  track: ShippoTrack | undefined,
  now: Date,
  sendsEvents: boolean,
): Tracking {
  const parcel = {
    trackingNumber: transaction.tracking_number,
    boughtAt: new Date(transaction.object_created ?? now),
    isOver: labelStatus(transaction) === 'voided',
    scans: (track?.tracking_history ?? []).map(
      ({ status, status_date: at, status_details: description, location }): SellerScan => ({
        status: SCANS[status ?? ''],
        at: at ?? undefined,
        description,
        city: location?.city,
        state: location?.state,
        country: location?.country,
      }),
    ),
  };
  return trackedParcel(parcel, now, sendsEvents);
}
