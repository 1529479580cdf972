import type { Campaign } from '../domain/campaign';
import type { findAudience } from './find-audience';
import { isRefusal, type PreparationDependencies, prepareCampaign } from './prepare-campaign';

interface Dependencies extends PreparationDependencies {
  audience: ReturnType<typeof findAudience>;
}

/** Goes on with a campaign whose beginner was interrupted; its segment is taken as of its beginning. */
export const resumeCampaign =
  ({ audience, ...dependencies }: Dependencies) =>
  async (campaign: Campaign): Promise<void> => {
    const { accountId, segment, createdAt } = campaign;
    const { recipients } = await audience(accountId, segment, createdAt);
    try {
      await prepareCampaign(dependencies)(campaign, recipients);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // Nothing was written: a confirm that comes again tries again, and hears the reason.
      await dependencies.campaigns.abandon(campaign);
    }
  };
