import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import { latestPossible } from '@parcelyard/service-kit/possible-times';
import type { Collection, Db } from 'mongodb';

interface ClaimDocument {
  /** Computed from account, text and recipients. */
  _id: string;
  accountId: number;
  sendingId: number;
  until: Date;
}

export type SendingClaims = ReturnType<typeof createSendingClaims>;

/**
 * Records the first sending of a text to certain people. Until the document expires, a repeated request gets the id of
 * the first sending.
 */
export function createSendingClaims(db: Db) {
  const claims: Collection<ClaimDocument> = db.collection('sending_claims');
  return {
    /** Returns `sendingId`, or the id of an earlier sending with this key that has not expired. */
    claim: async (
      accountId: number,
      key: string,
      { sendingId, now, until }: { sendingId: number; now: Date; until: Date },
    ): Promise<number> => {
      const _id = `${accountId}:${key}`;
      if (await unlessDuplicate(claims.insertOne({ _id, accountId, sendingId, until }))) return sendingId;
      // The latest end that a claim can have now. A stored claim with a later end was written with a wrong clock, so it
      // is replaced.
      const latest = latestPossible(now, until.getTime() - now.getTime());
      const renewed = await claims.findOneAndUpdate(
        { _id, accountId, $or: [{ until: { $lte: now } }, { until: { $gt: latest } }] },
        { $set: { sendingId, until } },
      );
      if (renewed) return sendingId;
      const holder = await claims.findOne({ _id, accountId });
      return holder?.sendingId ?? sendingId;
    },
    holder: async (accountId: number, key: string, now: Date): Promise<number | undefined> => {
      const claim = await claims.findOne({ _id: `${accountId}:${key}`, accountId });
      return claim && claim.until > now ? claim.sendingId : undefined;
    },
  };
}
