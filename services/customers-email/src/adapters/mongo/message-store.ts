import { type DueDocument, dueIndex } from '@parcelyard/events/start-due-worker';
import type { Clock } from '@parcelyard/service-kit/clock';
import { accountId } from '@parcelyard/service-kit/ids';
import type { IndexPlan } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Collection } from 'mongodb';
import type { Message } from '../../domain/message';
import type { MessageStore } from '../../ports';

export interface MessageDocument extends DueDocument, Omit<Message, 'accountId' | 'messageId'> {
  _id: string;
  v: 1;
  /** How the last try ended; for operators. */
  detail?: string;
}

export const messageIndexes: IndexPlan = {
  messages: [{ key: { accountId: 1, createdAt: -1, _id: -1 }, name: 'newest' }, dueIndex],
  mail_settings: [],
};

interface Dependencies {
  collection: Collection<MessageDocument>;
  clock: Clock;
  /** Called when a message was queued. */
  wakeWorker(): void;
}

export function createMessageStore({ collection, clock, wakeWorker }: Dependencies): MessageStore {
  return {
    queue: async ({ messageId, ...message }) => {
      try {
        await collection.insertOne({ _id: messageId, v: 1, ...message, dueAt: clock.now() });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      wakeWorker();
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
        $unset: { dueAt: '', leaseUntil: '' },
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
  const { _id, kind, recipient, news, status, attempts, createdAt, sentAt } = document;
  return {
    accountId: accountId(document.accountId),
    messageId: _id,
    kind,
    recipient,
    news,
    status,
    attempts,
    createdAt,
    ...(sentAt ? { sentAt } : {}),
  };
}
