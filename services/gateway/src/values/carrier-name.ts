const NAMES: Readonly<Record<string, string>> = { usps: 'USPS', ups: 'UPS', fedex: 'FedEx' };

/** The carrier's usual name; an unknown carrier's code in capitals. */
export const carrierName = (code: string): string => NAMES[code] ?? code.toUpperCase();
