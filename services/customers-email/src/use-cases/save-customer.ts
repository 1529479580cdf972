import type { Customer, SaveCustomerRequest, SaveCustomerResponse } from '@parcelyard/contracts/customers';
import { cleanSavedText } from '@parcelyard/service-kit/clean-saved-text';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { CustomerStore } from '../adapters/mongo/customer-store';
import { customerKeys, emailKey } from '../domain/customer';
import { type CustomerUpdate, checkCustomerUpdate, emailAfter, newCustomer } from '../domain/customer-update';
import type { CustomersPorts } from '../ports';
import { getCustomer } from './read-customers';

export type AddressBookPorts = Pick<CustomersPorts, 'customers' | 'customerIds' | 'clock'>;

/**
 * Changes the given record, or adds a record for a new e-mail. When another caller adds the same e-mail first, that
 * caller's record is changed. When another caller changes the record first, the record is read again and the change is
 * repeated.
 * @throws DomainError `invalid_argument`, `not_found`
 */
export async function saveCustomer(
  ports: AddressBookPorts,
  { accountId, ...request }: SaveCustomerRequest,
): Promise<SaveCustomerResponse> {
  // `cleanSavedText` would remove control characters from the e-mail. They must be refused instead.
  const checked = checkCustomerUpdate({ ...cleanSavedText(request), email: request.email });
  const update = { ...checked, email: cleanSavedText(checked.email) };
  for (;;) {
    const existing = await findExisting(ports, accountId, update);
    const saved = existing ? await change(ports, existing, update) : await add(ports, accountId, update);
    if (saved) return saved;
  }
}

async function findExisting(
  { customers }: AddressBookPorts,
  accountId: number,
  { customerId, email = '' }: CustomerUpdate,
): Promise<Customer | undefined> {
  if (customerId !== undefined) return getCustomer({ customers }, { accountId, customerId });
  return customers.findByEmailKey(accountId, emailKey(email) as string);
}

async function change(
  { customers }: AddressBookPorts,
  existing: Customer,
  { email, onlyAdd, fields }: CustomerUpdate,
): Promise<SaveCustomerResponse | undefined> {
  if (onlyAdd) return { created: false, customer: existing };
  const changed = { ...existing, ...fields, email: emailAfter(existing, email) };
  const isSame = changed.email === existing.email;
  if (isSame && Object.keys(fields).length === 0) return { created: false, customer: existing };
  const customer = await customers.update(existing, changed, customerKeys(changed));
  if (customer === 'email_taken') throw await emailTaken(customers, changed);
  return customer && { created: false, customer };
}

async function emailTaken(customers: CustomerStore, { accountId, email }: Customer): Promise<DomainError> {
  const holder = await customers.findByEmailKey(accountId, emailKey(email) as string);
  const params = { customerId: holder?.customerId ?? 0 };
  return new DomainError('invalid_argument', 'customer_email_taken', params, { field: 'email' });
}

async function add(
  { customers, customerIds, clock }: AddressBookPorts,
  accountId: number,
  update: CustomerUpdate,
): Promise<SaveCustomerResponse | undefined> {
  const identity = { accountId, customerId: await customerIds.next(), createdAt: clock.now() };
  const customer = newCustomer(update, identity);
  const keys = customerKeys(customer);
  let outcome = await customers.insert(customer, keys);
  // Another record has the same name and street. The new record is saved without the contact key, so it can be found
  // only by its e-mail.
  if (outcome === 'contact_taken') outcome = await customers.insert(customer, { emailKey: keys.emailKey });
  return outcome === 'inserted' ? { created: true, customer } : undefined;
}
