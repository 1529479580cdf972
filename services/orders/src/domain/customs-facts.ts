/** What customs ask of goods. */
export interface CustomsFacts {
  hsCode?: string | undefined;
  originCountry?: string | undefined;
}

/** The Harmonized System has six digits; a country adds up to four, and people write dots and spaces between them. */
export const isHsCode = (text: string): boolean => /^\d{6,10}$/.test(digitsOf(text));
export const isCountryCode = (text: string): boolean => /^[a-z]{2}$/i.test(text.trim());

/** As orders keep them; what is no such fact, as stores may send it, is left out. */
export function customsFacts({ hsCode = '', originCountry = '' }: CustomsFacts): CustomsFacts {
  return {
    ...(isHsCode(hsCode) ? { hsCode: digitsOf(hsCode) } : {}),
    ...(isCountryCode(originCountry) ? { originCountry: originCountry.trim().toUpperCase() } : {}),
  };
}

const digitsOf = (text: string): string => text.replace(/[\s.]/g, '');
