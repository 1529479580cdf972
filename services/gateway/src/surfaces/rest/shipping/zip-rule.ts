import type { z } from 'zod';

/** Codes of the US and of the territories that USPS treats as part of the US. Empty means the US. */
const DOMESTIC = ['', 'US', 'PR', 'VI', 'GU', 'AS', 'MP'];
const ZIP = /^\d{5}(-?\d{4})?$/;

type Place<Names extends string> = { readonly [name in Names]?: string | undefined };

/**
 * An argument for `superRefine`: a postal code in the US must be a ZIP. The message is the same as the shipping
 * service's message for this problem.
 */
export const zipFitsCountry =
  <Names extends string>(zip: Names, country: Names) =>
  (place: Place<Names>, context: z.RefinementCtx): void => {
    if (DOMESTIC.includes((place[country] ?? '').trim().toUpperCase())) checkZip(zip, place[zip], context);
  };

/** An argument for `superRefine`: the value must be a ZIP or empty. */
export const isZipOrBlank = (value: string, context: z.RefinementCtx): void => {
  if (value.trim() !== '') checkZip(undefined, value, context);
};

function checkZip(name: string | undefined, value: string | undefined, context: z.RefinementCtx): void {
  if (value === undefined || ZIP.test(value.trim())) return;
  const message = `must be a US ZIP of five digits; got "${value.trim()}"`;
  context.addIssue({ code: 'custom', path: name === undefined ? [] : [name], message });
}

const ZIP_SOURCE = ZIP.source.slice(1, -1);

/** The rules of `zipFitsCountry` and `isZipOrBlank` as JSON Schema, for the published document. */
export const US_ZIP = { pattern: `^\\s*${ZIP_SOURCE}\\s*$` };
export const US_ZIP_OR_BLANK = { pattern: `^\\s*(${ZIP_SOURCE}\\s*)?$` };

export const publishedZipRule = (zip: string, country: string) => ({
  if: { properties: { [country]: { pattern: `^\\s*(${DOMESTIC.slice(1).map(anyCase).join('|')})?\\s*$` } } },
  // biome-ignore lint/suspicious/noThenProperty: JSON Schema has the name
  then: { properties: { [zip]: US_ZIP } },
});

const anyCase = (code: string): string =>
  [...code].map((letter) => `[${letter}${letter.toLowerCase()}]`).join('');
