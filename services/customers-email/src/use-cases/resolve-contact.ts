import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { splitName } from '@parcelyard/service-kit/split-name';
import type { Address } from '../domain/address';
import { type Customer, contactKey, emailKey } from '../domain/customer';
import { isPlaceholderEmail } from '../domain/mailbox';
import type { CustomerIds, CustomerStore } from '../ports';

interface Resolved {
  customer: Customer;
  created: boolean;
}

interface Dependencies {
  customers: CustomerStore;
  ids: CustomerIds;
  clock: Clock;
}

/**
 * The contact of the same name, street and ZIP, unchanged, or a new one (specification: create_order, `ship_to`).
 * However many ask at once, there is one record: whoever loses the key reads the winner's.
 */
export const resolveContact =
  (dependencies: Dependencies) =>
  async (accountId: AccountId, address: Address, byEmail = false): Promise<Resolved> => {
    const { customers } = dependencies;
    if (byEmail && !isPlaceholderEmail(address.email))
      return resolveByEmail(dependencies, accountId, address);
    const key = contactKey(address);
    if (key === undefined) {
      throw DomainError.text('invalid_argument', 'A contact needs a name, a street and a ZIP code.', {
        field: 'address',
      });
    }
    const known = await customers.findByContactKey(accountId, key);
    if (known) return { customer: known, created: false };

    const customer = await newContact(dependencies, accountId, address);
    const keys = { contactKey: key, emailKey: emailKey(address.email) };
    let outcome = await customers.insert(customer, keys);
    // Somebody else is found by this e-mail; a contact may share it, it only is not found by it.
    if (outcome === 'email_taken') outcome = await customers.insert(customer, { contactKey: key });
    if (outcome === 'inserted') return { customer, created: true };
    const winner = await customers.findByContactKey(accountId, key);
    if (!winner) throw DomainError.text('conflict', 'The contact is being changed. Try again in a moment.');
    return { customer: winner, created: false };
  };

/** The record that holds the e-mail, unchanged, or a new one which does (REST specification, "Customer object"). */
async function resolveByEmail(
  dependencies: Dependencies,
  accountId: AccountId,
  address: Address,
): Promise<Resolved> {
  const { customers } = dependencies;
  const key = emailKey(address.email) as string;
  for (;;) {
    const known = await customers.findByEmailKey(accountId, key);
    if (known) return { customer: known, created: false };
    const customer = await newContact(dependencies, accountId, address);
    let outcome = await customers.insert(customer, { contactKey: contactKey(address), emailKey: key });
    // Somebody else of that name lives there; this record only is not found by it.
    if (outcome === 'contact_taken') outcome = await customers.insert(customer, { emailKey: key });
    if (outcome === 'inserted') return { customer, created: true };
  }
}

async function newContact(
  { ids, clock }: Dependencies,
  accountId: AccountId,
  address: Address,
): Promise<Customer> {
  return {
    accountId,
    customerId: await ids.next(),
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
