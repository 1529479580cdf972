/** Returns null for "not given", which services write as undefined or as an empty text. */
export const textOrNull = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : text;

/** Returns a complete link that a caller can open; null when there is none. */
export function linkOrNull(
  { absolute }: { absolute(path: string): string },
  link: string | undefined,
): string | null {
  const given = textOrNull(link);
  return given === null ? null : absolute(given);
}

/** Writes a time in UTC, to the second and without a zone, as most tools do. */
export const timestampOrNull = (time: Date | undefined): string | null =>
  time ? time.toISOString().slice(0, 19) : null;

/** Writes a time in UTC, to the second and with Z at the end. */
export const zonedTimestampOrNull = (time: Date | undefined): string | null =>
  time ? `${timestampOrNull(time)}Z` : null;
