import { type DueDocument, LeasedCollection } from '@parcelyard/due-work/leased-collection';
import type { Clock } from '@parcelyard/service-kit/clock';
import { type AccountId, accountId as toAccountId } from '@parcelyard/service-kit/ids';
import type { Sequences } from '@parcelyard/service-kit/mongo/sequences';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { Db, WithId } from 'mongodb';
import type { PrivacyRequest } from '../../domain/platforms/privacy-request';
import { LONGEST_KEPT_MS } from '../../domain/platforms/redact-order';
import { PRIVACY_REQUESTS } from './platform-indexes';

export interface PrivacyDocument extends DueDocument, Omit<PrivacyRequest, 'id' | 'accountId'> {
  _id: number;
  v: 1;
  /**
   * Hash of the request, to recognize a repeated request. The platform sends a request again when our answer is lost.
   */
  digest: string;
}

export const leasedPrivacyRequests = (db: Db, clock: Clock) =>
  new LeasedCollection<PrivacyDocument>({
    collection: db.collection(PRIVACY_REQUESTS),
    clock,
    leaseMs: 60_000,
    farthestMs: LONGEST_KEPT_MS,
  });

const FIRST_ID = 1;
const MOST_LISTED = 100;

/**
 * A request about personal data, on which this process alone may work until its lease ends. After that, each write
 * throws LeaseLostError.
 */
export interface PrivacyTurn {
  readonly request: PrivacyRequest;
  noteCustomers(customerIds: number[]): Promise<void>;
  /** @param next `dueAt`: when the remaining data may be removed; `doneAt`: set when nothing remains */
  end(next: { kept: number; dueAt?: Date | undefined; doneAt?: Date | undefined }): Promise<void>;
}

interface Dependencies {
  sequences: Sequences;
  leased: LeasedCollection<PrivacyDocument>;
}

export function createPrivacyStore({ sequences, leased }: Dependencies) {
  const { collection } = leased;
  const ids = sequences.create(PRIVACY_REQUESTS, FIRST_ID);
  return {
    /**
     * Saves a request. If the platform sends the same request again, nothing changes.
     * @param dueAt when this service carries out the request; undefined for a request that this service only records
     */
    note: async (
      request: Omit<PrivacyRequest, 'id'>,
      digest: string,
      dueAt: Date | undefined,
    ): Promise<void> => {
      await unlessDuplicate(
        collection.insertOne({
          _id: await ids.next(),
          v: 1,
          ...request,
          digest,
          ...(dueAt ? { dueAt } : {}),
        }),
      );
      leased.announce();
    },
    turnOf: (document: WithId<PrivacyDocument>): PrivacyTurn => {
      const held = leased.held(document);
      return {
        request: toPrivacyRequest(document),
        noteCustomers: (customerIds) => leased.write(held, { $set: { customerIds, ...leased.newLease() } }),
        end: async ({ kept, dueAt, doneAt }) => {
          if (dueAt && (await leased.defer(held, dueAt, { $set: { kept } }))) return;
          await leased.finish(held, { $set: { kept, ...(doneAt ? { doneAt } : {}) } });
        },
      };
    },
    list: async (accountId: AccountId): Promise<PrivacyRequest[]> =>
      (await collection.find({ accountId }).sort({ _id: -1 }).limit(MOST_LISTED).toArray()).map(
        toPrivacyRequest,
      ),
  };
}

export type PrivacyStore = ReturnType<typeof createPrivacyStore>;

const toPrivacyRequest = (document: PrivacyDocument): PrivacyRequest => {
  const { _id, accountId, topic, shop, receivedAt, externalIds, spans, doneAt } = document;
  const { orderIds, customerIds, kept } = document;
  return {
    id: _id,
    accountId: toAccountId(accountId),
    topic,
    shop,
    receivedAt,
    externalIds,
    spans,
    orderIds,
    customerIds,
    kept,
    doneAt,
  };
};
