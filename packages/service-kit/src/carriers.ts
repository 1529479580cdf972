import carriers from './carriers.json';

/** Every carrier that a seller of labels can sell: code and name. `npm run chart` writes them from the declarations. */
const CARRIERS: readonly { readonly code: string; readonly name: string }[] = carriers;

export const CARRIER_CODES: readonly string[] = CARRIERS.map(({ code }) => code);

/**
 * A carrier's usual name, by which stores link its tracking numbers. An unknown carrier is named by its code in
 * capitals.
 */
export const carrierName = (code: string): string =>
  CARRIERS.find((one) => one.code === code.toLowerCase())?.name ?? code.toUpperCase();
