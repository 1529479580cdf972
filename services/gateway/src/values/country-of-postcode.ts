/**
 * Formats of postal codes that only one country has; the first that fits counts. Digits alone would fit many countries.
 */
const WRITTEN_LIKE: readonly (readonly [code: RegExp, country: string])[] = [
  [/^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ -]?\d[ABCEGHJ-NPRSTV-Z]\d$/i, 'CA'],
  // Jersey, Guernsey, the Isle of Man and Gibraltar have codes in the British format, but their own country codes.
  [/^JE\d\d? ?\d[A-Z][A-Z]$/i, 'JE'],
  [/^GY\d\d? ?\d[A-Z][A-Z]$/i, 'GG'],
  [/^IM\d\d? ?\d[A-Z][A-Z]$/i, 'IM'],
  [/^GX11 ?1AA$/i, 'GI'],
  [/^[A-Z][A-Z]?\d[A-Z\d]? ?\d[A-Z][A-Z]$/i, 'GB'],
];

/** Returns the only country whose postal codes have this format, such as CA for M5V 2T6. */
export const countryOfPostcode = (postcode: string): string | undefined =>
  WRITTEN_LIKE.find(([code]) => code.test(postcode.trim()))?.[1];
