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
 * Stores one document per text and recipients. Until the document expires, every caller gets the id of the first
 * sending.
 */
export function createSendingClaims(db: Db) {
  const claims: Collection<ClaimDocument> = db.collection('sending_claims');
  return {
    /**
     * Gives the key to this sending, unless an earlier sending that has not expired has it. Returns the id of the
     * sending that has the key.
     */
    claim: async (
      accountId: number,
      key: string,
      { sendingId, now, until }: { sendingId: number; now: Date; until: Date },
    ): Promise<number> => {
      const _id = `${accountId}:${key}`;
      if (await unlessDuplicate(claims.insertOne({ _id, accountId, sendingId, until }))) return sendingId;
      // No valid claim ends later than this time.
      const latest = latestPossible(now, until.getTime() - now.getTime());
      const renewed = await claims.findOneAndUpdate(
        { _id, accountId, $or: [{ until: { $lte: now } }, { until: { $gt: latest } }] },
        { $set: { sendingId, until } },
      );
      if (renewed) return sendingId;
      const holder = await claims.findOne({ _id, accountId });
      return holder?.sendingId ?? sendingId;
    },
    /** Returns the id of the sending that has the key now. */
    holder: async (accountId: number, key: string, now: Date): Promise<number | undefined> => {
      const claim = await claims.findOne({ _id: `${accountId}:${key}`, accountId });
      return claim && claim.until > now ? claim.sendingId : undefined;
    },
  };
}
