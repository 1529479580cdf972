/** Of an account that nothing better is known of. */
export const DEFAULT_TIME_ZONE = 'America/Chicago';

/** An offset such as `+05:00`, which newer runtimes take, knows no summer time and is no name. */
const IS_OFFSET = /^[^A-Za-z]/;

/**
 * The time zone of an IANA name, in the database's spelling where the runtime has the name itself; undefined for any
 * other text.
 */
export function timeZoneNamed(name: string): string | undefined {
  if (IS_OFFSET.test(name)) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions();
    // Some names are answered by an older one of the same zone: Asia/Kolkata by Asia/Calcutta.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return undefined;
  }
}

/** The names to choose among, sorted; none where the runtime's database of time zones is damaged. */
export function timeZoneNames(): readonly string[] {
  try {
    return Intl.supportedValuesOf('timeZone');
  } catch {
    return [];
  }
}
