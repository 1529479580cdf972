import carriers from './carriers.json';

/** Every carrier whose labels a seller can sell: code and name. `npm run chart` writes them from the declarations. */
const CARRIERS: readonly { readonly code: string; readonly name: string }[] = carriers;

export const CARRIER_CODES: readonly string[] = CARRIERS.map(({ code }) => code);

/**
 * Returns a carrier's usual name, from which a store finds the carrier's tracking page. For an unknown carrier, returns
 * its code in capitals.
 */
export const carrierName = (code: string): string =>
  CARRIERS.find((one) => one.code === code.toLowerCase())?.name ?? code.toUpperCase();
