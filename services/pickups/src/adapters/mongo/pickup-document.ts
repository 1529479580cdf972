import { type AccountId, accountId, orderId, pickupId } from '@parcelyard/service-kit/ids';
import type { CalendarDate } from '../../domain/calendar-date';
import type { Pickup, PickupState } from '../../domain/pickup';
import type { HeldPickup } from '../../ports';

/** A pickup as stored. `listed` is set once it was booked or ended badly: what never was a pickup is not shown. */
export interface PickupDocument {
  _id: number;
  accountId: number;
  v: 1;
  state: PickupState;
  listed: boolean;
  zone: string;
  carrier: string;
  date: string;
  location: string;
  instructions: string;
  orderIds: number[];
  askedIds?: number[];
  addingIds?: number[];
  /** Carrier and date while it is live: unique in its account. */
  liveKey?: string;
  window: { start: string; end: string };
  confirmationNumber: string;
  createdAt: Date;
  canceledAt?: Date;
  ending?: 'failed' | 'error';
  fence: number;
  dueAt?: Date;
  leaseUntil?: Date;
}

export function toDocument(pickup: Pickup, dueAt: Date): PickupDocument {
  const { pickupId: id, orderIds, askedIds: _asked, addingIds: _adding, ...rest } = pickup;
  const kept = { ...rest, orderIds: [...orderIds], askedIds: [...orderIds], liveKey: liveKey(pickup) };
  return { ...kept, _id: id, v: 1, listed: false, fence: 1, dueAt };
}

export const liveKey = ({ carrier, date }: Pick<Pickup, 'carrier' | 'date'>): string => `${carrier}:${date}`;

export function fromDocument(document: PickupDocument): HeldPickup {
  return {
    pickupId: pickupId(document._id),
    accountId: accountId(document.accountId) satisfies AccountId,
    state: document.state,
    zone: document.zone,
    carrier: document.carrier,
    date: document.date as CalendarDate,
    location: document.location,
    instructions: document.instructions,
    orderIds: document.orderIds.map(orderId),
    window: { start: document.window.start, end: document.window.end },
    confirmationNumber: document.confirmationNumber,
    createdAt: document.createdAt,
    fence: document.fence,
    ...(document.askedIds ? { askedIds: document.askedIds.map(orderId) } : {}),
    ...(document.addingIds ? { addingIds: document.addingIds.map(orderId) } : {}),
    ...(document.canceledAt ? { canceledAt: document.canceledAt } : {}),
    ...(document.ending ? { ending: document.ending } : {}),
  };
}
