const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Formats an amount: `$1,204.50`. */
export const money = (dollars: number): string => DOLLARS.format(dollars);

const DAY = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/**
 * Formats a day: `Thu, Nov 26` from `2026-11-26` or from a timestamp. The reader's time zone does not change the day.
 */
export const day = (text: string): string => DAY.format(new Date(`${text.slice(0, 10)}T00:00:00Z`));

const MOMENT = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** Formats a moment in the reader's time zone: `Nov 26, 3:00 PM`. Timestamps are UTC, with or without `Z`. */
export const moment = (text: string): string =>
  MOMENT.format(new Date(text.endsWith('Z') ? text : `${text}Z`));

/** Formats a number with its noun: `1 order`, `3 orders`. */
export const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;

/** Formats a weight: `12 oz`, `2 lb 3 oz`. */
export function weight(ounces: number): string {
  const rest = Math.round((ounces % 16) * 100) / 100;
  const pounds = Math.floor(ounces / 16);
  if (pounds === 0) return `${rest} oz`;
  return rest === 0 ? `${pounds} lb` : `${pounds} lb ${rest} oz`;
}
