import { createZoneFormats } from './zone-formats';

const formatOf = createZoneFormats({
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/**
 * Returns milliseconds by which a time zone (IANA name) is ahead of UTC at an instant. A zone that this runtime does
 * not know counts as UTC. Zone names are checked before they are saved, so a saved zone is unknown only if the runtime
 * has changed since.
 */
export function offsetAt(instant: number, zone: string): number {
  const format = formatOf(zone);
  if (format === 'unknown') return 0;
  const second = Math.floor(instant / 1_000) * 1_000;
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of format.formatToParts(second)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second: seconds = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, seconds) - second;
}
