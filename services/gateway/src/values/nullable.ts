/** Contracts say "not given" with absence or an empty text; answers say it with null. */
export const textOrNull = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : text;

/** A link that a caller can open as it stands. */
export function linkOrNull(
  { absolute }: { absolute(path: string): string },
  link: string | undefined,
): string | null {
  const given = textOrNull(link);
  return given === null ? null : absolute(given);
}

/** UTC without a zone suffix, to the second, as most results of tools carry it. */
export const timestampOrNull = (time: Date | undefined): string | null =>
  time ? time.toISOString().slice(0, 19) : null;

/** UTC to the second ending in Z. */
export const zonedTimestampOrNull = (time: Date | undefined): string | null =>
  time ? `${timestampOrNull(time)}Z` : null;
