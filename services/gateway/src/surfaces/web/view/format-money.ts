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
