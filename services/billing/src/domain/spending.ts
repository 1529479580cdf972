import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import { dayIn } from '@parcelyard/service-kit/calendar/day-in-zone';
import type { ConnectionKind } from '@parcelyard/service-kit/connection-kind';

/** What a transfer adds to a day's spending, or below zero takes from it again. */
export interface SpendingChange {
  /** The day that it was counted in, as `spendingDay` names it. */
  readonly day: string;
  readonly kind: ConnectionKind;
  readonly cents: Cents;
  /** Key of the reservation that a label draws on, or that this transfer makes or ends. */
  readonly reservation?: string | undefined;
  /** What of it no line moves, because a carrier bills it to the account's own number. */
  readonly carrierBilled?: Cents | undefined;
}

/** What a batch may still spend: counted into its day as a whole, before its first label. */
export interface OpenReservation {
  readonly key: string;
  readonly day: string;
  readonly kind: ConnectionKind;
  readonly left: Cents;
}

/** What was captured or is held since a day began, and what is reserved. */
export interface DaySpending {
  /** Empty before the first one. */
  readonly day: string;
  readonly token: Cents;
  readonly app: Cents;
  /** Absent when there is none. They outlive their day. */
  readonly reserved?: readonly OpenReservation[] | undefined;
}

export const NO_SPENDING: DaySpending = { day: '', token: ZERO, app: ZERO };

/** The account's day with its time zone, such as `2026-03-31 America/Chicago`: in one zone the names sort as the days do. */
export const spendingDay = (now: Date, timeZone: string): string => `${dayIn(now, timeZone)} ${timeZone}`;

const zoneOf = (day: string): string => day.slice(day.indexOf(' ') + 1);

/**
 * The count that what is spent on `day` adds to. It never goes back to an earlier day, also when clocks differ. A change of
 * the time zone gives no room anew: what was counted in a day that is not over by its own clock counts on in the new one.
 */
export function spendingIn(spending: DaySpending, day: string, now: Date): DaySpending {
  if (zoneOf(spending.day) === zoneOf(day)) return spending.day >= day ? spending : newDay(spending, day);
  const isOver = spending.day === '' || spendingDay(now, zoneOf(spending.day)) > spending.day;
  return isOver ? newDay(spending, day) : { ...spending, day };
}

const newDay = (spending: DaySpending, day: string): DaySpending => ({
  ...spending,
  day,
  token: ZERO,
  app: ZERO,
});

export const openReservation = (
  { reserved = [] }: DaySpending,
  key: string | undefined,
): OpenReservation | undefined => reserved.find((one) => one.key === key);

interface Counted {
  readonly kind: string;
  readonly spending?: SpendingChange | undefined;
}

/**
 * The count after a transfer. A hold or a reservation adds to its day. What draws on a reservation was counted with it,
 * and only uses it up. A release, a capture that gives a premium back and the end of a reservation take back what they
 * give, while its day is still counted; a refund takes nothing back.
 * @param at when the transfer is made
 */
export function spendingAfter(
  { kind, spending: change }: Counted,
  before: DaySpending,
  at: Date,
): DaySpending {
  if (!change) return before;
  const reservation = openReservation(before, change.reservation);
  if (kind === 'reservation_end') return inDay(withoutReservation(before, change.reservation), change, at);
  if (kind === 'reservation') return withReservation(inDay(before, change, at), change);
  if (!reservation) return inDay(before, change, at);
  const left = cents(Math.max(0, reservation.left - change.cents));
  const reserved = (before.reserved ?? []).map((one) => (one === reservation ? { ...one, left } : one));
  return { ...before, reserved };
}

function inDay(before: DaySpending, { day, kind, cents: amount }: SpendingChange, at: Date): DaySpending {
  if (amount < 0 && before.day !== day) return before;
  const count = spendingIn(before, day, at);
  return { ...count, [kind]: cents(Math.max(0, sumCents(count[kind], amount))) };
}

function withReservation(spending: DaySpending, change: SpendingChange): DaySpending {
  const { day, kind, cents: left, reservation: key = '' } = change;
  return { ...spending, reserved: [...(spending.reserved ?? []), { key, day, kind, left }] };
}

function withoutReservation(
  { reserved = [], ...spending }: DaySpending,
  key: string | undefined,
): DaySpending {
  const others = reserved.filter((one) => one.key !== key);
  return others.length > 0 ? { ...spending, reserved: others } : spending;
}

export const sameSpending = (a: DaySpending, b: DaySpending): boolean =>
  a.day === b.day && a.token === b.token && a.app === b.app && reservedAs(a) === reservedAs(b);

const reservedAs = ({ reserved = [] }: DaySpending): string =>
  reserved.map(({ key, day, kind, left }) => `${key} ${day} ${kind} ${left}`).join('\n');
