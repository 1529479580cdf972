import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import { type Campaign, type Recipient, sendingTime } from '../domain/campaign';
import type { Message } from '../domain/message';
import type { Allowance, CampaignStore, MessageStore } from '../ports';
import { addressKey } from './sending-key';

export interface PreparationDependencies {
  campaigns: CampaignStore;
  messages: MessageStore;
  allowance: Allowance;
  failPoint: FailPoint;
  /** Messages that may go out in a second. */
  perSecond: number;
}

/**
 * Takes the campaign's e-mails off the allowance and writes one message an address; both bear repetition, so that it
 * may be done again after a crash at any place. The messages' ids name campaign and address: one each, for ever.
 * @throws DomainError `permission_denied` or `resource_exhausted`; nothing has been written then
 */
export const prepareCampaign =
  ({ campaigns, messages, allowance, failPoint, perSecond }: PreparationDependencies) =>
  async (campaign: Campaign, recipients: readonly Recipient[]): Promise<void> => {
    const { accountId, campaignId, recipientCount, createdAt } = campaign;
    await allowance.claim(accountId, `campaign:${campaignId}`, recipientCount);
    failPoint('campaign-2-claimed');
    const wanted = recipients.slice(0, recipientCount).map((recipient, index) => ({
      message: messageTo(campaign, recipient),
      dueAt: sendingTime(createdAt, index, perSecond),
    }));
    await messages.queueMany(wanted);
    failPoint('campaign-3-queued');
    await campaigns.settle(campaign, 'sending');
  };

const messageTo = (
  { accountId, campaignId, createdAt }: Campaign,
  { address, name }: Recipient,
): Message => ({
  accountId,
  messageId: `campaign:${campaignId}:${addressKey(address)}`,
  kind: 'campaign',
  recipient: address,
  recipientName: name,
  campaignId,
  status: 'queued',
  attempts: 0,
  createdAt,
});

/** The allowance said no, for good. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof DomainError && ['permission_denied', 'resource_exhausted'].includes(error.code);
