/** UTC without a zone suffix, to the second, as most results carry it. */
const timestamp = (time: Date): string => time.toISOString().slice(0, 19);

/** UTC ending in Z: for moments that somebody must act by, and where the specification says so. */
const zonedTimestamp = (time: Date): string => `${timestamp(time)}Z`;

export const timestampOrNull = (time: Date | undefined): string | null => (time ? timestamp(time) : null);

export const zonedTimestampOrNull = (time: Date | undefined): string | null =>
  time ? zonedTimestamp(time) : null;
