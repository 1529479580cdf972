import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { type Customer, type CustomerFields, emailKey } from './customer';
import { isMailable } from './mailbox';

/** Which record is meant, and what changes of it. */
export interface CustomerUpdate {
  customerId?: number | undefined;
  email?: string | undefined;
  /** A record that the e-mail has already stays as it is. */
  onlyAdd?: boolean | undefined;
  /** A blank text empties its field, and a blank e-mail is that of a record which has none. */
  clearBlanks?: boolean | undefined;
  /** Only what is given; blank counts as not given unless blanks clear. */
  fields: { [F in keyof CustomerFields]?: CustomerFields[F] | undefined };
}

/**
 * The update with blanks dropped and the rest trimmed.
 * @throws DomainError `invalid_argument` before anything is looked up
 */
export function checkCustomerUpdate(update: CustomerUpdate): CustomerUpdate {
  const { customerId, email, onlyAdd, clearBlanks = false, fields } = update;
  const address = clearBlanks ? email?.trim() : email?.trim() || undefined;
  if (customerId === undefined && address === undefined) {
    throw invalid('customer_id', 'customer_id or email is required.');
  }
  if (customerId === undefined && address !== undefined && !isMailable(address)) {
    throw invalid('email', `email must be one plain mail address; got "${address}".`);
  }
  const given = Object.entries(fields)
    .filter(([, text]) => text !== undefined && (clearBlanks || text.trim() !== ''))
    .map(([field, text]) => [field, (text as string).trim()] as const)
    .map(([field, text]) => [field, field === 'country' ? text.toUpperCase() : text]);
  return { customerId, email: address, onlyAdd, fields: Object.fromEntries(given) };
}

/** @throws DomainError when the update names another e-mail than the record's: that would be another person */
export function checkSameEmail({ customerId, email }: Customer, wanted: string | undefined): void {
  if (wanted === undefined || emailKey(wanted) === emailKey(email)) return;
  throw invalid('email', `email of customer ${customerId} cannot be changed.`);
}

export interface Identity {
  accountId: AccountId;
  customerId: number;
  createdAt: Date;
}

export const newCustomer = ({ email = '', fields }: CustomerUpdate, identity: Identity): Customer => ({
  ...BLANK,
  ...(fields as Partial<CustomerFields>),
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

const invalid = (field: string, message: string) => DomainError.text('invalid_argument', message, { field });
