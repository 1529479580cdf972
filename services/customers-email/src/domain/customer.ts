import type { AccountId } from '@parcelyard/service-kit/ids';

/** A record of the address book; empty string means "not given". */
export interface Customer {
  accountId: AccountId;
  customerId: number;
  firstName: string;
  lastName: string;
  company: string;
  email: string;
  phone: string;
  address1: string;
  address2: string;
  address3: string;
  city: string;
  state: string;
  zip: string;
  country: string;
  /** May be written to for marketing. */
  subscribed: boolean;
  createdAt: Date;
  /** Orders ever placed; 0 when absent. Kept by events of orders. */
  orderCount?: number | undefined;
  lastOrderAt?: Date | undefined;
}

/** What may be changed of a record; its e-mail may not. */
export type CustomerFields = Pick<
  Customer,
  | 'firstName'
  | 'lastName'
  | 'company'
  | 'phone'
  | 'address1'
  | 'address2'
  | 'address3'
  | 'city'
  | 'state'
  | 'zip'
  | 'country'
>;

/**
 * What a record may be found by. At most one record of an account holds each key; another record of the same name and
 * street, or of the same e-mail, exists without it (docs/adr: keys that records claim).
 */
export interface CustomerKeys {
  /** `create_order` reuses the record of the same name, street and ZIP. */
  contactKey?: string | undefined;
  /** A second record with this e-mail is refused where the specification says `Customer Exists`. */
  emailKey?: string | undefined;
}

const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** Same name, same street (case does not count), same ZIP: the same contact. Undefined when one of them is unknown. */
export function contactKey({ name, street1, zip }: { name: string; street1: string; zip: string }) {
  const parts = [oneLine(name), oneLine(street1).toLowerCase(), oneLine(zip)];
  return parts.includes('') ? undefined : parts.join('\n');
}

/** Undefined when there is no e-mail. */
export function emailKey(email: string): string | undefined {
  return email.trim().toLowerCase() || undefined;
}

export function customerKeys(customer: Customer): CustomerKeys {
  const name = fullName(customer);
  const { address1, zip, email } = customer;
  return { contactKey: contactKey({ name, street1: address1, zip }), emailKey: emailKey(email) };
}

/** What the address book is sorted by: the name, else the company, else the e-mail. */
export function sortKey(customer: Customer): string {
  return (fullName(customer) || customer.company.trim() || customer.email.trim()).toLowerCase();
}

/** What a search looks in, in lower case; parts are kept apart so that no search matches across them. */
export function searchText(customer: Customer): string {
  return [fullName(customer), customer.company, customer.email].join('\n').toLowerCase();
}

const fullName = ({ firstName, lastName }: Pick<Customer, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();
