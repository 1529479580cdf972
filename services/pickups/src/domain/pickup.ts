import type { CalendarDate } from '@parcelyard/service-kit/calendar/calendar-date';
import type { AccountId, OrderId, PickupId } from '@parcelyard/service-kit/ids';

/**
 * Where a pickup stands. The row exists before anything else is asked for, so that whatever a crash interrupts is
 * found again:
 *
 *     created → booking → scheduled ⇄ adding
 *        │         │         ├→ picked_up
 *        │         │         ├→ canceling → withdrawn → canceled
 *        └─────────┴─────────┴→ releasing → failed, error
 *
 * `created`: orders may have been assigned. `booking`: they were, and the carrier may have been asked. `adding`: more
 * orders may have been assigned, and the carrier may have been told. `releasing`: the orders are being given back, for
 * nothing was booked or nobody came. `withdrawn`: the carrier canceled, the orders are being given back.
 */
export type PickupState =
  | 'created'
  | 'booking'
  | 'scheduled'
  | 'adding'
  | 'picked_up'
  | 'canceling'
  | 'withdrawn'
  | 'canceled'
  | 'releasing'
  | 'failed'
  | 'error';

/** The states that may follow each; nothing else is ever written. */
export const NEXT_STATES: Readonly<Record<PickupState, readonly PickupState[]>> = {
  created: ['booking', 'releasing'],
  booking: ['scheduled', 'releasing'],
  scheduled: ['picked_up', 'canceling', 'adding', 'releasing'],
  adding: ['scheduled'],
  picked_up: [],
  canceling: ['withdrawn', 'scheduled'],
  withdrawn: ['canceled'],
  canceled: [],
  releasing: ['failed', 'error'],
  failed: [],
  error: [],
};

const LIVE: ReadonlySet<PickupState> = new Set([
  'created',
  'booking',
  'scheduled',
  'adding',
  'canceling',
  'withdrawn',
  'releasing',
]);

/** A driver may come for it, or its orders are not free yet: no second one of its account, carrier and date is begun. */
export const isLive = (state: PickupState): boolean => LIVE.has(state);

const GIVEN_UP: ReadonlySet<PickupState> = new Set(['releasing', 'failed', 'error']);

/** True when no carrier shall come for it, even if one was asked. */
export const wasGivenUp = (state: PickupState): boolean => GIVEN_UP.has(state);

export type PickupStatus = 'scheduled' | 'picked_up' | 'canceled' | 'error';

/** The status that callers see; undefined for a pickup that is not booked yet or never was. */
export function visibleStatus(state: PickupState): PickupStatus | undefined {
  switch (state) {
    case 'scheduled':
    case 'adding':
    case 'canceling':
    case 'withdrawn':
      return 'scheduled';
    case 'picked_up':
    case 'canceled':
    case 'error':
      return state;
    default:
      return undefined;
  }
}

export interface Pickup {
  pickupId: PickupId;
  accountId: AccountId;
  state: PickupState;
  /** The account's time zone when the pickup was asked for: its day stays a day of it. */
  zone: string;
  /** Through whom it is booked. */
  seller: string;
  carrier: string;
  date: CalendarDate;
  location: string;
  instructions: string;
  orderIds: readonly OrderId[];
  /** Read from orders, never stored: those whose void waits for the carrier's word. They are not among `orderIds`. */
  voidPendingIds?: readonly OrderId[];
  /** Every order that it ever asked for, also those that it did not get. */
  askedIds: readonly OrderId[];
  /** While `adding`: the orders that are new. */
  addingIds?: readonly OrderId[];
  window: { start: string; end: string };
  confirmationNumber: string;
  createdAt: Date;
  canceledAt?: Date;
  /** What became of the carrier's form for all its labels; absent: it was not asked for yet. */
  scanForm?: ScanForm;
}

/** Without an address the carrier makes none. */
export interface ScanForm {
  url?: string;
}

/** The carrier's key of this pickup: a booking repeated under it is the same booking. */
export const pickupReference = (id: PickupId): string => `pickup_${id}`;

/** Statuses of an order that its carrier has taken along. */
const TAKEN: ReadonlySet<string> = new Set([
  'InTransit',
  'DeliveryFailure',
  'DeliveryFailureWait',
  'ReturnedToSender',
  'Delivered',
]);

/** The driver came when any parcel of the pickup is on its way: drivers scan some parcels only at the depot. */
export const wasPickedUp = (orderStatuses: readonly string[]): boolean =>
  orderStatuses.some((status) => TAKEN.has(status));
