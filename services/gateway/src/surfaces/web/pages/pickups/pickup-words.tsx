import type { Pickup, Window } from '@parcelyard/contracts/pickups';
import { carrierName } from '@parcelyard/service-kit/carriers';
import { StatusBadge, type StatusWords } from '../../view/status-badge';

const STATUS: StatusWords = {
  scheduled: ['accent', 'Scheduled'],
  picked_up: ['good', 'Picked up'],
  canceled: ['neutral', 'Canceled'],
  error: ['bad', 'No driver came'],
};

export const PickupStatus = ({ status }: { status: string }) => (
  <StatusBadge status={status} words={STATUS} />
);

/** Returns when the driver comes, such as `9:00 AM – 5:00 PM`, in local time. */
export const windowWords = (window: Window | undefined): string =>
  window ? `${clock(window.start)} – ${clock(window.end)}` : '';

/** Returns `5:30 PM` for `17:30`. */
function clock(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Returns how much the driver collects, such as `5 parcels by USPS`. */
export const loadWords = ({ packageCount, carrier }: Pickup): string =>
  `${packageCount} ${packageCount === 1 ? 'parcel' : 'parcels'} by ${carrierName(carrier)}`;
