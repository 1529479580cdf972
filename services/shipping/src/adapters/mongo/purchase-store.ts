/** Longer than 250 lines, because all queries and updates of one collection are here. */

import { randomBytes } from 'node:crypto';
import type { Failure } from '@parcelyard/contracts/common';
import {
  deferring,
  finishing,
  LeasedCollection,
  LeaseLostError,
} from '@parcelyard/due-work/leased-collection';
import type { Cents } from '@parcelyard/money/cents';
import type { Clock } from '@parcelyard/service-kit/clock';
import { type PurchaseId, purchaseId } from '@parcelyard/service-kit/ids';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import { BSON, type Db, type Filter, type UpdateFilter } from 'mongodb';
import {
  type FrozenOrder,
  isReturn,
  newCarrierReference,
  type Purchase,
  type PurchasedLabel,
  type PurchaseTerms,
} from '../../domain/purchase';
import {
  AWAITING_REFUND,
  assertMove,
  isUnfinished,
  isVoided,
  ownsOrder,
  type PurchaseState,
} from '../../domain/purchase-state';
import { LONGEST_PAUSE_MS } from '../../domain/purchase-step';
import { type ParcelState, PURCHASES, type PurchaseDocument, toPurchase } from './purchase-document';
import { redacted } from './redacted';

/**
 * The lease is longer than each call of a step. A step with several slow calls, such as a sale and its insurance, may
 * take longer. Then another process may repeat the step, and because of its new fence the first process cannot write.
 */
const LEASE_MS = 12_000;

/** A lease that was renewed in the last second is not renewed again. */
const FRESH_MS = 1_000;

export const leasedPurchases = (db: Db, clock: Clock) =>
  new LeasedCollection<PurchaseDocument>({
    collection: db.collection(PURCHASES),
    clock,
    leaseMs: LEASE_MS,
    farthestMs: LONGEST_PAUSE_MS,
  });

type NewPurchase = Pick<Purchase, 'accountId' | 'orderId' | 'generation' | 'terms'>;

/** What a process may save on a purchase in addition to its state. */
interface PurchaseNotes {
  /** The fence of the process that continues the purchase. */
  fence?: number;
  order?: FrozenOrder;
  fee?: Cents;
  sentAt?: Date;
  label?: PurchasedLabel;
  failure?: Failure;
  voidNumber?: number;
  voidWaits?: boolean;
  voidRequestedAt?: Date;
  voidRefusal?: string;
  refundDueAt?: Date;
  parcel?: ParcelState;
}

type StateFields = Pick<PurchaseDocument, '_id' | 'state' | 'label' | 'carrierReference'> & {
  terms: Pick<PurchaseTerms, 'seller' | 'carrier'>;
};

/** What is needed to return the files of a label. */
export interface LabelState {
  readonly voided: boolean;
  readonly sold: Pick<PurchaseTerms, 'seller' | 'carrier'>;
  /** True when the carrier was asked to void the label and has not answered yet. */
  readonly voidPending: boolean;
  readonly reference: string;
  /** Absent until the carrier has sold the label. */
  readonly label?: PurchasedLabel | undefined;
}

/**
 * A purchase blocks other purchases of the same kind: of the order's label, or of its return label. An order may have
 * both labels.
 */
const ownership = (terms: PurchaseTerms, owns: boolean) =>
  isReturn({ terms }) ? { active: false, returning: owns } : { active: owns };

const byOrder = (documents: readonly PurchaseDocument[]): ReadonlyMap<number, Purchase> =>
  new Map(documents.map((document) => [document.orderId, toPurchase(document)]));

type TryWrite = (
  held: Filter<PurchaseDocument> & { accountId: number },
  update: UpdateFilter<PurchaseDocument>,
) => Promise<boolean>;

const DOCUMENT_FIELDS: readonly string[] = [
  'active',
  'returning',
  'dueAt',
  'parcel',
] satisfies (keyof PurchaseDocument)[];

/**
 * Returns the purchase as it is stored after a write. The database is not read again, because only this process can
 * change these fields.
 */
function afterWrite(purchase: Purchase, { $set, $unset }: UpdateFilter<PurchaseDocument>): Purchase {
  const stored = BSON.deserialize(BSON.serialize($set ?? {}, { ignoreUndefined: true }));
  const removed = new Set([...DOCUMENT_FIELDS, ...Object.keys($unset ?? {})]);
  return Object.fromEntries(
    Object.entries({ ...purchase, ...stored }).filter(([name]) => !removed.has(name)),
  ) as unknown as Purchase;
}

export type PurchaseStore = ReturnType<typeof createPurchaseStore>;

