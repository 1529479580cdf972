import type { Address } from '@parcelyard/contracts/common';

/**
 * An address as the carriers need it. Empty string means "not given"; an empty country means US. The `Address` message
 * of the contracts fits without conversion.
 */
export interface PostalAddress {
  readonly name: string;
  readonly company: string;
  readonly street1: string;
  readonly street2: string;
  readonly street3: string;
  readonly city: string;
  /** State or province code. */
  readonly state: string;
  readonly zip: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly phone: string;
  readonly email: string;
}

/** True for an address that domestic services reach: the states, the territories and military post. */
export const isDomestic = (address: Pick<PostalAddress, 'country'>): boolean =>
  ['', 'US', 'USA', 'PR', 'VI', 'GU', 'AS', 'MP'].includes(address.country.trim().toUpperCase());

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
