const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const SHORT = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

const firstOf = (month: string) => new Date(`${month}-01T00:00:00Z`);

/** `Mar 2026` of `2026-03`. */
export const formatMonth = (month: string): string => MONTH.format(firstOf(month));

/** `Mar ’26`, for where there is little room. */
export const formatShortMonth = (month: string): string =>
  `${SHORT.format(firstOf(month))} ’${month.slice(2, 4)}`;
