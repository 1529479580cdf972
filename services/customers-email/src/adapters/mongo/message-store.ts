import { type DueDocument, dueIndex } from '@parcelyard/events/start-due-worker';
import type { Clock } from '@parcelyard/service-kit/clock';
import { accountId } from '@parcelyard/service-kit/ids';
import { HISTORY_DAYS, type IndexPlan, keptDays } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import { type Collection, type Filter, MongoBulkWriteError } from 'mongodb';
import type { Message, MessageStatus } from '../../domain/message';
import type { MessageStore } from '../../ports';

type Kept<M> = M extends unknown ? Omit<M, 'accountId' | 'messageId'> : never;

export type MessageDocument = DueDocument &
  Kept<Message> & {
    _id: string;
    v: 1;
    /** How the last try ended; for operators. */
    detail?: string;
  };

export const messageIndexes: IndexPlan = {
  messages: [
    { key: { accountId: 1, createdAt: -1, _id: -1 }, name: 'newest' },
    {
      key: { accountId: 1, campaignId: 1, status: 1 },
      name: 'campaign',
      partialFilterExpression: { campaignId: { $exists: true } },
    },
    dueIndex,
    keptDays('createdAt', HISTORY_DAYS),
  ],
  mail_settings: [],
};

const CHUNK = 500;

interface Dependencies {
  collection: Collection<MessageDocument>;
  clock: Clock;
  /** Called when a message was queued. */
  wakeWorker(): void;
}

export function createMessageStore({ collection, clock, wakeWorker }: Dependencies): MessageStore {
  return {
    queue: async (message) => {
      try {
        await collection.insertOne(toDocument(message, clock.now()));
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      wakeWorker();
    },
    queueMany: async (messages) => {
      for (let start = 0; start < messages.length; start += CHUNK) {
        const chunk = messages.slice(start, start + CHUNK);
        await collection
          .insertMany(
            chunk.map(({ message, dueAt }) => toDocument(message, dueAt)),
            { ordered: false },
          )
          .catch(unlessAllWereThere);
      }
      wakeWorker();
    },
    get: async (account, messageId) => {
      const document = await collection.findOne({ _id: messageId, accountId: account });
      return document ? toMessage(document) : undefined;
    },
    countCampaign: async (account, campaignId) => {
      const count = (...statuses: MessageStatus[]) =>
        collection.countDocuments({
          ...{ accountId: account, campaignId, status: { $in: statuses } },
        } as Filter<MessageDocument>);
      const [queued, sent, failed, unknown, skipped] = await Promise.all([
        count('queued', 'sending'),
        count('sent'),
        count('failed'),
        count('unknown'),
        count('skipped'),
      ]);
      return { queued, sent, failed, unknown, skipped };
    },
    startSending: async ({ messageId, accountId: account }, { fence }) => {
      const { matchedCount } = await collection.updateOne(
        { _id: messageId, accountId: account, fence, status: 'queued' },
        { $set: { status: 'sending' } },
      );
      return matchedCount > 0;
    },
    finish: async ({ messageId, accountId: account }, { fence }, step, detail) => {
      const now = clock.now();
      const mine = { _id: messageId, accountId: account, fence, status: 'sending' as const };
      if (step.status === 'queued') {
        const dueAt = new Date(now.getTime() + step.retryInMs);
        await collection.updateOne(mine, {
          $set: { status: 'queued', dueAt, detail },
          $inc: { attempts: 1 },
          $unset: { leaseUntil: '' },
        });
        return;
      }
      await collection.updateOne(mine, {
        $set: { status: step.status, detail, ...(step.status === 'sent' ? { sentAt: now } : {}) },
        // A link may be a credential, and nobody needs it any more.
        $unset: { dueAt: '', leaseUntil: '', 'news.linkPath': '' },
      });
    },
    list: async (account, { page, pageSize }) => {
      const documents = await collection
        .find({ accountId: account })
        .sort({ createdAt: -1, _id: -1 })
        .skip((page - 1) * pageSize)
        .limit(pageSize)
        .toArray();
      return documents.map(toMessage);
    },
  };
}

export function toMessage(document: MessageDocument): Message {
  const { _id, v, detail, dueAt, leaseUntil, fence, dueFailures, ...message } = document;
  return { ...message, accountId: accountId(document.accountId), messageId: _id } as Message;
}

const toDocument = ({ messageId, ...message }: Message, dueAt: Date): MessageDocument =>
  ({ _id: messageId, v: 1, ...message, dueAt }) as MessageDocument;

function unlessAllWereThere(error: unknown): void {
  if (!(error instanceof MongoBulkWriteError)) throw error;
  if ([error.writeErrors].flat().some(({ code }) => code !== 11000)) throw error;
}
