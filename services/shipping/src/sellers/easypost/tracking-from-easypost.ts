import type { Tracking, TrackingScan, TrackingStatus } from '../carrier-port';
import { nextLook } from '../look-times';
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
    nextLookAt: over ? undefined : nextLook(since, now, isTold),
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
