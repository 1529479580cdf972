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
}

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

const fullName = ({ firstName, lastName }: Pick<Customer, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();
