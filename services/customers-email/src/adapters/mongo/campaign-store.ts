import { type DueDocument, dueIndex, finishing } from '@parcelyard/events/leased-collection';
import type { Clock } from '@parcelyard/service-kit/clock';
import { accountId } from '@parcelyard/service-kit/ids';
import { HISTORY_DAYS, type IndexPlan, keptDays } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Collection } from 'mongodb';
import type { Campaign } from '../../domain/campaign';
import type { CampaignStore } from '../../ports';

export interface CampaignDocument extends DueDocument, Omit<Campaign, 'accountId' | 'campaignId'> {
  _id: number;
  v: 1;
}

export const campaignIndexes: IndexPlan = {
  campaigns: [dueIndex, keptDays('createdAt', HISTORY_DAYS)],
  sending_claims: [keptDays('until', 1)],
  suppressions: [],
};

/** How long whoever began a campaign has to prepare it before the worker does. */
const PREPARATION_MS = 30_000;

export function createCampaignStore(collection: Collection<CampaignDocument>, clock: Clock): CampaignStore {
  return {
    get: async (account, campaignId) => {
      const document = await collection.findOne({ _id: campaignId, accountId: account });
      return document ? toCampaign(document) : undefined;
    },
    begin: async ({ campaignId, ...campaign }) => {
      const dueAt = new Date(clock.now().getTime() + PREPARATION_MS);
      try {
        await collection.insertOne({ _id: campaignId, v: 1, ...campaign, dueAt });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    settle: async ({ campaignId, accountId: account }, status) => {
      await collection.updateOne(
        { _id: campaignId, accountId: account, status: 'preparing' },
        finishing<CampaignDocument>({ $set: { status } }),
      );
    },
    abandon: async ({ campaignId, accountId: account }) => {
      await collection.deleteOne({ _id: campaignId, accountId: account, status: 'preparing' });
    },
  };
}

export function toCampaign(document: CampaignDocument): Campaign {
  const { segment, letter, recipientCount, status, createdAt } = document;
  const campaignId = document._id;
  return {
    ...{ accountId: accountId(document.accountId), campaignId },
    ...{ segment, letter, recipientCount, status, createdAt },
  };
}
