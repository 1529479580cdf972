const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const SHORT_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** `March 2, 2026`, in UTC as all our times are. */
export const formatDay = (date: Date): string => DAY.format(date);

/** `Mar 2, 2026`. */
export const formatShortDay = (date: Date): string => SHORT_DAY.format(date);

/** `Mar 2, 2026, 3:00 PM UTC`. */
export const formatMoment = (date: Date): string => `${MOMENT.format(date)} UTC`;
