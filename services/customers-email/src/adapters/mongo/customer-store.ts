import { accountId } from '@parcelyard/service-kit/ids';
import type { IndexPlan } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Page } from '@parcelyard/service-kit/page';
import { type Collection, type Db, type Filter, MongoBulkWriteError } from 'mongodb';
import type { Recipient, Segment } from '../../domain/campaign';
import {
  type Customer,
  type CustomerFields,
  type CustomerKeys,
  emailKey,
  searchText,
  sortKey,
} from '../../domain/customer';
import { searchTails } from '../../domain/search-tails';
import type { CustomerPage, CustomerStore } from '../../ports';
import type { CustomerDocument } from './customer-document';
import { searchCustomers } from './search-customers';

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

export function createCustomerStore(db: Db): CustomerStore {
  const collection: Collection<CustomerDocument> = db.collection('customers');
  const holders = async (
    account: number,
    field: 'emailKey' | 'contactKey',
    keys: readonly (string | undefined)[],
  ) => {
    const known = [...new Set(keys.filter((key) => key !== undefined))];
    if (known.length === 0) return new Map<string, number>();
    const documents = await collection
      .find({ accountId: account, [field]: { $in: known } }, { projection: { [field]: 1 } })
      .toArray();
    return new Map(documents.map((document) => [document[field] as string, document._id]));
  };
  const page = async (
    filter: Filter<CustomerDocument>,
    sort: Record<string, 1>,
    { page: number, pageSize }: Page,
  ): Promise<CustomerPage> => {
    const [documents, total] = await Promise.all([
      collection
        .find(filter)
        .sort(sort)
        .skip((number - 1) * pageSize)
        .limit(pageSize)
        .toArray(),
      collection.countDocuments(filter),
    ]);
    return { customers: documents.map(toCustomer), total };
  };
  return {
    list: async (account, { query, mailbox }, wanted) => {
      const base = { accountId: account, ...(mailbox === undefined ? {} : { mailbox }) };
      if (query === '') return page(base, { sortKey: 1, _id: 1 }, wanted);
      const { documents, total } = await searchCustomers(collection, base, query, wanted);
      return { customers: documents.map(toCustomer), total };
    },
    listLapsed: (account, since, wanted) =>
      page({ accountId: account, lastOrderAt: { $lt: since } }, { lastOrderAt: 1, _id: 1 }, wanted),
    get: async (account, customerId) => {
      const document = await collection.findOne({ _id: customerId, accountId: account });
      return document ? toCustomer(document) : undefined;
    },
    findByEmailKey: async (account, key) => {
      const document = await collection.findOne({ accountId: account, emailKey: key });
      return document ? toCustomer(document) : undefined;
    },
    findByContactKey: async (account, contactKey) => {
      const document = await collection.findOne({ accountId: account, contactKey });
      return document ? toCustomer(document) : undefined;
    },
    insert: async (customer, keys) => {
      try {
        await collection.insertOne(toDocument(customer, keys));
        return 'inserted';
      } catch (error) {
        if (isDuplicateKey(error, ['accountId', 'contactKey'])) return 'contact_taken';
        if (isDuplicateKey(error, ['accountId', 'emailKey'])) return 'email_taken';
        throw error;
      }
    },
    update: async (read, changed, contactKey) => {
      const write = (key: string | undefined) =>
        collection.findOneAndUpdate(
          { _id: read.customerId, accountId: read.accountId, ...entered(read) },
          {
            $set: {
              ...entered(changed),
              ...derived(changed),
              ...(key === undefined ? {} : { contactKey: key }),
            },
            ...(key === undefined ? { $unset: { contactKey: '' } } : {}),
          },
          { returnDocument: 'after' },
        );
      const document = await write(contactKey).catch((error: unknown) => {
        if (isDuplicateKey(error, ['accountId', 'contactKey'])) return write(undefined);
        throw error;
      });
      return document ? toCustomer(document) : undefined;
    },
    findRecipients: async (account, segment, at) => {
      const found = new Map<string, Recipient>();
      const excluded = new Set<string>();
      const documents = collection.find(
        { accountId: account, ...inSegment(segment) },
        { projection: { mailbox: 1, subscribed: 1, firstName: 1, lastName: 1, createdAt: 1 } },
      );
      for await (const { mailbox, subscribed, firstName, lastName, createdAt } of documents) {
        if (mailbox === undefined || createdAt > at) continue;
        if (!subscribed) excluded.add(mailbox);
        if (!found.has(mailbox))
          found.set(mailbox, { address: mailbox, name: `${firstName} ${lastName}`.trim() });
      }
      for (const mailbox of excluded) found.delete(mailbox);
      return { recipients: [...found.values()], excluded: excluded.size };
    },
    unsubscribe: async (account, mailbox) => {
      await collection.updateMany({ accountId: account, mailbox }, { $set: { subscribed: false } });
    },
    findHolders: async (account, keys) => {
      const [byEmail, byContact] = await Promise.all([
        holders(
          account,
          'emailKey',
          keys.map(({ emailKey }) => emailKey),
        ),
        holders(
          account,
          'contactKey',
          keys.map(({ contactKey }) => contactKey),
        ),
      ]);
      return { byEmail, byContact };
    },
    insertMany: async (records) => {
      const documents = records.map(({ customer, keys }) => toDocument(customer, keys));
      const ids = new Set(documents.map(({ _id }) => _id));
      if (documents.length === 0) return ids;
      try {
        await collection.insertMany(documents, { ordered: false });
      } catch (error) {
        if (!(error instanceof MongoBulkWriteError)) throw error;
        const problems = [error.writeErrors].flat();
        if (problems.some(({ code }) => code !== 11000)) throw error;
        for (const { index } of problems) ids.delete((documents[index] as CustomerDocument)._id);
      }
      return ids;
    },
  };
}

function toDocument({ customerId, ...customer }: Customer, keys: CustomerKeys): CustomerDocument {
  return { _id: customerId, v: 1, ...customer, ...keys, ...derived({ customerId, ...customer }) };
}

/** What lists and look-ups need beside the fields that a person entered. */
function derived(customer: Customer) {
  const mailbox = emailKey(customer.email);
  const text = searchText(customer);
  return {
    sortKey: sortKey(customer),
    searchText: text,
    searchTails: searchTails(text),
    ...(mailbox === undefined ? {} : { mailbox }),
  };
}

/** What a person entered: a change is refused when any of it is not as it was read. */
function entered(customer: Customer): CustomerFields {
  const { firstName, lastName, company, phone, city, state, zip, country } = customer;
  const { address1, address2, address3 } = customer;
  return { firstName, lastName, company, phone, address1, address2, address3, city, state, zip, country };
}

function inSegment(segment: Segment): Filter<CustomerDocument> {
  switch (segment.kind) {
    case 'all':
      return { mailbox: { $exists: true } };
    case 'recent':
      return { lastOrderAt: { $gte: segment.since } };
    case 'lapsed':
      return { lastOrderAt: { $lt: segment.since } };
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
  return { ...customer, accountId: accountId(customer.accountId), customerId: _id };
}
