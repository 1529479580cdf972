import { createZoneFormats } from './zone-formats';

const formatOf = createZoneFormats({ timeZoneName: 'short' });

/**
 * Returns the letters of a time zone at an instant, as Americans write them: `CST`, `GMT+1`. A zone that this runtime
 * does not know gets `UTC`, because `offsetAt` counts it as UTC.
 */
export function zoneLetters(instant: Date, zone: string): string {
  const format = formatOf(zone);
  if (format === 'unknown') return 'UTC';
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
}
