import type { BillingDefinition } from '@parcelyard/contracts/billing';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import { type Audience, type Campaign, type Recipient, type Segment, sendingTime } from '../domain/campaign';
import { fullName } from '../domain/customer';
import { isMailable, isPlaceholderEmail } from '../domain/mailbox';
import type { Message } from '../domain/message';
import type { CustomersPorts } from '../ports';
import { addressKey } from './sending-rules';

export interface CampaignPorts
  extends Pick<
    CustomersPorts,
    'campaigns' | 'messages' | 'customers' | 'suppressions' | 'reports' | 'failPoint' | 'perSecond'
  > {
  /** Billing stores the allowance of marketing e-mails. */
  readonly billing: Pick<RpcClient<BillingDefinition>, 'checkMarketingEmails' | 'claimMarketingEmails'>;
}

/** Returns the recipients of a segment, each address once, without unsubscribed, placeholder and bounced addresses. */
export async function findAudience(
  { customers, suppressions, reports }: CampaignPorts,
  accountId: number,
  segment: Segment,
  at: Date,
): Promise<Audience> {
  const { recipients, unsubscribed } = await customers.findRecipients(accountId, segment, at);
  const reachable = recipients.filter(({ address }) => isMailable(address) && !isPlaceholderEmail(address));
  const suppressed = await suppressions.among(
    accountId,
    reachable.map(({ address }) => address),
  );
  const subscribed = reachable.filter(({ address }) => !suppressed.has(address));
  const bounced = await reports.bouncedAmong(
    accountId,
    subscribed.map(({ address }) => address),
  );
  return {
    recipients: subscribed.filter(({ address }) => !bounced.has(address)),
    unsubscribed: unsubscribed + suppressed.size,
    bounced: bounced.size,
  };
}

/**
 * Takes the campaign's e-mails from the allowance, and stores one message per address. Both steps can be repeated after
 * a crash: the allowance still shrinks only once, and each address still gets one message.
 * @throws DomainError `permission_denied` or `resource_exhausted`; then nothing is stored
 */
export async function prepareCampaign(
  { campaigns, messages, billing, failPoint, perSecond }: CampaignPorts,
  campaign: Campaign,
  recipients: readonly Recipient[],
): Promise<void> {
  const { accountId, campaignId, recipientCount: count, createdAt } = campaign;
  await billing.claimMarketingEmails({ accountId, key: `campaign:${campaignId}`, count });
  failPoint('campaign-2-claimed');
  await messages.queueMany(
    recipients.slice(0, count).map((recipient, index) => ({
      message: messageTo(campaign, recipient),
      dueAt: sendingTime(createdAt, index, perSecond),
    })),
  );
  failPoint('campaign-3-queued');
  await campaigns.startSending(campaign);
}

const messageTo = (
  { accountId, campaignId, createdAt }: Campaign,
  { address, person }: Recipient,
): Message => ({
  accountId,
  messageId: `campaign:${campaignId}:${addressKey(address)}`,
  kind: 'campaign',
  campaignId,
  recipient: address,
  recipientName: fullName(person),
  person,
  status: 'queued',
  attempts: 0,
  createdAt,
});

/** Prepares an interrupted campaign again from the beginning. */
export async function resumeCampaign(ports: CampaignPorts, campaign: Campaign): Promise<void> {
  const { accountId, segment, createdAt } = campaign;
  const { recipients } = await findAudience(ports, accountId, segment, createdAt);
  try {
    await prepareCampaign(ports, campaign, recipients);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // No message was stored, so the campaign is removed. If the owner confirms again, they see the refusal.
    await ports.campaigns.abandon(campaign);
  }
}

/** True when billing has refused the e-mails; a repeated request would be refused, too. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof DomainError && ['permission_denied', 'resource_exhausted'].includes(error.code);
