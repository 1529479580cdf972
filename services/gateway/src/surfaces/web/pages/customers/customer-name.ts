import type { Customer } from '@parcelyard/contracts/customers';

/**
 * Returns the person's name. If the name is unknown, returns the company or another field that identifies the customer.
 */
export const customerName = ({ firstName, lastName, company, email, customerId }: Customer): string =>
  [firstName, lastName].filter(Boolean).join(' ') || company || email || `Customer ${customerId}`;
