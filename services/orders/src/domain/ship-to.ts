import type { Address } from '@parcelyard/contracts/common';
import { splitName } from '@parcelyard/service-kit/addresses/split-name';
import { DEFAULT_COUNTRY, type OfCustomer, type SavedAddress } from './address';
import type { Order } from './order';

/** The name on a parcel when no name is known. */
const CURRENT_RESIDENT = 'Current Resident';

type Given = { readonly [part in OfCustomer]?: string | undefined };
type Destination = Pick<Order, 'customerId' | 'recipient' | 'shippingAddress'>;

/** True when the order lacks a name, an e-mail or a phone number, and has a customer whose record may contain it. */
export const needsCustomer = (order: Destination): boolean =>
  order.customerId !== 0 && (isOpen(order, 'name') || isOpen(order, 'email') || isOpen(order, 'phone'));

/**
 * True when the order has a customer but no e-mail of its own. It then shows the e-mail of the customer's record, if
 * the record has one.
 */
export const showsCustomersEmail = (order: Destination): boolean =>
  order.customerId !== 0 && isOpen(order, 'email');

/**
 * True when the order itself lacks this part (name, e-mail or phone). The order then shows this part of its customer's
 * record.
 */
const isOpen = ({ recipient, shippingAddress }: Destination, part: keyof typeof PLACEHOLDERS): boolean =>
  shippingAddress?.[part] === undefined && PLACEHOLDERS[part](recipient[part]);

/**
 * Returns where the order ships (specification: Order detail, `ship_to`): the address saved for the order, otherwise
 * the recipient. If a name, e-mail or phone is missing or is a placeholder such as `none`, it is taken from the
 * customer's record. A name that is still missing becomes `Current Resident`.
 */
export function resolveShipTo({ recipient, shippingAddress }: Destination, customer?: Address): Address {
  const { name, firstName, lastName } = namedPerson(recipient, customer);
  const email = valueToKeep(recipient.email, customer?.email, isPlaceholderEmail);
  const phone = valueToKeep(recipient.phone, customer?.phone, isPlaceholderPhone);
  const filled = { name, firstName, lastName, email, phone };
  const address = shippingAddress ? { ...filled, ...shippingAddress } : { ...recipient, ...filled };
  return { ...address, country: address.country || DEFAULT_COUNTRY };
}

/**
 * Returns the address without the parts that come from the customer's record. Because these parts are not saved with
 * the order, the order shows later changes of the record, too.
 * @param given the parts that somebody gave for this order
 */
export function addressToSave(order: Destination, address: Address, given: Given): SavedAddress {
  const isCustomers = (part: keyof typeof PLACEHOLDERS) => given[part] === undefined && isOpen(order, part);
  const { name, firstName, lastName, email, phone, ...place } = address;
  const isNamed = (given.firstName ?? given.lastName) !== undefined || !isCustomers('name');
  return {
    ...place,
    ...(isNamed && { name, firstName, lastName }),
    ...(!isCustomers('email') && { email }),
    ...(!isCustomers('phone') && { phone }),
  };
}

function namedPerson(recipient: Address, customer: Address | undefined) {
  for (const person of [recipient, customer]) {
    if (person && !isPlaceholderName(person.name)) return person;
  }
  return { name: CURRENT_RESIDENT, ...splitName(CURRENT_RESIDENT) };
}

function valueToKeep(
  own: string,
  known: string | undefined,
  isPlaceholder: (value: string) => boolean,
): string {
  return isPlaceholder(own) && known !== undefined && !isPlaceholder(known) ? known : own;
}

const NAMES = new Set(['', '-', 'n/a', 'none', 'unknown', 'guest', 'no name']);
const MAILBOXES = new Set(['none', 'noemail']);

/** True when the text means "no name known". Case and surrounding spaces are ignored. */
export const isPlaceholderName = (name: string): boolean => NAMES.has(name.trim().toLowerCase());

/** True when mail to the address reaches nobody: empty, no `@`, `none@…`, `noemail@…`, domain `example.invalid`. */
export function isPlaceholderEmail(email: string): boolean {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  if (at < 0) return true;
  return MAILBOXES.has(address.slice(0, at)) || address.slice(at + 1) === 'example.invalid';
}

/** True when the text is not a phone number: empty, fewer than 7 digits, or one digit repeated. */
export function isPlaceholderPhone(phone: string): boolean {
  const digits = phone.replace(/\D/g, '');
  return digits.length < 7 || new Set(digits).size === 1;
}

const PLACEHOLDERS = { name: isPlaceholderName, email: isPlaceholderEmail, phone: isPlaceholderPhone };
