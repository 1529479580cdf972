import type { Customer } from '@parcelyard/contracts/customers';
import { addDays } from '@parcelyard/service-kit/calendar/calendar-date';
import { dayIn, startOfDay } from '@parcelyard/service-kit/calendar/day-in-zone';
import { DEFAULT_TIME_ZONE } from '@parcelyard/service-kit/calendar/time-zone';

/** Days without an order after which a customer counts as lapsed, unless the caller says otherwise. */
export const LAPSED_AFTER_DAYS = 90;

/**
 * The first moment of the last so many days of the shop, today being one of them: a customer whose last order is older
 * has lapsed.
 */
export const sinceDays = (now: Date, days: number, timeZone = DEFAULT_TIME_ZONE): Date =>
  startOfDay(addDays(dayIn(now, timeZone), 1 - days), timeZone);

/** A record that is about to be saved. */
export type NewCustomer = Customer & { createdAt: Date };

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
 * street, or of the same e-mail, exists without it (docs/adr/0009).
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
  const { address1, zip, email } = customer;
  const name = fullName(customer);
  return { contactKey: contactKey({ name, street1: address1, zip }), emailKey: emailKey(email) };
}

/** What the address book is sorted by: the name, else the company, else the e-mail. */
export function sortKey(customer: Customer): string {
  return (fullName(customer) || customer.company.trim() || customer.email.trim()).toLowerCase();
}

/** The text that a search reads, in lower case; one line for each part, so that no search matches across two parts. */
export function searchText(customer: Customer): string {
  return [fullName(customer), customer.company, customer.email].join('\n').toLowerCase();
}

export const fullName = ({ firstName, lastName }: Pick<Customer, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();
