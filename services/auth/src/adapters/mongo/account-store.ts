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
  /** How often the password was changed; absent: never. */
  passwordEpoch?: number;
  /** While the owner has not proved the address. Absent: verified, as are all accounts from before the rule. */
  unverified?: { linkHash: string; linkUntil: Date };
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
        ? {
            account: toAccount(document),
            passwordHash: document.users[0].passwordHash,
            epoch: document.passwordEpoch ?? 0,
          }
        : undefined;
    },
    findAt: async (id, epoch) => {
      const document = await collection.findOne({ _id: id, ...atEpoch(epoch) });
      return document ? toAccount(document) : undefined;
    },
    replacePassword: async (id, epoch, passwordHash) => {
      const { matchedCount } = await collection.updateOne(
        { _id: id, ...atEpoch(epoch) },
        { $set: { 'users.0.passwordHash': passwordHash, passwordEpoch: epoch + 1 } },
      );
      return matchedCount > 0;
    },
    keepVerificationLink: async (id, linkHash, linkUntil) => {
      const { matchedCount } = await collection.updateOne(
        { _id: id, unverified: { $exists: true } },
        { $set: { unverified: { linkHash, linkUntil } } },
      );
      return matchedCount > 0;
    },
    verifyAddress: async (id, linkHash, now) => {
      const { matchedCount } = await collection.updateOne(
        { _id: id, 'unverified.linkHash': linkHash, 'unverified.linkUntil': { $gt: now } },
        { $unset: { unverified: '' } },
      );
      return matchedCount > 0;
    },
  };
}

/** A password that was never changed has left no number. */
const atEpoch = (epoch: number) =>
  ({ passwordEpoch: epoch === 0 ? null : epoch }) as { passwordEpoch: number };

/** No text has this hash: no link was sent yet. */
const NO_LINK = { linkHash: '', linkUntil: new Date(0) };

function toDocument(account: Account, passwordHash: string): AccountDocument {
  const { accountId: _id, email, firstName, lastName, company, createdAt, addressVerified } = account;
  const users: AccountDocument['users'] = [{ email, passwordHash, firstName, lastName }];
  return { _id, v: 1, company, users, createdAt, ...(!addressVerified && { unverified: NO_LINK }) };
}

function toAccount({ _id, company, users: [user], createdAt, unverified }: AccountDocument): Account {
  const { email, firstName, lastName } = user;
  const addressVerified = unverified === undefined;
  return { accountId: _id, email, firstName, lastName, company, createdAt, addressVerified };
}
