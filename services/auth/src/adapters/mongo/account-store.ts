import type { Account } from '@parcelyard/contracts/auth';
import { ifFound } from '@parcelyard/service-kit/mongo/if-found';
import type { Sequences } from '@parcelyard/service-kit/mongo/sequences';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { Db, IndexDescription } from 'mongodb';
import type { Email } from '../../domain/credentials';
import { accountIdOf, countOf, type Share } from '../../domain/home';

interface UserDocument {
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
}

/** An account and its users are one document, so one insert creates both or neither. */
interface AccountDocument {
  _id: number;
  v: 1;
  company: string;
  users: [UserDocument];
  createdAt: Date;
  /** How often the password was changed; absent when it was never changed. */
  passwordEpoch?: number;
  /** Present until the owner verifies the e-mail address. */
  unverified?: { linkHash: string; linkUntil: Date };
  /** The hash of the link that verified the e-mail address, because people and mail scanners use a link twice. */
  verifiedBy?: string;
  /** IANA name, such as `America/Chicago`. When absent, the default time zone applies. */
  timeZone?: string;
  /**
   * Present when the owner has chosen the time zone. Until the owner chooses, the time zone is guessed from the place
   * from which the account sends parcels.
   */
  timeZoneChosen?: true;
}

export interface Credentials {
  account: Account;
  passwordHash: string;
  /** How often the password was changed. After a change, the result of an earlier password check is no longer valid. */
  epoch: number;
}

const COLLECTION = 'accounts';

export const accountIndexes: Record<string, readonly IndexDescription[]> = {
  // An e-mail address signs in to only one account.
  [COLLECTION]: [{ key: { 'users.email': 1 }, unique: true }],
};

export function createAccountStore(db: Db, sequences: Sequences, share: Share) {
  const collection = db.collection<AccountDocument>(COLLECTION);
  // Takes ids one at a time, without reserving blocks: people see account numbers, and these should have no gaps.
  const ids = sequences.create('accounts', 0, 1);
  return {
    nextId: async (_email: Email) => accountIdOf(await ids.next(), share),
    /**
     * Returns whether a sign-up has taken this id. With several databases, also requires that the id belongs to the
     * database that stores this e-mail address.
     */
    wasHandedOut: async (id: number, _email: Email) => {
      const count = countOf(id, share);
      return count !== undefined && ids.wasHandedOut(count);
    },
    /** Account ids in ascending order. */
    list: async (after: number, limit: number): Promise<number[]> => {
      const page = collection.find({ _id: { $gt: after } }, { projection: { _id: 1 } });
      return (await page.sort({ _id: 1 }).limit(limit).toArray()).map(({ _id }) => _id);
    },
    /** Inserts the account. Returns false, with nothing saved, when the e-mail address is already used. */
    insert: async (account: Account & { createdAt: Date }, passwordHash: string): Promise<boolean> => {
      return unlessDuplicate(collection.insertOne(toDocument(account, passwordHash)), ['users.email']);
    },
    find: async (id: number): Promise<Account | undefined> =>
      ifFound(await collection.findOne({ _id: id }), toAccount),
    findCredentials: async (email: Email): Promise<Credentials | undefined> => {
      const document = await collection.findOne({ 'users.email': email });
      if (!document) return undefined;
      const { users, passwordEpoch: epoch = 0 } = document;
      return { account: toAccount(document), passwordHash: users[0].passwordHash, epoch };
    },
    /** Returns the account, or undefined if the password was changed after `epoch` was read. */
    findAt: async (id: number, epoch: number): Promise<Account | undefined> =>
      ifFound(await collection.findOne({ _id: id, ...atEpoch(epoch) }), toAccount),
    /**
     * Replaces the password and begins the next epoch. Returns false when the password was already changed after
     * `epoch`.
     */
    replacePassword: async (id: number, epoch: number, passwordHash: string): Promise<boolean> => {
      const { matchedCount } = await collection.updateOne(
        { _id: id, ...atEpoch(epoch) },
        { $set: { 'users.0.passwordHash': passwordHash, passwordEpoch: epoch + 1 } },
      );
      return matchedCount > 0;
    },
    /** Sets the time zone. A guess never replaces a time zone that the owner has chosen. */
    setTimeZone: async (id: number, timeZone: string, guessed: boolean): Promise<void> => {
      const filter = guessed ? { _id: id, timeZoneChosen: { $exists: false } } : { _id: id };
      const fields = guessed ? { timeZone } : { timeZone, timeZoneChosen: true as const };
      await collection.updateOne(filter, { $set: fields });
    },
    /**
     * Saves the link and makes an earlier link invalid. Returns false when the address is verified or the account does
     * not exist.
     */
    keepVerificationLink: async (id: number, linkHash: string, linkUntil: Date): Promise<boolean> => {
      const { matchedCount } = await collection.updateOne(
        { _id: id, unverified: { $exists: true } },
        { $set: { unverified: { linkHash, linkUntil } } },
      );
      return matchedCount > 0;
    },
    /**
     * Marks the address as verified. Returns false for an unknown, replaced or expired link. The link that has verified
     * the address may be used again.
     */
    verifyAddress: async (id: number, linkHash: string, now: Date): Promise<boolean> => {
      const { matchedCount } = await collection.updateOne(
        {
          _id: id,
          $or: [
            { 'unverified.linkHash': linkHash, 'unverified.linkUntil': { $gt: now } },
            { verifiedBy: linkHash },
          ],
        },
        { $set: { verifiedBy: linkHash }, $unset: { unverified: '' } },
      );
      return matchedCount > 0;
    },
  };
}

export type AccountStore = ReturnType<typeof createAccountStore>;

/** The document has no epoch until the first password change. */
const atEpoch = (epoch: number) =>
  ({ passwordEpoch: epoch === 0 ? null : epoch }) as { passwordEpoch: number };

/** Stored when no link was sent yet. The hash is empty, so no link matches it. */
const NO_LINK = { linkHash: '', linkUntil: new Date(0) };

function toDocument(account: Account & { createdAt: Date }, passwordHash: string): AccountDocument {
  const { accountId: _id, email, firstName, lastName, company, createdAt, addressVerified } = account;
  const users: AccountDocument['users'] = [{ email, passwordHash, firstName, lastName }];
  return { _id, v: 1, company, users, createdAt, ...(!addressVerified && { unverified: NO_LINK }) };
}

function toAccount(document: AccountDocument): Account {
  const { _id, company, users, createdAt, unverified, timeZone } = document;
  const { email, firstName, lastName } = users[0];
  const addressVerified = unverified === undefined;
  return { accountId: _id, email, firstName, lastName, company, createdAt, addressVerified, timeZone };
}
