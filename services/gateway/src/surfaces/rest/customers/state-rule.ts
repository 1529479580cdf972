export interface Place {
  readonly state?: string | undefined;
  /** If absent or empty, the country is the US. */
  readonly country?: string | undefined;
}

const UNITED_STATES = /^([Uu][Ss])?$/;
const TWO_LETTERS_OR_NONE = /^\s*([A-Za-z]{2}\s*)?$/;

/** True when the state fits the country: two letters in the US, anything elsewhere. */
export const fitsCountry = ({ state = '', country = '' }: Place): boolean =>
  !UNITED_STATES.test(country) || TWO_LETTERS_OR_NONE.test(state);

export const STATE_RULE = 'must be a two-letter state code in the US';

/** The rule of `fitsCountry` as a JSON Schema, for the published document. */
export const STATE_FITS_COUNTRY = {
  if: { properties: { country: { pattern: UNITED_STATES.source } } },
  // biome-ignore lint/suspicious/noThenProperty: JSON Schema has the name
  then: { properties: { state: { pattern: TWO_LETTERS_OR_NONE.source } } },
};
