import type { Address } from '@parcelyard/contracts/common';
import { patchAddress } from '../../src/domain/address';

const ADDRESS: Address = {
  name: 'Ada Lovelace',
  firstName: 'Ada',
  lastName: 'Lovelace',
  company: 'Engines',
  street1: '350 5th Ave',
  street2: 'Apt 4',
  street3: '',
  city: 'New York',
  state: 'NY',
  zip: '10118',
  country: 'US',
  phone: '2125550142',
  email: 'ada@example.com',
};

describe('a partial change of an address', () => {
  it('does not change parts that are not given', () => {
    expect(patchAddress(ADDRESS, { city: ' Austin ', street2: '' })).toEqual({
      ...ADDRESS,
      city: 'Austin',
      street2: '',
    });
  });

  it('builds the full name again from its parts', () => {
    expect(patchAddress(ADDRESS, { firstName: 'Mary Ann' })).toMatchObject({
      name: 'Mary Ann Lovelace',
      firstName: 'Mary Ann',
      lastName: 'Lovelace',
    });
  });

  it('is no change when all parts are equal, so that rates stay valid', () => {
    expect(patchAddress(ADDRESS, { city: 'New York', country: 'us', email: undefined })).toBeUndefined();
  });
});
