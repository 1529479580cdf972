import type { LimitCheck } from '@parcelyard/contracts/billing';
import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { type Campaign, segmentAt, segmentDays } from '../domain/campaign';
import { checkLetter, type Letter } from '../domain/letter';
import type { Audience, Owners, SendingClaims, SendingIds } from '../ports';
import type { findAudience } from './find-audience';
import { type CampaignState, getCampaign } from './get-campaign';
import { isRefusal, type PreparationDependencies, prepareCampaign } from './prepare-campaign';
import { requireEntitlement } from './require-entitlement';
import { checkVerified, requireVerified } from './require-verified';
import { SAME_SENDING_MS, sendingKey } from './sending-key';

interface Dependencies extends PreparationDependencies {
  audience: ReturnType<typeof findAudience>;
  claims: SendingClaims;
  owners: Owners;
  ids: SendingIds;
  clock: Clock;
}

interface Wish extends Letter {
  segment: string;
  /** 0: the segment's own default. */
  days: number;
  confirm: boolean;
}

export type CampaignAnswer =
  | {
      recipientCount: number;
      sampleRecipients: string[];
      excludedUnsubscribed: number;
      limitCheck: LimitCheck;
      /** What the same words were confirmed as within a day; a confirm answers with it and sends nothing. */
      campaign: CampaignState | undefined;
    }
  | { recipientCount: number; campaign: CampaignState };

const SAMPLE = 5;

/**
 * A letter to a segment: shows who would get it, or begins the campaign (specification: send_mass_marketing_email). The
 * same words to the same segment within a day are one campaign, however often and from how many sides it is confirmed.
 */
export const sendCampaign =
  (dependencies: Dependencies) =>
  async (
    accountId: AccountId,
    { segment: kind, days: given, confirm, ...words }: Wish,
  ): Promise<CampaignAnswer> => {
    const { audience, allowance, owners, clock } = dependencies;
    const letter = checkLetter(words);
    const days = segmentDays(kind, given);
    const now = clock.now();
    const segment = segmentAt(kind, days, now);
    const found = await audience(accountId, segment, now);
    const recipientCount = found.recipients.length;
    const allowed = await allowance.check(accountId, recipientCount);
    const limitCheck = await checkVerified(owners, accountId, allowed);
    const key = sendingKey('campaign', kind, days, letter.subject, letter.body);
    if (!confirm) {
      return {
        ...preview(found),
        limitCheck,
        campaign: await alreadySent(dependencies, accountId, key, now),
      };
    }
    const campaignId = await claim(dependencies, accountId, key, now);
    // What was begun is told whatever the plan has become since.
    if (!(await dependencies.campaigns.get(accountId, campaignId))) {
      requireEntitlement(limitCheck);
      await requireVerified(owners, accountId);
    }
    const fresh: Campaign = {
      ...{ accountId, campaignId, segment, letter, recipientCount, status: 'preparing', createdAt: now },
    };
    const campaign = await begin(dependencies, fresh, found);
    return { recipientCount: campaign.recipientCount, campaign };
  };

const preview = ({ recipients, excluded }: Audience) => ({
  recipientCount: recipients.length,
  sampleRecipients: recipients.slice(0, SAMPLE).map(({ address }) => address),
  excludedUnsubscribed: excluded,
});

const claim = async ({ claims, ids }: Dependencies, accountId: AccountId, key: string, now: Date) =>
  claims.claim(accountId, key, {
    ...{ sendingId: await ids.next(), now, until: new Date(now.getTime() + SAME_SENDING_MS) },
  });

async function alreadySent(
  dependencies: Dependencies,
  accountId: AccountId,
  key: string,
  now: Date,
): Promise<CampaignState | undefined> {
  const { claims, campaigns } = dependencies;
  const campaignId = await claims.holder(accountId, key, now);
  if (campaignId === undefined || !(await campaigns.get(accountId, campaignId))) return undefined;
  return getCampaign(dependencies)(accountId, campaignId);
}

/** One caller begins it; every other is told how far it is. */
async function begin(
  dependencies: Dependencies,
  fresh: Campaign,
  { recipients }: Audience,
): Promise<CampaignState> {
  const { campaigns, failPoint } = dependencies;
  const { accountId, campaignId } = fresh;
  const state = getCampaign(dependencies);
  if (await campaigns.get(accountId, campaignId)) return state(accountId, campaignId);
  if (recipients.length === 0) {
    throw DomainError.text('failed_precondition', 'Nobody in this segment can be written to.', {
      field: 'segment',
    });
  }
  if (!(await campaigns.begin(fresh))) return state(accountId, campaignId);
  failPoint('campaign-1-begun');
  try {
    await prepareCampaign(dependencies)(fresh, recipients);
  } catch (error) {
    if (isRefusal(error)) await campaigns.abandon(fresh);
    throw error;
  }
  return state(accountId, campaignId);
}
