import type { AddressValidation, ValidateAddressRequest } from '@parcelyard/contracts/shipping';
import { contractAddress, postalAddress } from '../domain/address/postal-address';
import type { AddressVerifier } from '../ports';

/** Checks an address. An address that nobody can deliver to is a result, not an error. */
export async function validateAddress(
  { addresses }: { addresses: AddressVerifier },
  { address }: ValidateAddressRequest,
): Promise<AddressValidation> {
  const { original, matched, ...findings } = await addresses.verify(postalAddress(address));
  return {
    ...findings,
    originalAddress: contractAddress(original),
    matchedAddress: matched && contractAddress(matched),
  };
}
