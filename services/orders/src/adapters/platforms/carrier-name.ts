/** Carriers as stores know them: both platforms link the tracking number by exactly these names. */
const NAMES: Readonly<Record<string, string>> = { usps: 'USPS', ups: 'UPS', fedex: 'FedEx' };

export const carrierName = (carrier: string): string => NAMES[carrier.toLowerCase()] ?? carrier;
