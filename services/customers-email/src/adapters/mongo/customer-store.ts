import { accountId } from '@parcelyard/service-kit/ids';
import type { IndexPlan } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import { type Collection, type Db, MongoBulkWriteError } from 'mongodb';
import type { Customer, CustomerKeys } from '../../domain/customer';
import type { CustomerStore } from '../../ports';

interface CustomerDocument extends Omit<Customer, 'accountId' | 'customerId'>, CustomerKeys {
  _id: number;
  accountId: number;
  v: 1;
}

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
  return {
    get: async (account, customerId) => {
      const document = await collection.findOne({ _id: customerId, accountId: account });
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
  return { _id: customerId, v: 1, ...customer, ...keys };
}

function toCustomer({ _id, v, contactKey, emailKey, ...customer }: CustomerDocument): Customer {
  return { ...customer, accountId: accountId(customer.accountId), customerId: _id };
}
