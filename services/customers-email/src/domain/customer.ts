import type { Customer } from '@parcelyard/contracts/customers';
import { addDays } from '@parcelyard/service-kit/calendar/calendar-date';
import { dayIn, startOfDay } from '@parcelyard/service-kit/calendar/day-in-zone';
import { DEFAULT_TIME_ZONE } from '@parcelyard/service-kit/calendar/time-zone';
import { nameOrder } from '@parcelyard/service-kit/name-order';
import { searchable } from '@parcelyard/service-kit/searchable';

/** Days without an order after which a customer counts as lapsed, unless the caller says otherwise. */
export const LAPSED_AFTER_DAYS = 90;

/** Returns when the shop's last `days` days began. Today is one of these days. */
export const sinceDays = (now: Date, days: number, timeZone = DEFAULT_TIME_ZONE): Date =>
  startOfDay(addDays(dayIn(now, timeZone), 1 - days), timeZone);

/** A record that is about to be saved. */
export type NewCustomer = Customer & { createdAt: Date };

/** The fields of a record that may change. The record's e-mail may not change. */
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
 * Keys by which a record is found. No two records of an account have the same key. A second record with the same name
 * and street, or with the same e-mail, is saved without that key (docs/adr/0009).
 */
export interface CustomerKeys {
  /** Set on the record that `create_order` uses again for the same name, street and ZIP. */
  contactKey?: string | undefined;
  /**
   * Set on the first record with this e-mail. REST refuses to create another one with `Customer Exists`.
   */
  emailKey?: string | undefined;
}

const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ');

/**
 * Returns the key of a contact. Records with the same name, street (ignoring case) and ZIP are the same contact.
 * Undefined when one of these three is unknown.
 */
export function contactKey({ name, street1, zip }: { name: string; street1: string; zip: string }) {
  const parts = [oneLine(name), oneLine(street1).toLowerCase(), oneLine(zip)];
  return parts.includes('') ? undefined : parts.join('\n');
}

/** Returns the key of an e-mail; undefined when there is no e-mail. */
export function emailKey(email: string): string | undefined {
  return email.trim().toLowerCase() || undefined;
}

export function customerKeys(customer: Customer): CustomerKeys {
  const { address1, zip, email } = customer;
  const name = fullName(customer);
  return { contactKey: contactKey({ name, street1: address1, zip }), emailKey: emailKey(email) };
}

/** Returns the text by which the address book is sorted: name, otherwise company, otherwise e-mail. */
export function sortKey(customer: Customer): string {
  return nameOrder(fullName(customer) || customer.company.trim() || customer.email.trim());
}

/**
 * Returns the text that a search reads. Each part has its own line, so that no match begins in one part and ends in
 * another.
 */
export function searchText(customer: Customer): string {
  return [fullName(customer), customer.company, customer.email].map(searchable).join('\n');
}

export const fullName = ({ firstName, lastName }: Pick<Customer, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();
