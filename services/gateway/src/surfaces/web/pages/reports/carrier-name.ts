const NAMES: Readonly<Record<string, string>> = { usps: 'USPS', ups: 'UPS', fedex: 'FedEx' };

/** A carrier as people write it; one that came later as its code. */
export const carrierName = (code: string): string => NAMES[code] ?? code.toUpperCase();
