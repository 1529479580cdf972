import type { Address } from '@parcelyard/contracts/common';
import type { ResolveContactRequest, ResolveContactResponse } from '@parcelyard/contracts/customers';
import { splitName } from '@parcelyard/service-kit/addresses/split-name';
import { cleanSavedText } from '@parcelyard/service-kit/clean-saved-text';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { contactKey, emailKey, type NewCustomer } from '../domain/customer';
import { isPlaceholderEmail } from '../domain/mailbox';
import type { AddressBookPorts } from './save-customer';

/**
 * Returns the contact with this name, street and ZIP, unchanged, or a new contact (specification: create_order,
 * `ship_to`). When two callers create the same contact, both get the record of the first.
 */
export async function resolveContact(
  ports: AddressBookPorts,
  { accountId, address: given, byEmail }: ResolveContactRequest,
): Promise<ResolveContactResponse> {
  const address = cleanSavedText(given);
  const { customers } = ports;
  if (!address) throw new DomainError('invalid_argument', 'field_required', {}, { field: 'address' });
  if (byEmail && !isPlaceholderEmail(address.email)) return resolveByEmail(ports, accountId, address);
  const key = contactKey(address);
  if (key === undefined) {
    throw new DomainError('invalid_argument', 'contact_incomplete', {}, { field: 'address' });
  }
  const known = await customers.findByContactKey(accountId, key);
  if (known) return { customer: known, created: false };

  const customer = await newContact(ports, accountId, address);
  const keys = { contactKey: key, emailKey: emailKey(address.email) };
  let outcome = await customers.insert(customer, keys);
  // Another record has the same e-mail. The new contact is saved without the e-mail key, so a search by this e-mail
  // finds the other record.
  if (outcome === 'email_taken') outcome = await customers.insert(customer, { contactKey: key });
  if (outcome === 'inserted') return { customer, created: true };
  const winner = await customers.findByContactKey(accountId, key);
  if (!winner) throw new DomainError('conflict', 'contact_changing', {});
  return { customer: winner, created: false };
}

/** Returns the record with this e-mail, unchanged, or a new record ([REST-O5]). */
async function resolveByEmail(
  ports: AddressBookPorts,
  accountId: number,
  address: Address,
): Promise<ResolveContactResponse> {
  const { customers } = ports;
  const key = emailKey(address.email) as string;
  for (;;) {
    const known = await customers.findByEmailKey(accountId, key);
    if (known) return { customer: known, created: false };
    const customer = await newContact(ports, accountId, address);
    let outcome = await customers.insert(customer, { contactKey: contactKey(address), emailKey: key });
    // Another record has the same name and street. The new record is saved without the contact key.
    if (outcome === 'contact_taken') outcome = await customers.insert(customer, { emailKey: key });
    if (outcome === 'inserted') return { customer, created: true };
  }
}

async function newContact(
  { customerIds, clock }: AddressBookPorts,
  accountId: number,
  address: Address,
): Promise<NewCustomer> {
  return {
    accountId,
    customerId: await customerIds.next(),
    ...nameOf(address),
    company: address.company.trim(),
    email: address.email.trim(),
    phone: address.phone.trim(),
    address1: address.street1.trim(),
    address2: address.street2.trim(),
    address3: address.street3.trim(),
    city: address.city.trim(),
    state: address.state.trim(),
    zip: address.zip.trim(),
    country: address.country.trim().toUpperCase() || 'US',
    subscribed: true,
    createdAt: clock.now(),
  };
}

const nameOf = ({ name, firstName, lastName }: Address) =>
  firstName.trim() || lastName.trim()
    ? { firstName: firstName.trim(), lastName: lastName.trim() }
    : splitName(name);
