import { type AccountId, accountId as toAccountId } from '@parcelyard/service-kit/ids';
import type { Sequences } from '@parcelyard/service-kit/mongo/sequences';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import { latestPossible } from '@parcelyard/service-kit/possible-times';
import type { Db, Filter } from 'mongodb';
import type { OrderLabel } from '../../domain/order-label';
import type { AttemptResult, Delivery, EventType } from '../../domain/webhooks/delivery';
import { setAndUnset } from './set-and-unset';
import { WEBHOOK_DELIVERIES } from './webhook-indexes';

interface DeliveryDocument extends Omit<Delivery, 'deliveryId' | 'accountId' | 'orderId'> {
  _id: number;
  accountId: number;
  /**
   * Unique within the account. A test delivery has no order, so its `orderId` is the id of the delivery with a minus
   * sign.
   */
  orderId: number;
  v: 1;
}

const FIRST_DELIVERY_ID = 501;
const FIRST_EVENT_ID = 7_001;

/** @param farthestMs how many milliseconds ahead a delivery can be due; a later time comes from a wrong clock */
export function createWebhookDeliveryStore(db: Db, sequences: Sequences, farthestMs: number) {
  const collection = db.collection<DeliveryDocument>(WEBHOOK_DELIVERIES);
  const deliveryIds = sequences.create(WEBHOOK_DELIVERIES, FIRST_DELIVERY_ID);
  const eventIds = sequences.create('webhook_events', FIRST_EVENT_ID);
  const one = (document: DeliveryDocument | null) => (document ? toDelivery(document) : undefined);

  return {
    /** Creates the delivery of this event of the order, or returns the existing one. */
    create: async ({ accountId, orderId, eventType, ...delivery }: NewOrderDelivery): Promise<Delivery> => {
      const key = { accountId, orderId, eventType };
      const present = await collection.findOne(key);
      if (present) return toDelivery(present);
      const document: DeliveryDocument = {
        _id: await deliveryIds.next(),
        v: 1,
        accountId,
        orderId,
        eventType,
        eventId: await eventIds.next(),
        ...delivery,
        status: 'pending',
        attempt: 0,
      };
      if (await unlessDuplicate(collection.insertOne(document))) return toDelivery(document);
      const first = await collection.findOne(key);
      if (!first) throw new Error(`The webhook event of order ${orderId} exists, but was not found.`);
      return toDelivery(first);
    },

    /**
     * Returns the body of the order's label event, which is the same at every attempt; undefined before the first
     * attempt.
     */
    labelEventBody: async (accountId: AccountId, orderId: number): Promise<string | undefined> => {
      const ofLabel = { accountId, orderId, eventType: 'label_printed' } as const;
      const found = await collection.findOne(ofLabel, {
        projection: { body: 1 },
      });
      return found?.body;
    },

    createTest: async (given: NewDelivery, render: (eventId: number) => string): Promise<Delivery> => {
      const [_id, eventId] = await Promise.all([deliveryIds.next(), eventIds.next()]);
      const document: DeliveryDocument = {
        _id,
        v: 1,
        eventId,
        eventType: 'test',
        orderId: -_id,
        ...given,
        body: render(eventId),
        status: 'pending',
        attempt: 0,
      };
      await collection.insertOne(document);
      return toDelivery(document);
    },

    /** Saves the body and returns it. If another process saved a body first, returns that body. */
    keepBody: async ({ deliveryId: _id, accountId }: Delivery, body: string): Promise<string> => {
      const { matchedCount } = await collection.updateOne(
        { _id, accountId, body: { $exists: false } },
        { $set: { body } },
      );
      if (matchedCount === 1) return body;
      const kept = await collection.findOne({ _id, accountId }, { projection: { body: 1 } });
      if (kept?.body === undefined) throw new Error(`Webhook delivery ${_id} has gone.`);
      return kept.body;
    },

    /** Saves the result. Does nothing when another process has saved the result of this attempt. */
    record: async (
      { deliveryId: _id, accountId, attempt, dueAt }: Delivery,
      result: AttemptResult,
    ): Promise<void> => {
      // If the delivery was repeated or ended meanwhile, a failed attempt is not saved. A successful attempt is always
      // saved.
      const unchanged = { _id, accountId, attempt, ...(result.status === 'delivered' ? {} : { dueAt }) };
      await collection.updateOne(unchanged as Filter<DeliveryDocument>, setAndUnset(result));
    },

    /** Changes the due time of the delivery. Its number of attempts stays the same. */
    defer: async ({ deliveryId: _id, accountId, attempt, dueAt }: Delivery, until: Date): Promise<void> => {
      const unchanged = { _id, accountId, attempt, dueAt };
      await collection.updateOne(unchanged as Filter<DeliveryDocument>, { $set: { dueAt: until } });
    },

    /**
     * Returns due deliveries, oldest first. If a due time is too far in the future, it comes from a wrong clock, and
     * the delivery counts as due, too.
     */
    listDue: async (accountId: AccountId, now: Date, limit: number): Promise<Delivery[]> => {
      const read = (dueAt: object, most: number) =>
        collection.find({ accountId, dueAt }).sort({ dueAt: 1 }).limit(most).toArray();
      const due = await read({ $lte: now }, limit);
      const left = limit - due.length;
      if (left > 0) due.push(...(await read({ $gt: latestPossible(now, farthestMs) }, left)));
      return due.map(toDelivery);
    },
    nextDueAt: async (accountId: AccountId): Promise<Date | undefined> => {
      const [next] = await collection
        .find({ accountId, dueAt: { $gt: new Date(0) } }, { projection: { dueAt: 1 } })
        .sort({ dueAt: 1 })
        .limit(1)
        .toArray();
      return next?.dueAt;
    },
    /** Marks all waiting deliveries as failed. */
    giveUpAll: async (accountId: AccountId, lastError: string): Promise<void> => {
      await collection.updateMany(
        { accountId, dueAt: { $gt: new Date(0) } },
        { $set: { status: 'failed', lastError }, $unset: { dueAt: '' } },
      );
    },

    /** Finds a delivery of the account or, without an account, of any account. */
    find: async ({ deliveryId: _id, accountId }: DeliveryRef): Promise<Delivery | undefined> =>
      one(await collection.findOne({ _id, ...(accountId === undefined ? {} : { accountId }) })),
    /** Returns deliveries, newest first. */
    list: async ({ accountId, before, limit }: DeliveryQuery): Promise<Delivery[]> => {
      const filter = {
        ...(accountId === undefined ? {} : { accountId }),
        ...(before === undefined ? {} : { _id: { $lt: before } }),
      };
      const found = collection.find(filter, { projection: { body: 0, label: 0 } }).sort({ _id: -1 });
      return (await found.limit(limit).toArray()).map(toDelivery);
    },
    /**
     * Makes a delivery due at once. A delivery that had already succeeded or failed gets all its attempts again. A
     * delivery that is still waiting keeps the number of its remaining attempts.
     */
    replay: async (
      { deliveryId: _id, accountId, status, attempt, dueAt }: Delivery,
      at: Date,
    ): Promise<Delivery | undefined> => {
      const waits = dueAt !== undefined;
      const restarted = { status: 'pending', attempt: 0 } as const;
      const last = { responseCode: '', durationMs: '', lastError: '' } as const;
      return one(
        await collection.findOneAndUpdate(
          { _id, accountId, status, attempt },
          { $set: { dueAt: at, ...(waits ? {} : restarted) }, ...(waits ? {} : { $unset: last }) },
          { returnDocument: 'after' },
        ),
      );
    },
  };
}

export type DeliveryStore = ReturnType<typeof createWebhookDeliveryStore>;

type OrderEventType = Exclude<EventType, 'test'>;
type NewOrderDelivery = NewDelivery & { orderId: number; label: OrderLabel; eventType: OrderEventType };
type NewDelivery = Pick<Delivery, 'accountId' | 'dueAt' | 'createdAt'>;

interface DeliveryRef {
  deliveryId: number;
  accountId?: AccountId | undefined;
}

interface DeliveryQuery {
  accountId?: AccountId | undefined;
  before?: number;
  limit: number;
}

const toDelivery = ({ _id, v, accountId, orderId, eventType, ...rest }: DeliveryDocument): Delivery => ({
  ...rest,
  deliveryId: _id,
  accountId: toAccountId(accountId),
  eventType,
  ...(eventType === 'test' ? {} : { orderId }),
});
