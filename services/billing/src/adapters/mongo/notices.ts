import { ownerNotice } from '@parcelyard/events/event-type';
import { createOutboxEntry, type OutboxDocument } from '@parcelyard/events/outbox-entry';
import { outboxIndex } from '@parcelyard/events/start-outbox-relay';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { HISTORY_DAYS, type IndexPlan, keptDays } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { Db } from 'mongodb';
import type { Notice } from '../../domain/notice';

/** A message to an owner. The event in the document's outbox contains the text. */
export interface NoticeDocument extends OutboxDocument {
  /** The account and the message's key. */
  _id: string;
  accountId: AccountId;
  v: 1;
  createdAt: Date;
}

export const NOTICES = 'owner_notices';

export const noticeIndexes: IndexPlan = {
  [NOTICES]: [outboxIndex, keptDays('createdAt', HISTORY_DAYS)],
};

export type Notices = ReturnType<typeof createNotices>;

interface Dependencies {
  db: Db;
  clock: Clock;
  send(document: NoticeDocument): void;
}

/** Stores messages about money for owners. Another service sends an e-mail for each of them. */
export function createNotices({ db, clock, send }: Dependencies) {
  const collection = db.collection<NoticeDocument>(NOTICES);
  return {
    /** Stores a message. A second message with the same key changes nothing. */
    tell: async (accountId: AccountId, key: string, notice: Notice): Promise<void> => {
      const at = clock.now();
      const id = `${accountId}:${key}`;
      const { about, amount = 0, card = '', reference = '', adjustment } = notice;
      const identity = { eventId: `owner_notice:${id}`, accountId, occurredAt: at };
      const event = { accountId, key, about, amountCents: amount, card, reference, at, adjustment };
      const document: NoticeDocument = {
        _id: id,
        v: 1,
        accountId,
        createdAt: at,
        outbox: [createOutboxEntry(ownerNotice, identity, event)],
      };
      if (!(await unlessDuplicate(collection.insertOne(document)))) return;
      send(document);
    },
  };
}
