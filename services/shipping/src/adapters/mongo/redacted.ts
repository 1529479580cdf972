import type { PostalAddress } from '../../domain/address/postal-address';

/** The fields of an address that are removed. State and country stay, because reports on tax and postage need them. */
const PERSONAL: Omit<PostalAddress, 'state' | 'country'> = {
  name: 'Redacted',
  company: '',
  street1: '',
  street2: '',
  street3: '',
  city: '',
  zip: '',
  phone: '',
  email: '',
};

/** Returns the fields with which a `$set` removes the personal data of the address at this path. */
export const redacted = (path: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(PERSONAL).map(([field, value]) => [`${path}.${field}`, value]));
