import { createZoneFormats } from './zone-formats';

const formatOf = createZoneFormats({ timeZoneName: 'short' });

/**
 * The letters of a time zone at an instant, as Americans write them: `CST`, `GMT+1`. `UTC` for a zone that this runtime
 * does not know, because `offsetAt` counts it as that.
 */
export function zoneLetters(instant: Date, zone: string): string {
  const format = formatOf(zone);
  if (format === 'unknown') return 'UTC';
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
}
