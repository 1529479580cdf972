import type { Address } from '@parcelyard/contracts/common';

export const BLANK_ADDRESS: Address = {
  name: '',
  firstName: '',
  lastName: '',
  company: '',
  street1: '',
  street2: '',
  street3: '',
  city: '',
  state: '',
  zip: '',
  country: '',
  phone: '',
  email: '',
};