/**
 * Each write checks that this process still runs the purchase, and renews its lease.
 * @param reached called with each state that a purchase reaches
 * @param tryWrite makes an update and returns whether its filter matched
 */
export function createPurchaseStore(
  db: Db,
  clock: Clock,
  reached: (state: PurchaseState) => void = () => undefined,
  leased = leasedPurchases(db, clock),
  tryWrite: TryWrite = (held, update) => leased.tryWrite(held, update),
) {
  const { collection } = leased;
  const one = (document: PurchaseDocument | null) => (document ? toPurchase(document) : undefined);

  const lease = () => {
    const now = clock.now();
    return { updatedAt: now, dueAt: now, ...leased.newLease(now) };
  };

  const write = async (purchase: Purchase, update: UpdateFilter<PurchaseDocument>): Promise<Purchase> => {
    const { id, accountId, state, fence } = purchase;
    if (await tryWrite({ _id: id, accountId, state, fence }, update)) return afterWrite(purchase, update);
    throw new LeaseLostError(`${PURCHASES} ${id}`);
  };

  const changesFor = (purchase: Purchase, to: PurchaseState, notes: PurchaseNotes) => {
    assertMove(purchase.state, to);
    return { state: to, ...ownership(purchase.terms, ownsOrder(to)), ...notes };
  };

  const moveTo = (purchase: Purchase, to: PurchaseState, notes: PurchaseNotes): Promise<Purchase> => {
    const set = changesFor(purchase, to, notes);
    return isUnfinished(to)
      ? write(purchase, { $set: { ...set, ...lease() } })
      : write(purchase, finishing<PurchaseDocument>({ $set: { ...set, updatedAt: clock.now() } }));
  };

  return {
    /**
     * Inserts a purchase. Returns undefined when another purchase of the order is running, or when this attempt exists
     * already.
     */
    claim: async ({ accountId, orderId, generation, terms }: NewPurchase): Promise<Purchase | undefined> => {
      const id = purchaseId(orderId, generation, randomBytes(6).toString('hex'));
      const document: PurchaseDocument = {
        _id: id,
        v: 1,
        carrierReference: newCarrierReference(id, accountId, randomBytes(10).toString('hex')),
        accountId,
        orderId,
        generation,
        state: 'created',
        ...ownership(terms, true),
        fence: 1,
        terms,
        createdAt: clock.now(),
        ...lease(),
      };
      if (!(await unlessDuplicate(collection.insertOne(document)))) return undefined;
      reached('created');
      return toPurchase(document);
    },

    /** Returns the purchase that has the order's label, or is buying it. */
    findOwner: async (accountId: number, orderId: number) =>
      one(await collection.findOne({ accountId, orderId, active: true })),

    /**
     * Does the same as `findOwner` for several orders. Returns the purchases by order id. Orders without such a
     * purchase are left out.
     */
    findOwners: async (
      accountId: number,
      orderIds: readonly number[],
    ): Promise<ReadonlyMap<number, Purchase>> => {
      const ofOrders = { accountId, orderId: { $in: [...orderIds] }, active: true };
      return byOrder(await collection.find(ofOrders).toArray());
    },

    /** Returns the purchase that has the order's return label, or is buying it. */
    findReturnOwner: async (accountId: number, orderId: number) =>
      one(await collection.findOne({ accountId, orderId, returning: true })),

    /** Returns all purchases of an order, also of return labels, oldest first. */
    ofOrder: async (accountId: number, orderId: number): Promise<Purchase[]> =>
      (await collection.find({ accountId, orderId }).sort({ generation: 1 }).toArray()).map(toPurchase),

    /** Returns the last purchase of an order, even if that purchase is for a return label. */
    findLatest: async (accountId: number, orderId: number) =>
      one(await collection.findOne({ accountId, orderId }, { sort: { generation: -1 } })),

    /** Returns the number of the order's last attempt; 0 when there is none. */
    lastGeneration: async (accountId: number, orderId: number) => {
      const last = await collection.findOne(
        { accountId, orderId },
        { sort: { generation: -1 }, projection: { generation: 1 } },
      );
      return last?.generation ?? 0;
    },

    find: async (accountId: number, id: PurchaseId) => one(await collection.findOne({ _id: id, accountId })),

    /** Returns the last purchase of each order, by order id. Orders without a purchase are left out. */
    latestOfOrders: async (
      accountId: number,
      orderIds: readonly number[],
    ): Promise<ReadonlyMap<number, Purchase>> => {
      const all = await collection.find({ accountId, orderId: { $in: [...orderIds] } }).toArray();
      return byOrder(all.sort((a, b) => a.generation - b.generation));
    },

    /** For operators: returns the last purchase of an order in any account. */
    findLatestOfAnyAccount: async (orderId: number) => {
      // The ids of an order's purchases begin with the same text. "~" sorts after every digit and letter.
      const [from, to] = [`pur_${orderId}_`, `pur_${orderId}_~`] as [PurchaseId, PurchaseId];
      const all = await collection.find({ _id: { $gt: from, $lt: to } }).toArray();
      return one(all.sort((a, b) => b.generation - a.generation)[0] ?? null);
    },

    /** @throws LeaseLostError when another process has taken over */
    move: async (purchase: Purchase, to: PurchaseState, notes: PurchaseNotes = {}) => {
      const moved = await moveTo(purchase, to, notes);
      reached(to);
      return moved;
    },

    /**
     * Moves the purchase to the state `to` and ends the lease. The next step is due after the pause.
     * @throws LeaseLostError
     */
    moveAndDefer: async (purchase: Purchase, to: PurchaseState, notes: PurchaseNotes, pauseMs: number) => {
      const now = clock.now();
      const dueAt = new Date(now.getTime() + pauseMs);
      const $set = { ...changesFor(purchase, to, notes), updatedAt: now };
      const moved = await write(purchase, deferring<PurchaseDocument>(dueAt, { $set }));
      leased.announce(dueAt);
      reached(to);
      return moved;
    },

    /** @throws LeaseLostError */
    note: (purchase: Purchase, notes: PurchaseNotes) => write(purchase, { $set: { ...notes, ...lease() } }),

    /**
     * Renews the lease, unless it was just renewed. Call it before each call that may take seconds.
     * @throws LeaseLostError
     */
    renewLease: async (purchase: Purchase) => {
      const leftMs = Number(purchase.leaseUntil ?? 0) - clock.now().getTime();
      return leftMs > LEASE_MS - FRESH_MS ? purchase : write(purchase, { $set: lease() });
    },

    /** Makes the purchase due again after the pause. Does nothing when another process runs the purchase. */
    defer: async ({ id, accountId, fence }: Purchase, pauseMs: number) => {
      // The purchase may have ended meanwhile. It then has no due time, and must not get a new one.
      await leased.defer({ _id: id, accountId, fence, dueAt: { $exists: true } }, pauseMs);
    },

    /**
     * Makes the check of a requested void due now. The update increases the fence, so that a check that is already
     * running can no longer write its older answer.
     */
    lookSoon: async (accountId: number, id: PurchaseId): Promise<void> => {
      const waiting = { _id: id, accountId, state: 'void_requested' as const };
      await collection.updateOne(waiting, {
        $set: { dueAt: clock.now() },
        $unset: { leaseUntil: '' },
        $inc: { fence: 1 },
      });
      leased.announce();
    },

    list: async ({ accountId, after, limit }: { accountId: number; after: string; limit: number }) => {
      const documents = await collection
        .find({ ...(accountId === 0 ? {} : { accountId }), _id: { $gt: after as PurchaseId } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return documents.map(toPurchase);
    },

    awaitingRefund: async (accountId: number): Promise<Pick<Purchase, 'terms' | 'label'>[]> =>
      collection
        .find({ accountId, voidRequestedAt: { $exists: true }, state: { $in: AWAITING_REFUND } })
        .project<Pick<PurchaseDocument, 'terms' | 'label'>>({ terms: 1, label: 1 })
        .toArray(),

    /**
     * Removes the customer's personal data from the order's purchases. State and country stay, for accounting.
     * @returns false when a purchase has not ended and needs its addresses
     */
    redact: async (accountId: number, orderId: number): Promise<boolean> => {
      for (const [path, isReturning] of [
        ['order.shipTo', false],
        ['terms.shipFrom', true],
      ] as const) {
        const ofOrder = { accountId, orderId, 'terms.returnTo': { $exists: isReturning } };
        const notDue = { ...ofOrder, [path]: { $exists: true }, dueAt: { $exists: false } };
        await collection.updateMany(notDue, { $set: redacted(path) });
      }
      return (await collection.findOne({ accountId, orderId, dueAt: { $exists: true } })) === null;
    },

    labelStates: async (
      accountId: number,
      ids: readonly PurchaseId[],
    ): Promise<ReadonlyMap<PurchaseId, LabelState>> => {
      const states = await collection
        .find({ accountId, _id: { $in: [...ids] } })
        .project<StateFields>({
          state: 1,
          label: 1,
          carrierReference: 1,
          'terms.seller': 1,
          'terms.carrier': 1,
        })
        .toArray();
      return new Map(
        states.map(({ _id, state, label, carrierReference: reference, terms: sold }) => [
          _id,
          { voided: isVoided(state), voidPending: state === 'void_requested', sold, reference, label },
        ]),
      );
    },
  };
}
