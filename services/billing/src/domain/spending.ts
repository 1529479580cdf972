import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import { dayIn } from '@parcelyard/service-kit/calendar/day-in-zone';
import type { ConnectionKind } from '@parcelyard/service-kit/connection-kind';

/** The amount that a transfer adds to a day's spending; negative when it returns money. */
export interface SpendingChange {
  /** The day to which the amount belongs, in the form of `spendingDay`. */
  readonly day: string;
  readonly kind: ConnectionKind;
  readonly cents: Cents;
  /** Key of the reservation that this transfer makes or ends, or that a label uses. */
  readonly reservation?: string | undefined;
  /** The part that a carrier bills to the account's own number. No line of the transfer moves this part. */
  readonly carrierBilled?: Cents | undefined;
}

/** The amount that a batch may still spend. The batch's total is counted in the day before its first label. */
export interface OpenReservation {
  readonly key: string;
  readonly day: string;
  readonly kind: ConnectionKind;
  readonly left: Cents;
}

/** The amount that was captured, held or reserved in a day. */
export interface DaySpending {
  /** Empty before the first spending. */
  readonly day: string;
  readonly token: Cents;
  readonly app: Cents;
  /** Absent when there are no open reservations. A reservation continues after its day ends. */
  readonly reserved?: readonly OpenReservation[] | undefined;
}

export const NO_SPENDING: DaySpending = { day: '', token: ZERO, app: ZERO };

/**
 * Returns the account's day and its time zone, such as `2026-03-31 America/Chicago`. Within one zone, these names sort
 * by day.
 */
export const spendingDay = (now: Date, timeZone: string): string => `${dayIn(now, timeZone)} ${timeZone}`;

const zoneOf = (day: string): string => day.slice(day.indexOf(' ') + 1);

/**
 * Returns the count to which spending on `day` is added. The day never goes back, even when clocks differ. A change of
 * time zone does not reset the limit: the count of an unfinished day continues.
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
 * Returns the count after a transfer. A hold or reservation adds to its day. A label with a reservation was already
 * counted, so its hold only reduces the reservation. A release, a returned premium and the end of a reservation
 * subtract, if their day is still current. A refund does not subtract.
 * @param at the time of the transfer
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
