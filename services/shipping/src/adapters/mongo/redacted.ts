import type { PostalAddress } from '../../domain/address/postal-address';

/** What of an address is about a person. State and country stay: reports of tax and postage are made by them. */
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

/** Fields that `$set` writes over an address at a path of a document. */
export const redacted = (path: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(PERSONAL).map(([field, value]) => [`${path}.${field}`, value]));
