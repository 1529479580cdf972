import type { Tracking, TrackingScan, TrackingStatus } from '../carrier-port';
import type { EasypostShipment } from './easypost-shapes';

/**
 * The EasyPost statuses that are scans. `unknown` and `pre_transit` come before the carrier has the parcel. `error`
 * means that EasyPost could not process the number.
 */
const SCANS: Readonly<Record<string, TrackingStatus>> = {
  in_transit: 'InTransit',
  out_for_delivery: 'InTransit',
  available_for_pickup: 'InTransit',
  delivered: 'Delivered',
  return_to_sender: 'ReturnedToSender',
  failure: 'DeliveryFailure',
};
const OVER: readonly TrackingStatus[] = ['Delivered', 'ReturnedToSender'];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** After this time without a scan, a parcel is no longer tracked. */
const FORGOTTEN_MS = 90 * DAY_MS;

/**
 * The scans of a shipment's parcel, oldest first, and when tracking may show more.
 * @param isTold EasyPost sends events; tracking only catches lost ones
 */
export function tracking(shipment: EasypostShipment, now: Date, isTold = false): Tracking {
  const scans = scansOf(shipment);
  const last = scans.at(-1);
  const over =
    (last && OVER.includes(last.status)) ||
    shipment.tracker?.status === 'cancelled' ||
    shipment.refund_status === 'refunded';
  const since = last?.at ?? new Date(shipment.postage_label?.created_at ?? shipment.created_at);
  return {
    trackingNumber: shipment.tracking_code ?? '',
    scans,
    nextLookAt: over ? undefined : nextLookAt(since, now, isTold),
  };
}

function scansOf({ tracker }: EasypostShipment): TrackingScan[] {
  const scans = (tracker?.tracking_details ?? []).flatMap((detail): TrackingScan[] => {
    const status = SCANS[detail.status ?? ''];
    const at = new Date(detail.datetime);
    if (!status || Number.isNaN(at.getTime())) return [];
    const { city, state, country } = detail.tracking_location ?? {};
    const failed = status === 'DeliveryFailure' || status === 'ReturnedToSender';
    const description = detail.message ?? '';
    return [
      {
        status,
        at,
        description,
        city: city ?? '',
        state: state ?? '',
        country: country ?? '',
        ...(failed ? { exception: description } : {}),
      },
    ];
  });
  return scans.sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** When a new label is first tracked. */
export const firstScan = (boughtAt: Date, isTold = false): Date =>
  new Date(boughtAt.getTime() + shortestPause(isTold));

const shortestPause = (isTold: boolean): number => (isTold ? DAY_MS : HOUR_MS);

/** Hourly at first, then after 1/24 of the time since the last scan, and at least daily. */
function nextLookAt(since: Date, now: Date, isTold: boolean): Date | undefined {
  const age = now.getTime() - since.getTime();
  if (age > FORGOTTEN_MS) return undefined;
  return new Date(now.getTime() + Math.min(DAY_MS, Math.max(shortestPause(isTold), age / 24)));
}
