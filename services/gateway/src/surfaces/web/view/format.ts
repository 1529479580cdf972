const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const SHORT_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** `March 2, 2026`, in UTC as all our times are. */
export const formatDay = (date: Date): string => DAY.format(date);

/** `Mar 2, 2026`. */
export const formatShortDay = (date: Date): string => SHORT_DAY.format(date);

/** `Mar 2, 2026, 3:00 PM UTC`. */
export const formatMoment = (date: Date): string => `${MOMENT.format(date)} UTC`;

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `$1,204.50` of cents. */
export const formatMoney = (cents: number): string => DOLLARS.format(cents / 100);

/** The same with a sign on what comes in, too: `+$20.00`, `-$7.45`. */
export const formatChange = (cents: number): string => `${cents > 0 ? '+' : ''}${formatMoney(cents)}`;

/** `$1,204.50` of a number of dollars, as charts have them. */
export const formatDollars = (dollars: number): string => DOLLARS.format(dollars);

const COUNT = new Intl.NumberFormat('en-US');

/** `10,000`. */
export const formatCount = (count: number): string => COUNT.format(count);

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const SHORT = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

const firstOf = (month: string) => new Date(`${month}-01T00:00:00Z`);

/** `Mar 2026` of `2026-03`. */
export const formatMonth = (month: string): string => MONTH.format(firstOf(month));

/** `Mar ’26`, for where there is little room. */
export const formatShortMonth = (month: string): string =>
  `${SHORT.format(firstOf(month))} ’${month.slice(2, 4)}`;
