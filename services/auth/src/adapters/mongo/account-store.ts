import { type AccountId, accountId } from '@parcelyard/service-kit/ids';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import { createSequence } from '@parcelyard/service-kit/mongo/sequences';
import type { Db, IndexDescription } from 'mongodb';
import type { Email } from '../../domain/email';
import type { Account, Accounts } from '../../ports';

interface UserDocument {
  email: Email;
  passwordHash: string;
  firstName: string;
  lastName: string;
}

/** An account and its users are one document: both appear by one insert, or neither. */
interface AccountDocument {
  _id: AccountId;
  v: 1;
  company: string;
  users: [UserDocument];
  createdAt: Date;
}

const COLLECTION = 'accounts';
const FIRST_ACCOUNT_ID = 1001;

export const accountIndexes: Record<string, readonly IndexDescription[]> = {
  // One e-mail address signs in to one account.
  [COLLECTION]: [{ key: { 'users.email': 1 }, unique: true }],
};

export function createAccountStore(db: Db): Accounts {
  const collection = db.collection<AccountDocument>(COLLECTION);
  // One at a time: accounts are made rarely, and their numbers are seen by people.
  const ids = createSequence(db, 'accounts', FIRST_ACCOUNT_ID, 1);
  return {
    nextId: async () => accountId(await ids.next()),
    insert: async (account, passwordHash) => {
      try {
        await collection.insertOne(toDocument(account, passwordHash));
        return true;
      } catch (error) {
        if (isDuplicateKey(error, ['users.email'])) return false;
        throw error;
      }
    },
    find: async (id) => {
      const document = await collection.findOne({ _id: id });
      return document ? toAccount(document) : undefined;
    },
    findCredentials: async (email) => {
      const document = await collection.findOne({ 'users.email': email });
      return document
        ? { account: toAccount(document), passwordHash: document.users[0].passwordHash }
        : undefined;
    },
    setPassword: async (id, passwordHash) => {
      await collection.updateOne({ _id: id }, { $set: { 'users.0.passwordHash': passwordHash } });
    },
  };
}

function toDocument(account: Account, passwordHash: string): AccountDocument {
  const { accountId: _id, email, firstName, lastName, company, createdAt } = account;
  return { _id, v: 1, company, users: [{ email, passwordHash, firstName, lastName }], createdAt };
}

function toAccount({ _id, company, users: [user], createdAt }: AccountDocument): Account {
  const { email, firstName, lastName } = user;
  return { accountId: _id, email, firstName, lastName, company, createdAt };
}
