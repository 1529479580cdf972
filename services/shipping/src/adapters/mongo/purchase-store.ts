import { randomBytes } from 'node:crypto';
import { finishing, LeasedCollection } from '@parcelyard/events/leased-collection';
import type { Clock } from '@parcelyard/service-kit/clock';
import { type PurchaseId, purchaseId } from '@parcelyard/service-kit/ids';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Db, UpdateFilter } from 'mongodb';
import { newCarrierReference } from '../../domain/carrier-reference';
import type { Purchase } from '../../domain/purchase';
import {
  assertMove,
  isUnfinished,
  isVoided,
  ownsOrder,
  type PurchaseState,
} from '../../domain/purchase-state';
import type { PurchaseNotes, PurchaseStore } from '../../ports';
import { PURCHASES, type PurchaseDocument, toPurchase } from './purchase-document';

/** Longer than the longest single call of the saga, so that a second process takes over only from a dead one. */
const LEASE_MS = 12_000;

/** Milliseconds in which a lease is not renewed again. */
const FRESH_MS = 1_000;

export const leasedPurchases = (db: Db, clock: Clock) =>
  new LeasedCollection<PurchaseDocument>({ collection: db.collection(PURCHASES), clock, leaseMs: LEASE_MS });

/** @param reached is told of every state that a purchase comes to */
export function createPurchaseStore(
  db: Db,
  clock: Clock,
  reached: (state: PurchaseState) => void = () => undefined,
): PurchaseStore {
  const leased = leasedPurchases(db, clock);
  const { collection } = leased;
  const one = (document: PurchaseDocument | null) => (document ? toPurchase(document) : undefined);

  const lease = () => {
    const now = clock.now();
    return { updatedAt: now, dueAt: now, ...leased.newLease(now) };
  };

  const write = async (purchase: Purchase, update: UpdateFilter<PurchaseDocument>): Promise<Purchase> => {
    const { id, accountId, state, fence } = purchase;
    return toPurchase(await leased.writeAndRead({ _id: id, accountId, state, fence }, update));
  };

  const moveTo = (purchase: Purchase, to: PurchaseState, notes: PurchaseNotes): Promise<Purchase> => {
    assertMove(purchase.state, to);
    const set = { state: to, active: ownsOrder(to), ...notes };
    return isUnfinished(to)
      ? write(purchase, { $set: { ...set, ...lease() } })
      : write(purchase, finishing<PurchaseDocument>({ $set: { ...set, updatedAt: clock.now() } }));
  };

  return {
    claim: async ({ accountId, orderId, generation, terms }) => {
      const id = purchaseId(orderId, generation);
      const document: PurchaseDocument = {
        _id: id,
        v: 1,
        carrierReference: newCarrierReference(id, accountId, randomBytes(10).toString('hex')),
        accountId,
        orderId,
        generation,
        state: 'created',
        active: true,
        fence: 1,
        terms,
        createdAt: clock.now(),
        ...lease(),
      };
      try {
        await collection.insertOne(document);
      } catch (error) {
        if (isDuplicateKey(error)) return undefined;
        throw error;
      }
      reached('created');
      return toPurchase(document);
    },

    findOwner: async (accountId, orderId) =>
      one(await collection.findOne({ accountId, orderId, active: true })),

    lastGeneration: async (accountId, orderId) => {
      const last = await collection.findOne(
        { accountId, orderId },
        { sort: { generation: -1 }, projection: { generation: 1 } },
      );
      return last?.generation ?? 0;
    },

    find: async (accountId, id) => one(await collection.findOne({ _id: id, accountId })),

    findLatestOfAnyAccount: async (orderId) => {
      // An order's purchases stand together by their ids; "~" comes after every digit.
      const [from, to] = [`pur_${orderId}_`, `pur_${orderId}_~`] as [PurchaseId, PurchaseId];
      const all = await collection.find({ _id: { $gt: from, $lt: to } }).toArray();
      return one(all.sort((a, b) => b.generation - a.generation)[0] ?? null);
    },

    move: async (purchase, to, notes = {}) => {
      const moved = await moveTo(purchase, to, notes);
      reached(to);
      return moved;
    },

    note: (purchase, notes: PurchaseNotes) => write(purchase, { $set: { ...notes, ...lease() } }),

    renewLease: async (purchase) => {
      const age = clock.now().getTime() - purchase.updatedAt.getTime();
      return age < FRESH_MS ? purchase : write(purchase, { $set: lease() });
    },

    defer: async ({ id, accountId, fence }, pauseMs) => {
      // A purchase that has come to rest, although its driver was not told so, has nothing due any more.
      await leased.defer({ _id: id, accountId, fence, dueAt: { $exists: true } }, pauseMs);
    },

    list: async ({ accountId, after, limit }) => {
      const documents = await collection
        .find({ ...(accountId === 0 ? {} : { accountId }), _id: { $gt: after as PurchaseId } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return documents.map(toPurchase);
    },

    labelStates: async (accountId, ids) => {
      const states = await collection
        .find({ accountId, _id: { $in: [...ids] } })
        .project<Pick<PurchaseDocument, '_id' | 'state' | 'label'>>({ state: 1, 'label.documents': 1 })
        .toArray();
      return new Map(
        states.map(({ _id, state, label }) => [
          _id,
          { voided: isVoided(state), documents: label?.documents ?? [] },
        ]),
      );
    },
  };
}
