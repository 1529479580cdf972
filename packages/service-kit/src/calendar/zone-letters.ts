import { BoundedMap } from '../bounded-map';

const MAX_ZONES = 1_000;
const formats = new BoundedMap<string, Intl.DateTimeFormat | 'unknown'>(MAX_ZONES);

/**
 * The letters of a time zone at an instant, as Americans write them: `CST`, `GMT+1`. `UTC` for a zone that this runtime
 * does not know, because `offsetAt` counts it as that.
 */
export function zoneLetters(instant: Date, zone: string): string {
  const format = formatOf(zone);
  if (format === 'unknown') return 'UTC';
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
}

function formatOf(timeZone: string): Intl.DateTimeFormat | 'unknown' {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = createFormat(timeZone);
  formats.set(timeZone, format);
  return format;
}

function createFormat(timeZone: string): Intl.DateTimeFormat | 'unknown' {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' });
  } catch {
    return 'unknown';
  }
}
