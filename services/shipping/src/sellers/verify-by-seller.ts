import type { Logger } from '@parcelyard/service-kit/logger';
import type { AddressCheck } from '../domain/address/address-check';
import { checkAddress } from '../domain/address/check-address';
import { isDomestic, type PostalAddress } from '../domain/address/postal-address';
import type { VerifyAddress } from './seller-port';

/**
 * Checks a domestic address with the seller. A foreign address is checked with the ZIP table of this service, and if
 * the seller does not answer, a domestic address is checked in this way, too.
 */
export function verifyBySeller(
  title: string,
  logger: Logger,
  ask: (address: PostalAddress) => Promise<AddressCheck>,
): VerifyAddress {
  return async (address) => {
    if (!isDomestic(address)) return checkAddress(address);
    try {
      return await ask(address);
    } catch (error) {
      logger.warn({ err: error }, `${title} verified no address; the bundled ZIP data did`);
      return checkAddress(address, { carrierSilent: true });
    }
  };
}
