import { DomainError } from '@parcelyard/service-kit/domain-error';

/** Carriers that send a driver, by code, with the name that people read. */
const NAMES: Readonly<Record<string, string>> = { usps: 'USPS', ups: 'UPS', fedex: 'FedEx' };
const DEFAULT_CARRIER = 'usps';

/**
 * The carrier's code; `usps` when none was given.
 * @throws DomainError invalid_argument for a carrier that is not offered
 */
export function pickupCarrier(given: string): string {
  const code = given === '' ? DEFAULT_CARRIER : given.trim().toLowerCase();
  if (code in NAMES) return code;
  throw DomainError.text(
    'invalid_argument',
    `carrier must be one of ${Object.keys(NAMES).join(', ')}; got ${JSON.stringify(given)}.`,
    { field: 'carrier' },
  );
}

export const carrierName = (code: string): string => NAMES[code] ?? code;
