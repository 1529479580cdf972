import type { Address } from '@parcelyard/contracts/common';

/**
 * An address as carriers accept it and as we store it. It has no first and last name. An empty field means "not given";
 * an empty country means US.
 */
export type PostalAddress = Readonly<Omit<Address, 'firstName' | 'lastName'>>;

/** True for addresses to which US services deliver: the states, the territories and military mail. */
export const isDomestic = (address: Pick<PostalAddress, 'country'>): boolean =>
  ['', 'US', 'USA', 'PR', 'VI', 'GU', 'AS', 'MP'].includes(address.country.trim().toUpperCase());

/** Returns the fields that carriers use. Without an address, all fields are empty. */
export function postalAddress(address: Address | undefined): PostalAddress {
  const { name = '', company = '', street1 = '', street2 = '', street3 = '', city = '' } = address ?? {};
  const { state = '', zip = '', country = '', phone = '', email = '' } = address ?? {};
  return { name, company, street1, street2, street3, city, state, zip, country, phone, email };
}

export function contractAddress(address: PostalAddress): Address {
  return { ...address, firstName: '', lastName: '' };
}
