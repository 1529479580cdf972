import type { AccountId, OrderId, PickupId } from '@parcelyard/service-kit/ids';
import type { CalendarDate } from './calendar-date';

/**
 * Where a pickup stands. The row exists before anything else is asked for, so that whatever a crash interrupts is
 * found again:
 *
 *     created → booking → scheduled → canceling → withdrawn → canceled
 *        └──────┴→ releasing → failed        └→ picked_up
 *
 * `created`: orders may have been assigned. `booking`: they were, and the carrier may have been asked. `releasing`: the
 * orders are being given back and nothing was booked. `withdrawn`: the carrier canceled, the orders are being given back.
 */
export type PickupState =
  | 'created'
  | 'booking'
  | 'scheduled'
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
  scheduled: ['picked_up', 'canceling'],
  picked_up: [],
  canceling: ['withdrawn', 'scheduled'],
  withdrawn: ['canceled'],
  canceled: [],
  releasing: ['failed', 'error'],
  failed: [],
  error: [],
};

export type PickupStatus = 'scheduled' | 'picked_up' | 'canceled' | 'error';

/** What callers see of a state; undefined while a pickup is not booked yet, or never was. */
export function visibleStatus(state: PickupState): PickupStatus | undefined {
  switch (state) {
    case 'scheduled':
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
  /** Time zone of the ship-from address when the pickup was asked for. */
  zone: string;
  carrier: string;
  date: CalendarDate;
  location: string;
  instructions: string;
  orderIds: readonly OrderId[];
  window: { start: string; end: string };
  confirmationNumber: string;
  createdAt: Date;
  canceledAt?: Date;
}

/** The carrier's key of this pickup: a booking repeated under it is the same booking. */
export const pickupReference = (id: PickupId): string => `pickup_${id}`;
