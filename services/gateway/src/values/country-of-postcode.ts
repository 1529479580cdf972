/** Formats of postal codes that only one country has. Digits alone would fit many countries. */
const WRITTEN_LIKE: readonly (readonly [code: RegExp, country: string])[] = [
  [/^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ -]?\d[ABCEGHJ-NPRSTV-Z]\d$/i, 'CA'],
  [/^[A-Z][A-Z]?\d[A-Z\d]? ?\d[A-Z][A-Z]$/i, 'GB'],
];

/** Returns the only country whose postal codes have this format, such as CA for M5V 2T6. */
export const countryOfPostcode = (postcode: string): string | undefined =>
  WRITTEN_LIKE.find(([code]) => code.test(postcode.trim()))?.[1];
