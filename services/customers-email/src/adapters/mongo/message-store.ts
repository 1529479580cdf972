import type { CampaignCounts } from '@parcelyard/contracts/customers';
import {
  type DueDocument,
  dueIndex,
  finishing,
  type LeasedCollection,
} from '@parcelyard/due-work/leased-collection';
import { HISTORY_DAYS, type IndexPlan, keptDays } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { failedWrites } from '@parcelyard/service-kit/mongo/failed-writes';
import { ifFound } from '@parcelyard/service-kit/mongo/if-found';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { Filter } from 'mongodb';
import type { Message, MessageStatus, NextStep } from '../../domain/message';

type Kept<M> = M extends unknown ? Omit<M, 'accountId' | 'messageId'> : never;

export type MessageDocument = DueDocument &
  Kept<Message> & {
    _id: string;
    v: 1;
    /** The server's answer to the last attempt, for operators. */
    detail?: string;
  };

export const messageIndexes: IndexPlan = {
  messages: [
    {
      key: { accountId: 1, campaignId: 1, status: 1 },
      name: 'campaign',
      partialFilterExpression: { campaignId: { $exists: true } },
    },
    {
      key: { accountId: 1, reportKey: 1 },
      name: 'by_report_key',
      partialFilterExpression: { reportKey: { $exists: true } },
    },
    dueIndex,
    keptDays('createdAt', HISTORY_DAYS),
  ],
  mail_settings: [],
};

/** The right of one process to send a message, until the lease ends. */
export interface MessageLease {
  readonly fence: number;
}

const CHUNK = 500;

export type MessageStore = ReturnType<typeof createMessageStore>;

export function createMessageStore(leased: LeasedCollection<MessageDocument>) {
  const { collection, clock } = leased;
  return {
    /** Queues the message. If its id exists already, nothing changes. */
    queue: async (message: Message): Promise<void> => {
      await unlessDuplicate(collection.insertOne(toDocument(message, clock.now())));
      leased.announce();
    },
    /** Queues many messages of one account, each due at its own time. */
    queueMany: async (messages: readonly { message: Message; dueAt: Date }[]): Promise<void> => {
      for (let start = 0; start < messages.length; start += CHUNK) {
        const chunk = messages.slice(start, start + CHUNK);
        await collection
          .insertMany(
            chunk.map(({ message, dueAt }) => toDocument(message, dueAt)),
            { ordered: false },
          )
          .catch(ignoreIfAllExist);
      }
      leased.announce(messages[0]?.dueAt);
    },
    get: async (account: number, messageId: string): Promise<Message | undefined> =>
      ifFound(await collection.findOne({ _id: messageId, accountId: account }), toMessage),
    findByReportKey: async (account: number, reportKey: string): Promise<Message | undefined> =>
      ifFound(await collection.findOne({ accountId: account, reportKey }), toMessage),
    countCampaign: async (account: number, campaignId: number): Promise<CampaignCounts> => {
      const count = (...statuses: MessageStatus[]) =>
        collection.countDocuments({
          accountId: account,
          campaignId,
          status: { $in: statuses },
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
    /**
     * Changes the message's state from `queued` to `sending`. Returns false when the message has another state, or when
     * the lease has ended.
     */
    startSending: async (
      { messageId, accountId: account }: Message,
      { fence }: MessageLease,
      reportKey: string,
    ): Promise<boolean> => {
      const held = { _id: messageId, accountId: account, fence, status: 'queued' } as const;
      return leased.tryWrite(held, { $set: { status: 'sending', reportKey } });
    },
    /** Postpones the message to its time slot. Until then it stays queued. */
    waitForSlot: async (
      { messageId, accountId: account }: Message,
      { fence }: MessageLease,
      slotAt: Date,
    ): Promise<void> => {
      const held = { _id: messageId, accountId: account, fence, status: 'queued' } as const;
      await leased.defer(held, slotAt, { $set: { slotAt } });
    },
    /** Stores the result of the attempt, if the lease is still valid. */
    finish: async (
      { messageId, accountId: account }: Message,
      { fence }: MessageLease,
      step: NextStep,
      detail: string,
    ): Promise<void> => {
      const now = clock.now();
      const held = { _id: messageId, accountId: account, fence, status: 'sending' } as const;
      if (step.status === 'queued') {
        const until = new Date(now.getTime() + step.retryInMs);
        await leased.defer(held, until, {
          $set: { status: 'queued', detail },
          $inc: { attempts: 1 },
          $unset: { slotAt: '' },
        });
        return;
      }
      const ended = finishing<MessageDocument>({
        $set: { status: step.status, detail, ...(step.status === 'sent' ? { sentAt: now } : {}) },
        // The link is removed: it may be a credential, and it is no longer needed.
        $unset: { 'news.linkPath': '' },
      });
      await leased.tryWrite(held, ended);
    },
  };
}

export function toMessage(document: MessageDocument): Message {
  const { _id, v, detail, dueAt, leaseUntil, fence, dueFailures, ...message } = document;
  return { ...message, messageId: _id } as Message;
}

const toDocument = ({ messageId, ...message }: Message, dueAt: Date): MessageDocument =>
  ({ _id: messageId, v: 1, ...message, dueAt }) as MessageDocument;

function ignoreIfAllExist(error: unknown): void {
  if (!failedWrites(error)?.every(({ isDuplicate }) => isDuplicate)) throw error;
}
