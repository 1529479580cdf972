import type { TrackingScan } from '../carriers/carrier-port';
import type { CarrierRegistry } from '../carriers/carrier-registry';
import type { OrdersClient, WatchedParcel } from '../ports';
import { answerWithin } from './answer-within';
import { applyScans } from './apply-scans';

const TRACK_CALL_MS = 8_000;

export interface Tracked {
  /** How many scans orders now knows of. */
  readonly applied: number;
  /** undefined: the parcel's way is over. */
  readonly nextLookAt: Date | undefined;
  /** All of them, oldest first. */
  readonly scans: readonly TrackingScan[];
}

/** Asks the carrier where a parcel is and tells orders what is new since the last look. */
export async function trackParcel(
  { carriers, orders }: { carriers: CarrierRegistry; orders: OrdersClient },
  parcel: WatchedParcel,
  applied: number,
): Promise<Tracked> {
  const carrier = carriers.get(parcel.carrier);
  const { scans, nextLookAt } = await answerWithin(
    TRACK_CALL_MS,
    carrier.code,
    carrier.track({
      accountId: parcel.accountId,
      reference: parcel.carrierReference,
      trackingNumber: parcel.trackingNumber,
    }),
  );
  await applyScans(orders, parcel, scans, applied);
  return { applied: Math.max(applied, scans.length), nextLookAt, scans };
}
