import type { Clock } from '@parcelyard/service-kit/clock';
import type { OrderTracking } from './read-tracking';

/** For how many days a parcel that is on its way has had no scan, and since when. */
export interface ParcelSilence {
  readonly days: number;
  readonly since: Date;
  /** Whether the carrier has never scanned the parcel. */
  readonly unseen: boolean;
}

const DAY_MS = 86_400_000;
/**
 * A parcel that was never scanned counts as silent after this many days. Fewer days would be too early, because a label
 * may be bought days before its parcel is ready, and nobody scans on a weekend.
 */
const UNSEEN_DAYS = 3;
const ON_ITS_WAY_DAYS = 5;

/** Returns undefined while scans come as usual, or when no parcel is on its way. */
export function parcelSilence(
  { order, parcel, isVoided, isReturn }: OrderTracking,
  clock: Clock,
): ParcelSilence | undefined {
  if (!parcel || isVoided || isReturn || order.label?.pendingVoid !== undefined) return undefined;
  if (!['PrintLabel', 'InTransit'].includes(parcel.status)) return undefined;
  const last = parcel.scans.at(-1)?.at;
  const since = last ?? parcel.labelCreatedAt;
  if (!since) return undefined;
  const days = Math.floor((clock.now().getTime() - since.getTime()) / DAY_MS);
  return days < (last ? ON_ITS_WAY_DAYS : UNSEEN_DAYS) ? undefined : { days, since, unseen: !last };
}
