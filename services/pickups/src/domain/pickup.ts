import type { CalendarDate } from '@parcelyard/service-kit/calendar/calendar-date';
import type { AccountId, OrderId, PickupId } from '@parcelyard/service-kit/ids';

/**
 * The state of a pickup. It is stored before any other service is called, so the worker can continue after a crash:
 *
 *     booking → scheduled ⇄ adding
 *        │         ├→ picked_up
 *        │         ├⇄ canceling → withdrawn → canceled
 *        └─────────┴→ releasing → failed, error
 *
 * `booking`: the orders are being assigned and the carrier is being asked. `adding`: more orders are being assigned,
 * and the carrier is being asked to collect them, too. `releasing`: the orders are being released, because no pickup
 * was booked or no driver came. `withdrawn`: the carrier has canceled the pickup, and the orders are being released.
 */
export type PickupState =
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

export const NEXT_STATES: Readonly<Record<PickupState, readonly PickupState[]>> = {
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

export const STATES = Object.keys(NEXT_STATES) as readonly PickupState[];

const LIVE: ReadonlySet<PickupState> = new Set([
  'booking',
  'scheduled',
  'adding',
  'canceling',
  'withdrawn',
  'releasing',
]);

/** True while the account cannot book a second pickup: a driver may come, or orders are still in this pickup. */
export const isLive = (state: PickupState): boolean => LIVE.has(state);

const GIVEN_UP: ReadonlySet<PickupState> = new Set(['releasing', 'failed', 'error', 'withdrawn', 'canceled']);

/** True when no driver should come, even if the carrier was asked. */
export const wasGivenUp = (state: PickupState): boolean => GIVEN_UP.has(state);

export type PickupStatus = 'scheduled' | 'picked_up' | 'canceled' | 'error';

/** Returns the status that callers see; undefined for a pickup that is not booked. */
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
  /** The account's time zone when the pickup was booked. The pickup's date is a date in this zone. */
  zone: string;
  /** The seller that books the pickup. */
  seller: string;
  carrier: string;
  date: CalendarDate;
  location: string;
  instructions: string;
  orderIds: readonly OrderId[];
  /**
   * Orders of this pickup whose void waits for the carrier's answer. The list is read from the orders service and never
   * stored, and `orderIds` does not contain these orders.
   */
  voidPendingIds?: readonly OrderId[];
  /** Every order ever requested for this pickup, also orders that were not assigned to it. */
  requestedIds: readonly OrderId[];
  /** While `adding`: the new orders. */
  addingIds?: readonly OrderId[];
  window: { start: string; end: string };
  confirmationNumber: string;
  createdAt: Date;
  canceledAt?: Date;
  /** The answer to the request for the carrier's scan form. Absent when the form was not requested yet. */
  scanForm?: ScanForm;
}

/** Without `url`, the carrier made no form. */
export interface ScanForm {
  url?: string;
}

/** Returns the reference by which the carrier recognises a repeated request, so that it books the pickup only once. */
export const pickupReference = (id: PickupId): string => `pickup_${id}`;

/** Order statuses that show that the carrier has the parcel. */
const TAKEN: ReadonlySet<string> = new Set([
  'InTransit',
  'DeliveryFailure',
  'DeliveryFailureWait',
  'ReturnedToSender',
  'Delivered',
]);

/**
 * True when at least one parcel is on its way: the driver must have come. The depot may scan the other parcels later.
 */
export const wasPickedUp = (orderStatuses: readonly string[]): boolean =>
  orderStatuses.some((status) => TAKEN.has(status));
