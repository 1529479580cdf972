import type { Customer } from '@parcelyard/contracts/customers';

/** Returns a customer's record as an import creates it. */
export const aCustomer = (given: Partial<Customer> = {}): Customer => ({
  accountId: 0,
  customerId: 0,
  firstName: '',
  lastName: '',
  company: '',
  email: '',
  phone: '',
  address1: '',
  address2: '',
  address3: '',
  city: '',
  state: '',
  zip: '',
  country: 'US',
  subscribed: true,
  createdAt: undefined,
  ...given,
});
