import type { Clock } from '@parcelyard/service-kit/clock';
import type { TrackingScan } from '../carriers/carrier-port';
import type { CarrierRegistry } from '../carriers/carrier-registry';
import type { OrdersClient, WatchedParcel } from '../ports';
import { answerWithin } from './answer-within';
import { applyScans } from './apply-scans';

const TRACK_CALL_MS = 8_000;

export interface Tracked {
  /** Names of the scans that orders has been told of, its last word last. */
  readonly told: readonly string[];
  /** undefined: the parcel's way is over. */
  readonly nextLookAt: Date | undefined;
  /** All of them, oldest first. */
  readonly scans: readonly TrackingScan[];
}

/** Asks the carrier where a parcel is and tells orders what is new since the last look. */
export async function trackParcel(
  { carriers, ...ports }: { carriers: CarrierRegistry; orders: OrdersClient; clock: Clock },
  parcel: WatchedParcel,
  before: readonly string[],
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
  const told = await applyScans(ports, parcel, scans, before);
  return { told, nextLookAt, scans };
}
