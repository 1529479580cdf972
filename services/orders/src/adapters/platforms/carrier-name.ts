/** As stores know them: both link the tracking number to the carrier by exactly these names. */
const NAMES: Readonly<Record<string, string>> = { usps: 'USPS', ups: 'UPS', fedex: 'FedEx' };

export const carrierName = (carrier: string): string => NAMES[carrier.toLowerCase()] ?? carrier;
