import type { PostalAddress } from '../../domain/address/postal-address';

/** The personal fields of an address. State and country are kept, because tax and postage reports need them. */
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

/** Returns the fields for a `$set` that redacts the address at this path. */
export const redacted = (path: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(PERSONAL).map(([field, value]) => [`${path}.${field}`, value]));
