/** For accounts whose time zone is unknown. */
export const DEFAULT_TIME_ZONE = 'America/Chicago';

/** An offset such as `+05:00`: newer runtimes accept it, but it has no summer time and is not a zone name. */
const IS_OFFSET = /^[^A-Za-z]/;

/**
 * The time zone with this IANA name, in the database's spelling if the runtime lists that name; undefined for other
 * text.
 */
export function timeZoneNamed(name: string): string | undefined {
  if (IS_OFFSET.test(name)) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions();
    // The runtime replaces some names by an older name of the same zone: Asia/Kolkata by Asia/Calcutta.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return undefined;
  }
}

/** The zone names to choose from, sorted; empty if the runtime's time zone database is damaged. */
export function timeZoneNames(): readonly string[] {
  try {
    return Intl.supportedValuesOf('timeZone');
  } catch {
    return [];
  }
}
