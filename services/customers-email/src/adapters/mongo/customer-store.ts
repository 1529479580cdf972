/** Longer than 250 lines because this file contains all queries and updates of one collection. */

import type { Page } from '@parcelyard/contracts/common';
import type { Customer, CustomerRef, ListCustomersResponse } from '@parcelyard/contracts/customers';
import type { IndexPlan } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { failedWrites } from '@parcelyard/service-kit/mongo/failed-writes';
import { ifFound } from '@parcelyard/service-kit/mongo/if-found';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import { readPage } from '@parcelyard/service-kit/mongo/read-page';
import type { Collection, Db, Filter } from 'mongodb';
import type { Audience, Recipient, Segment } from '../../domain/campaign';
import {
  type CustomerFields,
  type CustomerKeys,
  emailKey,
  type NewCustomer,
  searchText,
  sortKey,
} from '../../domain/customer';
import { searchSuffixes } from '../../domain/search-suffixes';
import { type CustomerDocument, searchCustomers } from './search-customers';

export const customerIndexes: IndexPlan = {
  customers: [
    {
      key: { accountId: 1, contactKey: 1 },
      name: 'contact',
      unique: true,
      partialFilterExpression: { contactKey: { $exists: true } },
    },
    {
      key: { accountId: 1, emailKey: 1 },
      name: 'email',
      unique: true,
      partialFilterExpression: { emailKey: { $exists: true } },
    },
    { key: { accountId: 1, sortKey: 1, _id: 1 }, name: 'by_name' },
    { key: { accountId: 1, searchTails: 1 }, name: 'by_tail' },
    { key: { accountId: 1, lastOrderAt: 1, _id: 1 }, name: 'by_last_order' },
    {
      key: { accountId: 1, mailbox: 1, sortKey: 1, _id: 1 },
      name: 'by_mailbox',
      partialFilterExpression: { mailbox: { $exists: true } },
    },
  ],
};

export type CustomerStore = ReturnType<typeof createCustomerStore>;

