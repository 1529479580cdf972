/** Contracts write "not given" as undefined or an empty text. Answers write null. */
export const textOrNull = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : text;

/** A complete link that a caller can open. */
export function linkOrNull(
  { absolute }: { absolute(path: string): string },
  link: string | undefined,
): string | null {
  const given = textOrNull(link);
  return given === null ? null : absolute(given);
}

/** UTC to the second without a zone suffix, as in most tool results. */
export const timestampOrNull = (time: Date | undefined): string | null =>
  time ? time.toISOString().slice(0, 19) : null;

/** UTC to the second, with Z at the end. */
export const zonedTimestampOrNull = (time: Date | undefined): string | null =>
  time ? `${timestampOrNull(time)}Z` : null;
