import { ensureIndexes, type IndexPlan } from '@parcelyard/service-kit/mongo/ensure-indexes';
import type { Sequence, Sequences } from '@parcelyard/service-kit/mongo/sequences';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { Collection, Db, WithId } from 'mongodb';
import type { PickupBooking, Sale, SaleKey, SandboxJournal } from './sandbox-journal';

interface ClosedReference extends SaleKey {
  readonly closed: true;
}

interface PickupDocument extends PickupBooking {
  readonly canceledAt?: Date;
}

const sandboxJournalIndexes: IndexPlan = {
  carrier_journal: [
    { key: { accountId: 1, reference: 1, carrier: 1 }, name: 'one_sale_per_reference', unique: true },
    // For operators, who search in all accounts.
    { key: { reference: 1, carrier: 1 }, name: 'by_reference' },
    { key: { reference: 1 }, name: 'adjusted', partialFilterExpression: { adjusted: true } },
  ],
  carrier_pickups: [
    { key: { accountId: 1, reference: 1, carrier: 1 }, name: 'one_booking_per_reference', unique: true },
  ],
};

export async function createMongoSandboxJournal(db: Db, sequences: Sequences): Promise<SandboxJournal> {
  await ensureIndexes(db, sandboxJournalIndexes);
  const sales = db.collection<Sale>('carrier_journal');
  const pickups = db.collection<PickupDocument>('carrier_pickups');
  const serials = new Map<string, Sequence>();

  return {
    nextSerial: (carrier) => {
      const sequence = serials.get(carrier) ?? sequences.create(`carrier_serial_${carrier}`);
      serials.set(carrier, sequence);
      return sequence.next();
    },
    record: async (sale) => unlessClosed(await insertOnce<Sale | ClosedReference>(sales as never, sale)),
    close: async (key) =>
      unlessClosed(await insertOnce<Sale | ClosedReference>(sales as never, { ...keyOf(key), closed: true })),
    find: async (key) =>
      unlessClosed(plain<Sale | ClosedReference>((await sales.findOne(keyOf(key))) as never)),
    beginVoid: async (key, status, at) =>
      plain(
        await sales.findOneAndUpdate(
          { ...keyOf(key), status: 'purchased', forced: { $size: 0 } },
          { $set: { status, voidRequestedAt: at } },
          { returnDocument: 'after' },
        ),
      ),
    settleVoid: async (key, status) =>
      plain(
        await sales.findOneAndUpdate(
          { ...keyOf(key), status: 'void_pending' },
          { $set: { status } },
          { returnDocument: 'after' },
        ),
      ),
    force: async (key, scan) =>
      plain(
        await sales.findOneAndUpdate(
          { ...keyOf(key), status: 'purchased' },
          { $push: { forced: scan } },
          { returnDocument: 'after' },
        ),
      ),
    list: async ({ accountId, after, limit }) => {
      const page = sales
        .find({
          ...(accountId !== 0 && { accountId }),
          reference: { $gt: after },
          closed: { $exists: false },
        })
        .sort({ reference: 1, carrier: 1 })
        .limit(limit);
      return (await page.toArray()).map((sale) => plain(sale) as Sale);
    },
    listAdjusted: async ({ accountId, after, limit }) => {
      const page = sales
        .find({ adjusted: true, ...(accountId !== 0 && { accountId }), reference: { $gt: after } })
        .sort({ reference: 1 })
        .limit(limit);
      return (await page.toArray()).map((sale) => plain(sale) as Sale);
    },
    recordPickup: (booking) =>
      insertOnce<PickupBooking>(pickups as unknown as Collection<PickupBooking>, booking),
    addToPickup: async ({ confirmationNumber, packageCount, ...key }) => {
      const raised = await pickups.updateOne(
        { ...keyOf(key), confirmationNumber, canceledAt: { $exists: false } },
        { $max: { packageCount } },
      );
      return raised.matchedCount === 1;
    },
    cancelPickup: async (booking, at) => {
      const canceled = await pickups.updateOne(
        { ...keyOf(booking), confirmationNumber: booking.confirmationNumber },
        { $min: { canceledAt: at } },
      );
      return canceled.matchedCount === 1;
    },
  };
}

const keyOf = ({ accountId, reference, carrier }: SaleKey): SaleKey => ({ accountId, reference, carrier });

const unlessClosed = (found: Sale | ClosedReference | undefined): Sale | undefined =>
  found && 'closed' in found ? undefined : found;

async function insertOnce<T extends SaleKey>(collection: Collection<T>, document: T): Promise<T> {
  if (await unlessDuplicate(collection.insertOne({ ...document } as never))) return document;
  const first = plain(await collection.findOne(keyOf(document) as never));
  if (!first) throw new Error(`The sale ${document.reference} exists, but was not found.`);
  return first;
}

function plain<T>(document: WithId<T> | null): T | undefined {
  if (!document) return undefined;
  const { _id, ...rest } = document;
  return rest as T;
}