export function createCustomerStore(db: Db) {
  const collection: Collection<CustomerDocument> = db.collection('customers');
  const holders = async (
    account: number,
    field: 'emailKey' | 'contactKey',
    keys: readonly CustomerKeys[],
  ) => {
    const known = [...new Set(keys.map((key) => key[field]).filter((key) => key !== undefined))];
    if (known.length === 0) return new Map<string, number>();
    const documents = await collection
      .find({ accountId: account, [field]: { $in: known } }, { projection: { [field]: 1 } })
      .toArray();
    return new Map(documents.map((document) => [document[field] as string, document._id]));
  };
  const page = async (
    filter: Filter<CustomerDocument>,
    sort: Record<string, 1>,
    listed: Page,
  ): Promise<ListCustomersResponse> => {
    const { documents, total } = await readPage(collection, filter, sort, listed);
    return { customers: documents.map(toCustomer), total };
  };
  return {
    /** Lists records by name, A to Z. `query` and `mailbox` are in lower case. An empty query matches every record. */
    list: async (
      account: number,
      { query, mailbox, minOrders }: ListFilter,
      listed: Page,
    ): Promise<ListCustomersResponse> => {
      const base = {
        accountId: account,
        ...(mailbox === undefined ? {} : { mailbox }),
        ...withOrders(minOrders),
      };
      if (query === '') return page(base, { sortKey: 1, _id: 1 }, listed);
      const { documents, total } = await searchCustomers(collection, base, query, listed);
      return { customers: documents.map(toCustomer), total };
    },
    /** Lists customers who have ordered, but not since this time. The customer with the oldest last order is first. */
    listLapsed: (
      account: number,
      { since, minOrders }: { since: Date; minOrders: number | undefined },
      listed: Page,
    ) =>
      page(
        { accountId: account, lastOrderAt: { $lt: since }, ...withOrders(minOrders) },
        { lastOrderAt: 1, _id: 1 },
        listed,
      ),
    get: async (account: number, customerId: number): Promise<Customer | undefined> =>
      ifFound(await collection.findOne({ _id: customerId, accountId: account }), toCustomer),
    /** Returns the records that exist, in no particular order. A record of another account counts as absent. */
    getMany: async (refs: readonly CustomerRef[]): Promise<Customer[]> => {
      const ids = [...new Set(refs.map(({ customerId }) => customerId))];
      const accountIds = [...new Set(refs.map(({ accountId }) => accountId))];
      const found = await collection.find({ _id: { $in: ids }, accountId: { $in: accountIds } }).toArray();
      const asked = new Set(refs.map(({ accountId, customerId }) => `${accountId} ${customerId}`));
      return found.filter(({ accountId, _id }) => asked.has(`${accountId} ${_id}`)).map(toCustomer);
    },
    forget: async (account: number, customerId: number): Promise<void> => {
      await collection.deleteOne({ _id: customerId, accountId: account });
    },
    findByEmailKey: async (account: number, key: string): Promise<Customer | undefined> =>
      ifFound(await collection.findOne({ accountId: account, emailKey: key }), toCustomer),
    findByContactKey: async (account: number, contactKey: string): Promise<Customer | undefined> =>
      ifFound(await collection.findOne({ accountId: account, contactKey }), toCustomer),
    /** Inserts the record. If another record already has one of its keys, returns which key. */
    insert: async (
      customer: NewCustomer,
      keys: CustomerKeys,
    ): Promise<'inserted' | 'contact_taken' | 'email_taken'> => {
      try {
        await collection.insertOne(toDocument(customer, keys));
        return 'inserted';
      } catch (error) {
        if (isDuplicateKey(error, ['accountId', 'contactKey'])) return 'contact_taken';
        if (isDuplicateKey(error, ['accountId', 'emailKey'])) return 'email_taken';
        throw error;
      }
    },
    /**
     * Saves the changed record. Saves its contact key only if no other record has this key. Writes nothing in two
     * cases:
     * - Another writer changed the record first. Returns undefined.
     * - The record had no e-mail, and another record already has the new e-mail. Returns 'email_taken'.
     */
    update: async (
      read: Customer,
      changed: Customer,
      { contactKey, emailKey: mailKey }: CustomerKeys,
    ): Promise<Customer | 'email_taken' | undefined> => {
      const first = changed.email === read.email ? {} : { email: changed.email, emailKey: mailKey };
      const write = (key: string | undefined) =>
        collection.findOneAndUpdate(
          { _id: read.customerId, accountId: read.accountId, email: read.email, ...entered(read) },
          {
            $set: {
              ...entered(changed),
              ...first,
              ...derived(changed),
              ...(key === undefined ? {} : { contactKey: key }),
            },
            ...(key === undefined ? { $unset: { contactKey: '' } } : {}),
          },
          { returnDocument: 'after' },
        );
      try {
        const document = await write(contactKey).catch((error: unknown) => {
          if (isDuplicateKey(error, ['accountId', 'contactKey'])) return write(undefined);
          throw error;
        });
        return document ? toCustomer(document) : undefined;
      } catch (error) {
        if (isDuplicateKey(error, ['accountId', 'emailKey'])) return 'email_taken';
        throw error;
      }
    },
    /**
     * Returns the addresses of a segment, each address once. Only records that existed at the time `at` count.
     * `unsubscribed` is the number of addresses that were left out because a record with the address wants no marketing
     * e-mail.
     */
    findRecipients: async (
      account: number,
      segment: Segment,
      at: Date,
    ): Promise<Omit<Audience, 'bounced'>> => {
      const found = new Map<string, Recipient>();
      const unsubscribed = new Set<string>();
      const documents = collection.find(
        { accountId: account, ...inSegment(segment), ...withOrders(segment.minOrders) },
        { projection: { mailbox: 1, subscribed: 1, firstName: 1, lastName: 1, createdAt: 1 } },
      );
      for await (const { mailbox, subscribed, createdAt, firstName, lastName } of documents) {
        if (mailbox === undefined || createdAt > at) continue;
        if (!subscribed) unsubscribed.add(mailbox);
        if (!found.has(mailbox)) {
          found.set(mailbox, { address: mailbox, person: { firstName, lastName } });
        }
      }
      for (const mailbox of unsubscribed) found.delete(mailbox);
      return { recipients: [...found.values()], unsubscribed: unsubscribed.size };
    },
    /** Marks every record of the address as unsubscribed. */
    unsubscribe: async (account: number, mailbox: string): Promise<void> => {
      await collection.updateMany({ accountId: account, mailbox }, { $set: { subscribed: false } });
    },
    /** Sets or clears the bounce on every record of the address. */
    noteBounce: async (account: number, mailbox: string, at: Date | undefined): Promise<void> => {
      await collection.updateMany(
        { accountId: account, mailbox },
        at ? { $set: { emailBouncedAt: at } } : { $unset: { emailBouncedAt: '' } },
      );
    },
    /** Returns the ids of the records that have these keys. */
    findHolders: async (account: number, keys: readonly CustomerKeys[]) => {
      const [byEmail, byContact] = await Promise.all([
        holders(account, 'emailKey', keys),
        holders(account, 'contactKey', keys),
      ]);
      return { byEmail, byContact };
    },
    /** Inserts the records whose keys no other record has. Returns the inserted ids. */
    insertMany: async (
      records: readonly { customer: NewCustomer; keys: CustomerKeys }[],
    ): Promise<Set<number>> => {
      const documents = records.map(({ customer, keys }) => toDocument(customer, keys));
      const ids = new Set(documents.map(({ _id }) => _id));
      if (documents.length === 0) return ids;
      try {
        await collection.insertMany(documents, { ordered: false });
      } catch (error) {
        const failed = failedWrites(error);
        if (!failed?.every(({ isDuplicate }) => isDuplicate)) throw error;
        for (const { index } of failed) ids.delete((documents[index] as CustomerDocument)._id);
      }
      return ids;
    },
  };
}

