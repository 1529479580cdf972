import type {
  Customer,
  ImportCustomersRequest,
  ImportCustomersResponse,
} from '@parcelyard/contracts/customers';
import { cleanSavedText } from '@parcelyard/service-kit/clean-saved-text';
import type { CustomerStore } from '../adapters/mongo/customer-store';
import { type CustomerKeys, customerKeys, type NewCustomer } from '../domain/customer';
import type { AddressBookPorts } from './save-customer';

const CHUNK = 500;

/**
 * Imports an address book. A record is skipped when another record has the same e-mail. A record without an e-mail is
 * skipped when another record has the same name, street and ZIP. The ids are in input order; a skipped record has the
 * id of the existing record.
 */
export async function importCustomers(
  ports: AddressBookPorts,
  { accountId, customers: given }: ImportCustomersRequest,
): Promise<ImportCustomersResponse> {
  const customers = cleanSavedText(given);
  const outcome: ImportCustomersResponse = { created: 0, skipped: 0, ids: [] };
  for (let start = 0; start < customers.length; start += CHUNK) {
    const { ids, created } = await importChunk(ports, accountId, customers.slice(start, start + CHUNK));
    outcome.ids.push(...ids);
    outcome.created += created;
    outcome.skipped += ids.length - created;
  }
  return outcome;
}

async function importChunk(
  { customers, customerIds, clock }: AddressBookPorts,
  accountId: number,
  inputs: readonly Customer[],
) {
  const records: NewCustomer[] = [];
  for (const input of inputs) {
    const customerId = await customerIds.next();
    records.push({ ...input, accountId, customerId, createdAt: input.createdAt ?? clock.now() });
  }
  const placed = new Map<NewCustomer, number>();
  let created = 0;
  // Each round handles every record that is not handled yet. A record remains for the next round when another call has
  // just used its key. The next round then finds that call's record.
  for (let open = records; open.length > 0; open = open.filter((record) => !placed.has(record))) {
    const keyed = open.map((customer) => ({ customer, keys: customerKeys(customer) }));
    const holders = await customers.findHolders(
      accountId,
      keyed.map(({ keys }) => keys),
    );
    const fresh: { customer: NewCustomer; keys: CustomerKeys }[] = [];
    for (const { customer, keys } of keyed) {
      const existing = holderOf(keys, holders);
      if (existing !== undefined) {
        placed.set(customer, existing);
        continue;
      }
      const free = freeKeys(keys, holders);
      if (free.emailKey) holders.byEmail.set(free.emailKey, customer.customerId);
      if (free.contactKey) holders.byContact.set(free.contactKey, customer.customerId);
      fresh.push({ customer, keys: free });
    }
    const inserted = await customers.insertMany(fresh);
    created += inserted.size;
    const lost = new Set(fresh.map(({ customer }) => customer.customerId).filter((id) => !inserted.has(id)));
    for (const { customer } of fresh)
      if (inserted.has(customer.customerId)) placed.set(customer, customer.customerId);
    // A record may have been skipped because another record of this import has the same key. If that other record could
    // not be inserted, the skipped record is tried again in the next round.
    for (const [customer, id] of placed) if (lost.has(id)) placed.delete(customer);
  }
  return { ids: records.map((record) => placed.get(record) as number), created };
}

type Holders = Awaited<ReturnType<CustomerStore['findHolders']>>;

function holderOf({ emailKey, contactKey }: CustomerKeys, { byEmail, byContact }: Holders) {
  if (emailKey !== undefined) return byEmail.get(emailKey);
  return contactKey === undefined ? undefined : byContact.get(contactKey);
}

function freeKeys({ emailKey, contactKey }: CustomerKeys, { byContact }: Holders): CustomerKeys {
  const contactIsFree = contactKey !== undefined && !byContact.has(contactKey);
  return { emailKey, contactKey: contactIsFree ? contactKey : undefined };
}
