import { BoundedMap } from '../bounded-map';

/** The maximum number of cached zones; more than there are zone names. */
const MAX_ZONES = 1_000;

/**
 * Returns a function that creates a date format with these options for a time zone (IANA name), and caches it. For a
 * zone that this runtime does not know, the function returns 'unknown'.
 */
export function createZoneFormats(options: Omit<Intl.DateTimeFormatOptions, 'timeZone'>) {
  const formats = new BoundedMap<string, Intl.DateTimeFormat | 'unknown'>(MAX_ZONES);
  const create = (timeZone: string): Intl.DateTimeFormat | 'unknown' => {
    try {
      return new Intl.DateTimeFormat('en-US', { ...options, timeZone });
    } catch {
      return 'unknown';
    }
  };
  return (timeZone: string): Intl.DateTimeFormat | 'unknown' => {
    const known = formats.get(timeZone);
    if (known) return known;
    const format = create(timeZone);
    formats.set(timeZone, format);
    return format;
  };
}