function toDocument({ customerId, ...customer }: NewCustomer, keys: CustomerKeys): CustomerDocument {
  return { _id: customerId, v: 1, ...customer, ...keys, ...derived({ customerId, ...customer }) };
}

/** Returns the fields for lists and searches, computed from the other fields. */
function derived(customer: Customer) {
  const mailbox = emailKey(customer.email);
  const text = searchText(customer);
  return {
    sortKey: sortKey(customer),
    searchText: text,
    searchTails: searchSuffixes(text),
    ...(mailbox === undefined ? {} : { mailbox }),
  };
}

/**
 * Returns the fields that a person entered. An update requires that none of them has changed since the record was read.
 */
function entered(customer: Customer): CustomerFields {
  const { firstName, lastName, company, phone, city, state, zip, country } = customer;
  const { address1, address2, address3 } = customer;
  return { firstName, lastName, company, phone, address1, address2, address3, city, state, zip, country };
}

interface ListFilter {
  query: string;
  mailbox: string | undefined;
  minOrders: number | undefined;
}

const withOrders = (least: number | undefined): Filter<CustomerDocument> =>
  least === undefined ? {} : { orderCount: { $gte: least } };

function inSegment(segment: Segment): Filter<CustomerDocument> {
  switch (segment.kind) {
    case 'all':
      return { mailbox: { $exists: true } };
    case 'recent':
      return { lastOrderAt: { $gte: segment.since } };
    case 'lapsed':
      return { lastOrderAt: { $lt: segment.since } };
    case 'named':
      return { _id: { $in: segment.customerIds }, mailbox: { $exists: true } };
  }
}

function toCustomer(document: CustomerDocument): Customer {
  const {
    _id,
    v,
    contactKey,
    emailKey: _key,
    sortKey: _sort,
    searchText: _text,
    searchTails: _tails,
    mailbox,
    ...customer
  } = document;
  return { ...customer, customerId: _id };
}
