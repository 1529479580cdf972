/** The time zone of accounts whose time zone is unknown. */
export const DEFAULT_TIME_ZONE = 'America/Chicago';

/** Matches an offset such as `+05:00`. Newer runtimes accept it, but it has no summer time and is not a zone name. */
const IS_OFFSET = /^[^A-Za-z]/;

/**
 * Returns a time zone's IANA name in its usual spelling, such as `America/Denver` for `america/denver`. A second name
 * of a zone, such as `us/pacific`, is returned as it is. Returns undefined for a text that is not a zone's name.
 */
export function timeZoneNamed(name: string): string | undefined {
  if (IS_OFFSET.test(name)) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions();
    // The runtime replaces some names with an older name of the same zone, such as Asia/Kolkata with Asia/Calcutta.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return undefined;
  }
}

/** Returns the zone names to choose from, sorted; empty if the runtime's time zone database is damaged. */
export function timeZoneNames(): readonly string[] {
  try {
    return Intl.supportedValuesOf('timeZone');
  } catch {
    return [];
  }
}
