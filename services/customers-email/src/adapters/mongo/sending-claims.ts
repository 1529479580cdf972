import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Collection, Db } from 'mongodb';
import type { SendingClaims } from '../../ports';

interface ClaimDocument {
  /** Account and what is sent to whom. */
  _id: string;
  accountId: number;
  sendingId: number;
  until: Date;
}

/** One document a sending's words: whoever comes while it holds is given the first one's id. */
export function createSendingClaims(db: Db): SendingClaims {
  const claims: Collection<ClaimDocument> = db.collection('sending_claims');
  return {
    claim: async (accountId, key, { sendingId, now, until }) => {
      const _id = `${accountId}:${key}`;
      try {
        await claims.insertOne({ _id, accountId, sendingId, until });
        return sendingId;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      const renewed = await claims.findOneAndUpdate(
        { _id, accountId, until: { $lte: now } },
        { $set: { sendingId, until } },
      );
      if (renewed) return sendingId;
      const holder = await claims.findOne({ _id, accountId });
      return holder?.sendingId ?? sendingId;
    },
    holder: async (accountId, key, now) => {
      const claim = await claims.findOne({ _id: `${accountId}:${key}`, accountId });
      return claim && claim.until > now ? claim.sendingId : undefined;
    },
  };
}
