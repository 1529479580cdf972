import type { Collection, Filter, WithId } from 'mongodb';

export interface AddressDocument {
  /** Account and address. */
  _id: string;
  accountId: number;
  address: string;
}

const CHUNK = 1_000;

export const addressId = (accountId: number, address: string) => `${accountId}:${address}`;

export async function findAddresses<D extends AddressDocument>(
  collection: Collection<D>,
  accountId: number,
  addresses: readonly string[],
  matches: (document: WithId<D>) => boolean = () => true,
): Promise<Set<string>> {
  const found = new Set<string>();
  for (let start = 0; start < addresses.length; start += CHUNK) {
    const ids = addresses.slice(start, start + CHUNK).map((address) => addressId(accountId, address));
    const filter = { _id: { $in: ids }, accountId } as Filter<D>;
    for (const document of await collection.find(filter).toArray())
      if (matches(document)) found.add(document.address);
  }
  return found;
}
