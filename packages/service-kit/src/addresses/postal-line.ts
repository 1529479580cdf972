import type { Address } from '@parcelyard/contracts/common';

type PostalAddress = Readonly<
  Pick<Address, 'street1' | 'street2' | 'street3' | 'city' | 'state' | 'zip' | 'country'>
>;

/** Returns an address as one line, without names. The country is left out for a US address. */
export function postalLine(address: PostalAddress): string {
  const { street1, street2, street3, city, state, zip, country } = address;
  return [street1, street2, street3, city, `${state} ${zip}`, country === 'US' ? '' : country]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ');
}
