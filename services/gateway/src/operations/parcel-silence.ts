import type { Clock } from '@parcelyard/service-kit/clock';
import type { OrderTracking } from './read-tracking';

/** How long no carrier has scanned a parcel that should move. */
export interface ParcelSilence {
  readonly days: number;
  readonly since: Date;
  /** No carrier has ever scanned it. */
  readonly unseen: boolean;
}

const DAY_MS = 86_400_000;
/** A label may be bought before its parcel is ready; a long route may have no scan over a weekend. */
const UNSEEN_DAYS = 3;
const ON_ITS_WAY_DAYS = 5;

/** undefined while scans come as usual, and when no parcel is on its way. */
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
