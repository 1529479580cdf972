import type { Tracking, TrackingScan, TrackingStatus } from './carrier-port';
import { nextLook } from './look-times';

export interface SellerScan {
  /** Undefined while the carrier does not have the parcel yet. */
  readonly status: TrackingStatus | undefined;
  readonly at: string | undefined;
  readonly description: string | null | undefined;
  readonly city: string | null | undefined;
  readonly state: string | null | undefined;
  readonly country: string | null | undefined;
}

interface Parcel {
  readonly trackingNumber: string | null | undefined;
  readonly boughtAt: Date;
  /** True when no more scans will come, whatever the last scan was. */
  readonly isOver: boolean;
  readonly scans: readonly SellerScan[];
}

const LAST: readonly TrackingStatus[] = ['Delivered', 'ReturnedToSender'];
const FAILED: readonly TrackingStatus[] = ['DeliveryFailure', 'ReturnedToSender'];

/**
 * Returns a parcel's scans, oldest first, and when to ask for scans again.
 * @param sendsEvents true when the seller sends events; the parcel is then checked less often, only to find events that
 * were lost
 */
export function trackedParcel(parcel: Parcel, now: Date, sendsEvents: boolean): Tracking {
  const scans = parcel.scans.flatMap(toScan).sort((a, b) => a.at.getTime() - b.at.getTime());
  const last = scans.at(-1);
  const isOver = parcel.isOver || (last !== undefined && LAST.includes(last.status));
  return {
    trackingNumber: parcel.trackingNumber ?? '',
    scans,
    nextLookAt: isOver ? undefined : nextLook(last?.at ?? parcel.boughtAt, now, sendsEvents),
  };
}

function toScan({ status, at: given, description, city, state, country }: SellerScan): TrackingScan[] {
  const at = new Date(given ?? Number.NaN);
  if (!status || Number.isNaN(at.getTime())) return [];
  return [
    {
      status,
      at,
      description: description ?? '',
      city: city ?? '',
      state: state ?? '',
      country: country ?? '',
      ...(FAILED.includes(status) && { exception: description ?? '' }),
    },
  ];
}
