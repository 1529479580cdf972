import type { Clock } from '@parcelyard/service-kit/clock';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { type Customer, customerKeys, emailKey } from '../domain/customer';
import {
  type CustomerUpdate,
  checkCustomerUpdate,
  checkSameEmail,
  newCustomer,
} from '../domain/customer-update';
import type { CustomerIds, CustomerStore } from '../ports';
import { getCustomer } from './get-customer';

interface Dependencies {
  customers: CustomerStore;
  ids: CustomerIds;
  clock: Clock;
}

export interface SavedCustomer {
  created: boolean;
  customer: Customer;
}

/**
 * Changes the record that is meant, or adds one for a new e-mail. Whoever loses the race for an e-mail changes the
 * winner's record; whoever loses a race of changes makes his again on top of the other's.
 * @throws DomainError `invalid_argument`, `not_found`
 */
export const saveCustomer =
  (dependencies: Dependencies) =>
  async (accountId: AccountId, wanted: CustomerUpdate): Promise<SavedCustomer> => {
    const update = checkCustomerUpdate(wanted);
    for (;;) {
      const existing = await findMeant(dependencies, accountId, update);
      const saved = existing
        ? await change(dependencies, existing, update)
        : await add(dependencies, accountId, update);
      if (saved) return saved;
    }
  };

async function findMeant(
  { customers }: Dependencies,
  accountId: AccountId,
  { customerId, email = '' }: CustomerUpdate,
): Promise<Customer | undefined> {
  if (customerId !== undefined) return getCustomer({ customers })(accountId, customerId);
  return customers.findByEmailKey(accountId, emailKey(email) as string);
}

async function change(
  { customers }: Dependencies,
  existing: Customer,
  { email, onlyAdd, fields }: CustomerUpdate,
): Promise<SavedCustomer | undefined> {
  if (onlyAdd) return { created: false, customer: existing };
  checkSameEmail(existing, email);
  if (Object.keys(fields).length === 0) return { created: false, customer: existing };
  const changed = { ...existing, ...fields } as Customer;
  const customer = await customers.update(existing, changed, customerKeys(changed).contactKey);
  return customer && { created: false, customer };
}

async function add(
  { customers, ids, clock }: Dependencies,
  accountId: AccountId,
  update: CustomerUpdate,
): Promise<SavedCustomer | undefined> {
  const identity = { accountId, customerId: await ids.next(), createdAt: clock.now() };
  const customer = newCustomer(update, identity);
  const keys = customerKeys(customer);
  let outcome = await customers.insert(customer, keys);
  // Somebody else of that name lives there; this record only is not found by it.
  if (outcome === 'contact_taken') outcome = await customers.insert(customer, { emailKey: keys.emailKey });
  return outcome === 'inserted' ? { created: true, customer } : undefined;
}
