import type { Address } from '@parcelyard/contracts/common';
import type { PostalAddress } from '../domain/address/postal-address';

/** The parts of a contract's address that carriers know; an absent address is one with nothing given. */
export function postalAddress(address: Address | undefined): PostalAddress {
  const { name = '', company = '', street1 = '', street2 = '', street3 = '', city = '' } = address ?? {};
  const { state = '', zip = '', country = '', phone = '', email = '' } = address ?? {};
  return { name, company, street1, street2, street3, city, state, zip, country, phone, email };
}

/** Back into a contract's address. */
export function contractAddress(address: PostalAddress): Address {
  return { ...address, firstName: '', lastName: '' };
}
