import type { AccountId } from '@parcelyard/service-kit/ids';
import { ifFound } from '@parcelyard/service-kit/mongo/if-found';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Db, IndexDescription, MongoBulkWriteError } from 'mongodb';
import { EMPTY_LEDGER, type HeldCharge, type Position, type Transfer } from '../../domain/ledger';
import { holdKey } from '../../domain/transfers';

/** Inserted once and never changed. */
type TransferDocument = Omit<Transfer, 'key'> & { _id: string; v: 1 };

const COLLECTION = 'transfers';

/**
 * These indexes protect the money. A key (`_id`) and a position (`accountId, seq`) are used once. A hold ends once
 * (`accountId, resolves`). An approval is used once (`accountId, approval`).
 */
export const ledgerIndexes: Record<string, readonly IndexDescription[]> = {
  [COLLECTION]: [
    { key: { accountId: 1, seq: 1 }, unique: true },
    {
      key: { accountId: 1, resolves: 1 },
      unique: true,
      partialFilterExpression: { resolves: { $exists: true } },
    },
    {
      key: { accountId: 1, approval: 1 },
      unique: true,
      partialFilterExpression: { approval: { $exists: true } },
    },
    { key: { accountId: 1, kind: 1, seq: -1 }, partialFilterExpression: { kind: 'referral_credit' } },
    { key: { accountId: 1, seq: -1 }, name: 'recharges', partialFilterExpression: { kind: 'recharge' } },
  ],
};

/**
 * Why the database refused a transfer: another transfer already has the same key, position or approval, or already ends
 * the same hold.
 */
export type Refusal = 'key' | 'place' | 'hold' | 'approval';

const refusalOf = (error: unknown): Refusal => {
  if (isDuplicateKey(error, ['_id'])) return 'key';
  if (isDuplicateKey(error, ['accountId', 'seq'])) return 'place';
  return isDuplicateKey(error, ['accountId', 'approval']) ? 'approval' : 'hold';
};

export type LedgerStore = ReturnType<typeof createLedgerStore>;

export function createLedgerStore(db: Db) {
  const collection = db.collection<TransferDocument>(COLLECTION);
  const inOrder = { accountId: 1, seq: 1 } as const;
  const find = async (accountId: AccountId, key: string): Promise<Transfer | undefined> =>
    ifFound(await collection.findOne({ _id: key, accountId }), toTransfer);
  return {
    find,
    /** Returns the charge that was reserved for a purchase, even if the hold has ended. */
    findHold: async (accountId: AccountId, purchaseId: string): Promise<HeldCharge | undefined> =>
      (await find(accountId, holdKey(purchaseId)))?.charge,
    /** Returns the position after the account's last transfer, with the month's shipments and the day's spending. */
    position: async (accountId: AccountId): Promise<Position> => {
      const last = await collection.findOne(
        { accountId },
        { sort: { seq: -1 }, projection: { seq: 1, after: 1 } },
      );
      return last ? { seq: last.seq, ...last.after } : EMPTY_LEDGER;
    },
    findResolution: async (accountId: AccountId, hold: string): Promise<Transfer | undefined> =>
      ifFound(await collection.findOne({ accountId, resolves: hold }), toTransfer),
    usesApproval: async (accountId: AccountId, approval: string): Promise<boolean> =>
      (await collection.findOne({ accountId, approval }, { projection: { _id: 1 } })) !== null,
    usedApprovals: async (
      accountId: AccountId,
      approvals: readonly string[],
    ): Promise<ReadonlySet<string>> => {
      if (approvals.length === 0) return new Set();
      const filter = { accountId, approval: { $in: [...approvals], $exists: true } };
      const found = await collection.find(filter, { projection: { approval: 1 } }).toArray();
      return new Set(found.flatMap(({ approval }) => approval ?? []));
    },
    /** Returns the last transfer in which referral credit was used. */
    lastRedemption: async (accountId: AccountId): Promise<Transfer | undefined> =>
      ifFound(
        await collection.findOne({ accountId, kind: 'referral_credit' }, { sort: { seq: -1 } }),
        toTransfer,
      ),
    lastRecharge: async (accountId: AccountId): Promise<Transfer | undefined> =>
      ifFound(await collection.findOne({ accountId, kind: 'recharge' }, { sort: { seq: -1 } }), toTransfer),
    findAll: async (accountId: AccountId, keys: readonly string[]): Promise<Transfer[]> => {
      const documents = await collection.find({ _id: { $in: [...keys] }, accountId }).toArray();
      return documents.map(toTransfer);
    },
    /**
     * Appends transfers in order, in one command.
     * @returns how many were inserted. If a key, position, hold or approval is already used, this transfer and all
     * later ones are not inserted.
     */
    insertAll: async (transfers: readonly Transfer[]): Promise<{ inserted: number; refused?: Refusal }> => {
      const documents = transfers.map(({ key, ...rest }): TransferDocument => ({ _id: key, v: 1, ...rest }));
      const [only, ...others] = documents;
      try {
        if (only && others.length === 0) await collection.insertOne(only);
        else await collection.insertMany(documents, { ordered: true });
        return { inserted: documents.length };
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        if (others.length === 0) return { inserted: 0, refused: refusalOf(error) };
        return { inserted: (error as MongoBulkWriteError).insertedCount };
      }
    },
    /** Returns transfers from this position downwards, newest first. */
    listDown: async (accountId: AccountId, seq: number, limit: number): Promise<Transfer[]> => {
      const documents = await collection
        .find({ accountId, seq: { $lte: seq } })
        .sort({ seq: -1 })
        .limit(limit)
        .toArray();
      return documents.map(toTransfer);
    },
    /** Returns transfers in the order of account and position. Account 0 means every account. */
    list: async (
      account: number,
      after: { accountId: number; seq: number },
      limit: number,
    ): Promise<Transfer[]> => {
      const firstAccount = account === 0 ? after.accountId : account;
      const rest = await collection
        .find({
          accountId: firstAccount as AccountId,
          seq: { $gt: firstAccount === after.accountId ? after.seq : 0 },
        })
        .sort(inOrder)
        .limit(limit)
        .toArray();
      const others =
        account === 0 && rest.length < limit
          ? await collection
              .find({ accountId: { $gt: firstAccount as AccountId } })
              .sort(inOrder)
              .limit(limit - rest.length)
              .toArray()
          : [];
      return [...rest, ...others].map(toTransfer);
    },
  };
}

const toTransfer = ({ _id: key, v: _, ...rest }: TransferDocument): Transfer => ({ key, ...rest });
