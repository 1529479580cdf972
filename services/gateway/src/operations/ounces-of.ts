/** Converts pounds to ounces with two decimals; no scale is more precise. */
export const ouncesOf = (pounds = 0): number => Math.round(pounds * 1_600) / 100;
