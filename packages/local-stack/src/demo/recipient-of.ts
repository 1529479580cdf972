import type { Address } from '@parcelyard/contracts/common';
import type { Customer } from '@parcelyard/contracts/customers';

export const recipientOf = (person: Customer): Address => ({
  name: `${person.firstName} ${person.lastName}`,
  firstName: person.firstName,
  lastName: person.lastName,
  company: person.company,
  street1: person.address1,
  street2: '',
  street3: '',
  city: person.city,
  state: person.state,
  zip: person.zip,
  country: 'US',
  phone: person.phone,
  email: person.email,
});
