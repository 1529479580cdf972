/** Returns null for "not given", which contracts write as undefined or an empty text. */
export const textOrNull = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : text;

/** Returns a complete link that a caller can open. */
export function linkOrNull(
  { absolute }: { absolute(path: string): string },
  link: string | undefined,
): string | null {
  const given = textOrNull(link);
  return given === null ? null : absolute(given);
}

/** Formats a time in UTC, to the second and without a zone suffix, as in most tool results. */
export const timestampOrNull = (time: Date | undefined): string | null =>
  time ? time.toISOString().slice(0, 19) : null;

/** Formats a time in UTC, to the second and with Z at the end. */
export const zonedTimestampOrNull = (time: Date | undefined): string | null =>
  time ? `${timestampOrNull(time)}Z` : null;
