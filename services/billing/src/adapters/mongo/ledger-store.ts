import { ZERO } from '@parcelyard/money/cents';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Db, IndexDescription } from 'mongodb';
import { type Balance, EMPTY_LEDGER, type Transfer } from '../../domain/ledger';
import type { Ledger } from '../../ports';

/** Inserted once and never touched again. */
type TransferDocument = Omit<Transfer, 'key' | 'after'> & {
  _id: string;
  v: 1;
  /** Transfers from before credit could be redeemed do not speak of it. */
  after: Omit<Balance, 'referral'> & Partial<Balance>;
};

const COLLECTION = 'transfers';

/**
 * These and the unique `_id` are the money's whole safety: a transfer happens once (`_id`), after a position that is
 * still the last (`accountId, seq`), and a hold ends once (`accountId, resolves`).
 */
export const ledgerIndexes: Record<string, readonly IndexDescription[]> = {
  [COLLECTION]: [
    { key: { accountId: 1, seq: 1 }, unique: true },
    {
      key: { accountId: 1, resolves: 1 },
      unique: true,
      partialFilterExpression: { resolves: { $exists: true } },
    },
    { key: { accountId: 1, kind: 1, seq: -1 }, partialFilterExpression: { kind: 'referral_credit' } },
  ],
};

export function createLedgerStore(db: Db): Ledger {
  const collection = db.collection<TransferDocument>(COLLECTION);
  const inOrder = { accountId: 1, seq: 1 } as const;
  return {
    position: async (accountId) => {
      const last = await collection.findOne(
        { accountId },
        { sort: { seq: -1 }, projection: { seq: 1, after: 1 } },
      );
      return last ? { seq: last.seq, ...wholeBalance(last.after) } : EMPTY_LEDGER;
    },
    find: async (accountId, key) => toTransfer(await collection.findOne({ _id: key, accountId })),
    findResolution: async (accountId, holdKey) =>
      toTransfer(await collection.findOne({ accountId, resolves: holdKey })),
    lastRedemption: async (accountId) =>
      toTransfer(await collection.findOne({ accountId, kind: 'referral_credit' }, { sort: { seq: -1 } })),
    insert: async ({ key, ...rest }) => {
      try {
        await collection.insertOne({ _id: key, v: 1, ...rest });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    listDown: async (accountId, seq, limit) => {
      const documents = await collection
        .find({ accountId, seq: { $lte: seq } })
        .sort({ seq: -1 })
        .limit(limit)
        .toArray();
      return documents.map((document) => toTransfer(document) as Transfer);
    },
    list: async (account, after, limit) => {
      const began = account === 0 ? after.accountId : account;
      const rest = await collection
        .find({ accountId: began as AccountId, seq: { $gt: began === after.accountId ? after.seq : 0 } })
        .sort(inOrder)
        .limit(limit)
        .toArray();
      const others =
        account === 0 && rest.length < limit
          ? await collection
              .find({ accountId: { $gt: began as AccountId } })
              .sort(inOrder)
              .limit(limit - rest.length)
              .toArray()
          : [];
      return [...rest, ...others].map((document) => toTransfer(document) as Transfer);
    },
  };
}

function toTransfer(document: TransferDocument | null): Transfer | undefined {
  if (!document) return undefined;
  const { _id: key, v: _, after, ...rest } = document;
  return { key, ...rest, after: wholeBalance(after) };
}

const wholeBalance = ({ referral = ZERO, ...after }: TransferDocument['after']): Balance => ({
  ...after,
  referral,
});
