import type { Tracking, TrackingScan, TrackingStatus } from '../carrier-port';
import { nextLook } from '../look-times';
import { labelStatus } from './from-shippo';
import type { ShippoTrack, ShippoTransaction } from './shippo-shapes';

/** The Shippo statuses that are scans. `UNKNOWN` and `PRE_TRANSIT` come before the carrier has the parcel. */
const SCANS: Readonly<Record<string, TrackingStatus>> = {
  TRANSIT: 'InTransit',
  DELIVERED: 'Delivered',
  RETURNED: 'ReturnedToSender',
  FAILURE: 'DeliveryFailure',
};
const OVER: readonly TrackingStatus[] = ['Delivered', 'ReturnedToSender'];

/**
 * The scans of a label's parcel, oldest first, and when tracking may show more.
 * @param track undefined when Shippo knows nothing of the number
 * @param isTold Shippo sends events; tracking only catches lost ones
 */
export function tracking(
  transaction: ShippoTransaction,
  track: ShippoTrack | undefined,
  now: Date,
  isTold: boolean,
): Tracking {
  const scans = scansOf(track);
  const last = scans.at(-1);
  const over = (last && OVER.includes(last.status)) || labelStatus(transaction) === 'voided';
  const since = last?.at ?? new Date(transaction.object_created ?? now);
  return {
    trackingNumber: transaction.tracking_number ?? '',
    scans,
    nextLookAt: over ? undefined : nextLook(since, now, isTold),
  };
}

function scansOf(track: ShippoTrack | undefined): TrackingScan[] {
  const scans = (track?.tracking_history ?? []).flatMap((event): TrackingScan[] => {
    const status = SCANS[event.status ?? ''];
    const at = new Date(event.status_date ?? Number.NaN);
    if (!status || Number.isNaN(at.getTime())) return [];
    const { city, state, country } = event.location ?? {};
    const failed = status === 'DeliveryFailure' || status === 'ReturnedToSender';
    const description = event.status_details ?? '';
    return [
      {
        status,
        at,
        description,
        city: city ?? '',
        state: state ?? '',
        country: country ?? '',
        ...(failed && { exception: description }),
      },
    ];
  });
  return scans.sort((a, b) => a.at.getTime() - b.at.getTime());
}
