import type { PostalAddress } from '../domain/address/postal-address';

/** Returns the address with two street lines. Some sellers do not accept a third. */
export function withTwoStreetLines(address: PostalAddress) {
  const { name, company, street1, city, state, zip, phone, email } = address;
  const street2 = [address.street2, address.street3].filter((line) => line.trim() !== '').join(', ');
  const country = address.country.trim().toUpperCase() || 'US';
  return { name, company, street1, street2, city, state, zip, country, phone, email };
}
