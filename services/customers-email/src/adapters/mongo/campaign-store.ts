import { type DueDocument, dueIndex, finishing } from '@parcelyard/due-work/leased-collection';
import type { Clock } from '@parcelyard/service-kit/clock';
import { HISTORY_DAYS, type IndexPlan, keptDays } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { ifFound } from '@parcelyard/service-kit/mongo/if-found';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { Collection } from 'mongodb';
import type { Campaign } from '../../domain/campaign';

export interface CampaignDocument extends DueDocument, Omit<Campaign, 'accountId' | 'campaignId'> {
  _id: number;
  v: 1;
}

export const campaignIndexes: IndexPlan = {
  campaigns: [dueIndex, keptDays('createdAt', HISTORY_DAYS)],
  sending_claims: [keptDays('until', 1)],
  suppressions: [],
};

/** How long a process may prepare its campaign. After this time the worker continues the campaign. */
export const PREPARATION_MS = 30_000;

export type CampaignStore = ReturnType<typeof createCampaignStore>;

export function createCampaignStore(collection: Collection<CampaignDocument>, clock: Clock) {
  return {
    get: async (accountId: number, campaignId: number): Promise<Campaign | undefined> =>
      ifFound(await collection.findOne({ _id: campaignId, accountId }), toCampaign),
    /** Stores a new campaign. Returns false when the campaign exists already. */
    begin: async ({ campaignId, ...campaign }: Campaign): Promise<boolean> => {
      const dueAt = new Date(clock.now().getTime() + PREPARATION_MS);
      return unlessDuplicate(collection.insertOne({ _id: campaignId, v: 1, ...campaign, dueAt }));
    },
    /** Ends the preparation, so the campaign's messages may be sent. */
    startSending: async ({ campaignId, accountId }: Campaign): Promise<void> => {
      await collection.updateOne(
        { _id: campaignId, accountId, status: 'preparing' },
        finishing<CampaignDocument>({ $set: { status: 'sending' } }),
      );
    },
    abandon: async ({ campaignId, accountId }: Campaign): Promise<void> => {
      await collection.deleteOne({ _id: campaignId, accountId, status: 'preparing' });
    },
  };
}

export function toCampaign(document: CampaignDocument): Campaign {
  const { _id: campaignId, v, dueAt, leaseUntil, fence, dueFailures, requests, ...campaign } = document;
  return { campaignId, ...campaign };
}
