import type { Customer, SaveCustomerRequest } from '@parcelyard/contracts/customers';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type CustomerFields, emailKey, type NewCustomer } from './customer';
import { isMailable } from './mailbox';

export interface CustomerUpdate {
  customerId?: number | undefined;
  email?: string | undefined;
  /** If true, an existing record with the same e-mail stays unchanged. */
  onlyAdd?: boolean | undefined;
  /** The fields that the caller gave. An empty text counts as absent unless `clearBlanks` is set. */
  fields: Partial<CustomerFields>;
}

/** Checks and trims the update, and leaves out empty fields. Reads nothing from the database. */
export function checkCustomerUpdate(request: Omit<SaveCustomerRequest, 'accountId'>): CustomerUpdate {
  const { customerId, email, onlyAdd, clearBlanks = false, ...fields } = request;
  const address = clearBlanks ? email?.trim() : email?.trim() || undefined;
  if (customerId === undefined && address === undefined) {
    throw new DomainError('invalid_argument', 'customer_or_email_required', {}, { field: 'customer_id' });
  }
  if (customerId === undefined && address !== undefined && !isMailable(address)) {
    throw malformed(address);
  }
  const given = Object.entries(fields)
    .filter(([, text]) => text !== undefined && (clearBlanks || text.trim() !== ''))
    .map(([field, text]) => [field, (text as string).trim()] as const)
    .map(([field, text]) => [field, field === 'country' ? text.toUpperCase() : text]);
  return { customerId, email: address, onlyAdd, fields: Object.fromEntries(given) };
}

/**
 * Returns the e-mail of the record after the update. A record that has an e-mail keeps it.
 * @throws DomainError when the update has a different e-mail, because a different e-mail means a different person
 */
export function emailAfter({ customerId, email }: Customer, updated: string | undefined): string {
  if (updated === undefined || emailKey(updated) === emailKey(email)) return email;
  if (emailKey(email) === undefined && isMailable(updated)) return updated;
  if (emailKey(email) === undefined) throw malformed(updated);
  throw new DomainError('invalid_argument', 'customer_email_fixed', { customerId }, { field: 'email' });
}

const malformed = (got: string) =>
  new DomainError('invalid_argument', 'mail_address_malformed', { got }, { field: 'email' });

type Identity = Pick<NewCustomer, 'accountId' | 'customerId' | 'createdAt'>;

export const newCustomer = ({ email = '', fields }: CustomerUpdate, identity: Identity): NewCustomer => ({
  ...BLANK,
  ...fields,
  email,
  subscribed: true,
  ...identity,
});

const BLANK: CustomerFields = {
  firstName: '',
  lastName: '',
  company: '',
  phone: '',
  address1: '',
  address2: '',
  address3: '',
  city: '',
  state: '',
  zip: '',
  country: 'US',
};
