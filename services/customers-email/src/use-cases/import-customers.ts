import type { Clock } from '@parcelyard/service-kit/clock';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { type Customer, type CustomerKeys, customerKeys } from '../domain/customer';
import type { CustomerIds, CustomerStore } from '../ports';

interface Dependencies {
  customers: CustomerStore;
  ids: CustomerIds;
  clock: Clock;
}

type ImportedCustomer = Omit<Customer, 'accountId' | 'customerId' | 'createdAt'> & {
  createdAt?: Date | undefined;
};

export interface ImportOutcome {
  created: number;
  skipped: number;
  /** In input order; the existing one where it was skipped. */
  ids: number[];
}

const CHUNK = 500;

/** Takes over an address book. A record whose e-mail, or without one whose contact, exists is skipped. */
export const importCustomers =
  (dependencies: Dependencies) =>
  async (accountId: AccountId, inputs: readonly ImportedCustomer[]): Promise<ImportOutcome> => {
    const outcome: ImportOutcome = { created: 0, skipped: 0, ids: [] };
    for (let start = 0; start < inputs.length; start += CHUNK) {
      const { ids, created } = await importChunk(dependencies, accountId, inputs.slice(start, start + CHUNK));
      outcome.ids.push(...ids);
      outcome.created += created;
      outcome.skipped += ids.length - created;
    }
    return outcome;
  };

async function importChunk(
  { customers, ids, clock }: Dependencies,
  accountId: AccountId,
  inputs: readonly ImportedCustomer[],
) {
  const records: Customer[] = [];
  for (const input of inputs) {
    records.push({
      ...input,
      accountId,
      customerId: await ids.next(),
      createdAt: input.createdAt ?? clock.now(),
    });
  }
  const placed = new Map<Customer, number>();
  let created = 0;
  // Each round places everything but what lost a key meanwhile, which the next round finds taken.
  for (let open = records; open.length > 0; open = open.filter((record) => !placed.has(record))) {
    const wanted = open.map((customer) => ({ customer, keys: customerKeys(customer) }));
    const holders = await customers.findHolders(
      accountId,
      wanted.map(({ keys }) => keys),
    );
    const fresh: { customer: Customer; keys: CustomerKeys }[] = [];
    for (const { customer, keys } of wanted) {
      const existing = holderOf(keys, holders);
      if (existing !== undefined) {
        placed.set(customer, existing);
        continue;
      }
      const free = unheld(keys, holders);
      if (free.emailKey) holders.byEmail.set(free.emailKey, customer.customerId);
      if (free.contactKey) holders.byContact.set(free.contactKey, customer.customerId);
      fresh.push({ customer, keys: free });
    }
    const inserted = await customers.insertMany(fresh);
    created += inserted.size;
    const lost = new Set(fresh.map(({ customer }) => customer.customerId).filter((id) => !inserted.has(id)));
    for (const { customer } of fresh)
      if (inserted.has(customer.customerId)) placed.set(customer, customer.customerId);
    // Who was skipped for a record that then lost its own key looks again, too.
    for (const [customer, id] of placed) if (lost.has(id)) placed.delete(customer);
  }
  return { ids: records.map((record) => placed.get(record) as number), created };
}

type Holders = Awaited<ReturnType<CustomerStore['findHolders']>>;

function holderOf({ emailKey, contactKey }: CustomerKeys, { byEmail, byContact }: Holders) {
  if (emailKey !== undefined) return byEmail.get(emailKey);
  return contactKey === undefined ? undefined : byContact.get(contactKey);
}

function unheld({ emailKey, contactKey }: CustomerKeys, { byContact }: Holders): CustomerKeys {
  const contactIsFree = contactKey !== undefined && !byContact.has(contactKey);
  return { emailKey, contactKey: contactIsFree ? contactKey : undefined };
}
