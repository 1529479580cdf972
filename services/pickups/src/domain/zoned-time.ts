import type { CalendarDate } from './calendar-date';
import zones from './us-time-zones.json';

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the wall clock of a time zone (IANA name) shows at an instant, as if it were UTC. */
function wallClock(instant: Date, zone: string): number {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(zone, format);
  }
  const parts = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The day that a calendar on the wall there shows. */
export function localDate(instant: Date, zone: string): CalendarDate {
  return new Date(wallClock(instant, zone)).toISOString().slice(0, 10) as CalendarDate;
}

/**
 * The instant at which the wall clock there shows `HH:MM` on that day. A time that the change to summer time skips
 * means the instant after the gap; one that occurs twice means one of the two.
 */
export function instantAt(date: CalendarDate, time: string, zone: string): Date {
  const local = Date.parse(`${date}T${time}:00Z`);
  const offsetNear = (instant: number) => wallClock(new Date(instant), zone) - instant;
  // The second look corrects the first where the zone changes its offset between the two.
  const first = local - offsetNear(local);
  return new Date(local - offsetNear(first));
}

const byState: Readonly<Record<string, string>> = zones.states;
const byPrefix: Readonly<Record<string, string>> = zones.zipPrefixes;

/**
 * The time zone (IANA name) of a US address: that of its state, or of its three-digit ZIP area where the state has two
 * zones. Undefined outside the United States, where no carrier here picks up.
 */
export function shipFromZone(address: { state: string; zip: string; country: string }): string | undefined {
  if (address.country !== '' && address.country.toUpperCase() !== 'US') return undefined;
  return byPrefix[address.zip.slice(0, 3)] ?? byState[address.state.trim().toUpperCase()];
}
