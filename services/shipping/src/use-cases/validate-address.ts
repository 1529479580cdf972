import type { AddressValidation, ValidateAddressRequest } from '@parcelyard/contracts/shipping';
import { contractAddress, postalAddress } from '../domain/address/postal-address';
import type { AddressVerifier } from '../ports';

/** What is known of an address; one that nobody could deliver to is an answer, not an error. */
export async function validateAddress(
  { addresses }: { addresses: AddressVerifier },
  { address }: ValidateAddressRequest,
): Promise<AddressValidation> {
  const check = await addresses.verify(postalAddress(address));
  return {
    status: check.status,
    originalAddress: contractAddress(check.original),
    matchedAddress: check.matched && contractAddress(check.matched),
    changedFields: [...check.changedFields],
    addressType: check.addressType,
    messages: check.messages.map((message) => ({ ...message })),
  };
}
