import type { Customer } from '@parcelyard/contracts/customers';

/** The person's name. Without a name: the company, or another field that identifies the customer. */
export const customerName = ({ firstName, lastName, company, email, customerId }: Customer): string =>
  [firstName, lastName].filter(Boolean).join(' ') || company || email || `Customer ${customerId}`;
