import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { type CampaignCounts, campaignStatus } from '../domain/campaign';
import type { CampaignStore, MessageStore } from '../ports';

interface Dependencies {
  campaigns: CampaignStore;
  messages: MessageStore;
}

export interface CampaignState {
  campaignId: number;
  status: ReturnType<typeof campaignStatus>;
  recipientCount: number;
  counts: CampaignCounts;
  createdAt: Date;
}

/**
 * How far a campaign is, with what nobody knows of.
 * @throws DomainError `not_found`
 */
export const getCampaign =
  ({ campaigns, messages }: Dependencies) =>
  async (accountId: AccountId, campaignId: number): Promise<CampaignState> => {
    const campaign = await campaigns.get(accountId, campaignId);
    if (!campaign) {
      throw DomainError.text('not_found', `Campaign ${campaignId} was not found in this account.`);
    }
    const counts = await messages.countCampaign(accountId, campaignId);
    const { recipientCount, createdAt } = campaign;
    return { campaignId, status: campaignStatus(campaign, counts), recipientCount, counts, createdAt };
  };
