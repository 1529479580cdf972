import type { Clock } from '@parcelyard/service-kit/clock';
import { type IndexPlan, keptDays } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import { latestPossible } from '@parcelyard/service-kit/possible-times';
import type { Collection, Db } from 'mongodb';
import { LONGEST_WAIT_MS } from '../../domain/message';

/** Campaigns and other mail each get half of the slots, so a campaign never delays mail that somebody waits for. */
export type MailClass = 'campaigns' | 'others';

interface PaceDocument {
  /**
   * The domain and the mail class. One document counts the mail of all accounts, because the recipients' mail servers
   * see only one sender.
   */
  _id: string;
  /** The first free time slot, in milliseconds. */
  nextMs: number;
  usedAt: Date;
}

export const domainPaceIndexes: IndexPlan = { domain_pace: [keptDays('usedAt', 1)] };

export type DomainPace = ReturnType<typeof createDomainPace>;

/**
 * Limits how many mails a second all replicas together send to one domain.
 * @param perSecond 0: no limit
 */
export function createDomainPace(db: Db, clock: Clock, perSecond: number) {
  const pace: Collection<PaceDocument> = db.collection('domain_pace');
  const stepMs = 2_000 / perSecond;
  /**
   * Reserves a time slot and returns its time. When the slots of the longest wait are all reserved, returns their end.
   * Returns undefined when another process has just inserted the document of this domain and mail class.
   */
  const take = async (_id: string, now: Date): Promise<number | undefined> => {
    const usedAt = now;
    const nowMs = now.getTime();
    const lastMs = nowMs + LONGEST_WAIT_MS - stepMs;
    // A later time was stored by a wrong clock.
    const latestMs = latestPossible(now, LONGEST_WAIT_MS).getTime();
    const ahead = await pace.findOneAndUpdate(
      { _id, nextMs: { $gt: nowMs, $lte: lastMs } },
      { $inc: { nextMs: stepMs }, $set: { usedAt } },
    );
    if (ahead) return ahead.nextMs;
    const nextMs = nowMs + stepMs;
    const free = { _id, $or: [{ nextMs: { $lte: nowMs } }, { nextMs: { $gt: latestMs } }] };
    const idle = await pace.updateOne(free, { $set: { nextMs, usedAt } });
    if (idle.matchedCount > 0) return nowMs;
    if (await unlessDuplicate(pace.insertOne({ _id, nextMs, usedAt }))) return nowMs;
    const full = await pace.findOne({ _id, nextMs: { $gt: lastMs, $lte: latestMs } });
    return full ? nowMs + LONGEST_WAIT_MS : undefined;
  };
  return {
    /** Reserves the earliest free time at which a mail may be sent to the domain, and returns this time. */
    reserve: async (domain: string, mailClass: MailClass): Promise<Date> => {
      const now = clock.now();
      if (perSecond === 0) return now;
      for (;;) {
        const takenMs = await take(`${domain}:${mailClass}`, now);
        if (takenMs !== undefined) return new Date(Math.ceil(takenMs));
      }
    },
  };
}
