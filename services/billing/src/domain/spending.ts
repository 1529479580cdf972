import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import { dayIn } from '@parcelyard/service-kit/calendar/day-in-zone';
import type { ConnectionKind } from '@parcelyard/service-kit/connection-kind';

/** What a transfer adds to a day's spending. Negative when it returns money. */
export interface SpendingChange {
  /** In the form of `spendingDay`. */
  readonly day: string;
  readonly kind: ConnectionKind;
  readonly cents: Cents;
  /** The reservation that this transfer makes, ends or uses. */
  readonly reservation?: string | undefined;
  /** The part that a carrier bills to the account's own carrier number. It moves no money in the ledger. */
  readonly carrierBilled?: Cents | undefined;
}

/** What a batch may still spend of its reservation. This amount is already counted in the day's spending. */
export interface OpenReservation {
  readonly key: string;
  readonly day: string;
  readonly kind: ConnectionKind;
  readonly left: Cents;
}

/** What each connection kind has spent or reserved in a day. */
export interface DaySpending {
  /** Empty before the account first spends. */
  readonly day: string;
  readonly token: Cents;
  readonly app: Cents;
  /** Absent when no reservation is open. A reservation stays open after the end of its day. */
  readonly reserved?: readonly OpenReservation[] | undefined;
}

export const NO_SPENDING: DaySpending = { day: '', token: ZERO, app: ZERO };

/**
 * Returns the day in the account's time zone, followed by the time zone, such as `2026-03-31 America/Chicago`. The day
 * comes first, so of two texts with the same time zone, the text of the later day is greater.
 */
export const spendingDay = (now: Date, timeZone: string): string => `${dayIn(now, timeZone)} ${timeZone}`;

const zoneOf = (day: string): string => day.slice(day.indexOf(' ') + 1);

/**
 * Returns what was spent on `day`; this is 0 when the day is new. In two cases, returns what was spent on the stored
 * day instead:
 * - `day` is earlier than the stored day, because a clock was wrong.
 * - The account's time zone has changed, and the stored day has not yet ended in the old time zone.
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
 * Returns the spending after a transfer. A hold or a reservation adds to its day. A label of a batch adds nothing,
 * because the whole reservation was already counted. A release, a returned premium and the end of a reservation
 * subtract, as long as their day is still the stored day. A refund does not subtract.
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
