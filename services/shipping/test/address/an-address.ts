import type { PostalAddress } from '../../src/domain/address/postal-address';

/** Returns an address that carriers deliver to. A test passes only the parts that matter to it. */
export const anAddress = (parts: Partial<PostalAddress> = {}): PostalAddress => ({
  name: 'Dana Whitfield',
  company: '',
  street1: '1600 Amphitheatre Pkwy',
  street2: '',
  street3: '',
  city: 'Mountain View',
  state: 'CA',
  zip: '94043',
  country: 'US',
  phone: '6505550100',
  email: 'dana@example.com',
  ...parts,
});

export const austin = anAddress({
  name: 'Parcelyard Sandbox',
  company: 'Lone Star Goods',
  street1: '500 E Cesar Chavez St',
  city: 'Austin',
  state: 'TX',
  zip: '78701',
});
