import type { Customer } from '@parcelyard/contracts/customers';

/** The person's name, else what the record has instead of one. */
export const customerName = ({ firstName, lastName, company, email, customerId }: Customer): string =>
  [firstName, lastName].filter(Boolean).join(' ') || company || email || `Customer ${customerId}`;
