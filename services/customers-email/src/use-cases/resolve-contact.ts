import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { type Address, splitName } from '../domain/address';
import { type Customer, contactKey, emailKey } from '../domain/customer';
import type { CustomerIds, CustomerStore } from '../ports';

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
  async (accountId: AccountId, address: Address): Promise<{ customer: Customer; created: boolean }> => {
    const { customers } = dependencies;
    const key = contactKey(address);
    if (key === undefined) {
      throw new DomainError('invalid_argument', 'A contact needs a name, a street and a ZIP code.', {
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
    if (!winner) throw new DomainError('conflict', 'The contact is being changed. Try again in a moment.');
    return { customer: winner, created: false };
  };

async function newContact(
  { ids, clock }: Dependencies,
  accountId: AccountId,
  address: Address,
): Promise<Customer> {
  return {
    accountId,
    customerId: await ids.next(),
    ...splitName(address.name),
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
