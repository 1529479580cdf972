import { unlessTaken } from '@parcelyard/service-kit/mongo/unless-taken';
import { latestPossible } from '@parcelyard/service-kit/possible-times';
import type { Collection, Db } from 'mongodb';

interface ClaimDocument {
  /** Made from account, text and recipients. */
  _id: string;
  accountId: number;
  sendingId: number;
  until: Date;
}

export type SendingClaims = ReturnType<typeof createSendingClaims>;

/** One document per text and recipients. Until it expires, every caller gets the id of the first sending. */
export function createSendingClaims(db: Db) {
  const claims: Collection<ClaimDocument> = db.collection('sending_claims');
  return {
    /** The id of the sending that has the key: the given sending, or an earlier one that has not expired. */
    claim: async (
      accountId: number,
      key: string,
      { sendingId, now, until }: { sendingId: number; now: Date; until: Date },
    ): Promise<number> => {
      const _id = `${accountId}:${key}`;
      if (await unlessTaken(claims.insertOne({ _id, accountId, sendingId, until }))) return sendingId;
      // No valid claim lasts longer than this one.
      const latest = latestPossible(now, until.getTime() - now.getTime());
      const renewed = await claims.findOneAndUpdate(
        { _id, accountId, $or: [{ until: { $lte: now } }, { until: { $gt: latest } }] },
        { $set: { sendingId, until } },
      );
      if (renewed) return sendingId;
      const holder = await claims.findOne({ _id, accountId });
      return holder?.sendingId ?? sendingId;
    },
    /** The id of the sending that has the key now. */
    holder: async (accountId: number, key: string, now: Date): Promise<number | undefined> => {
      const claim = await claims.findOne({ _id: `${accountId}:${key}`, accountId });
      return claim && claim.until > now ? claim.sendingId : undefined;
    },
  };
}
