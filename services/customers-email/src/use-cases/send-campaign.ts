import type {
  Campaign as CampaignMessage,
  SendCampaignRequest,
  SendCampaignResponse,
} from '@parcelyard/contracts/customers';
import { postalLine } from '@parcelyard/service-kit/addresses/postal-line';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import {
  type Audience,
  type Campaign,
  campaignStatus,
  type Segment,
  segmentAt,
  segmentDays,
} from '../domain/campaign';
import { checkLetter, type Letter } from '../domain/letter';
import { mailboxOf } from '../domain/sender';
import type { CustomersPorts } from '../ports';
import { composeLetter, type LetterPorts } from './compose-letter';
import { findSender, type SenderPorts } from './find-sender';
import { type CampaignPorts, findAudience, isRefusal, prepareCampaign } from './prepare-campaign';
import { refusedWhileUnverified, requireMaySend, SAME_SENDING_MS, sendingKey } from './sending-rules';

export type SendingPorts = CampaignPorts &
  SenderPorts &
  LetterPorts &
  Pick<CustomersPorts, 'claims' | 'sendingIds' | 'clock' | 'mailFrom'>;

const SAMPLE_SIZE = 50;

/**
 * Shows who would get a letter to a segment, or begins the campaign (specification: send_mass_marketing_email). Within
 * a day, the same text to the same segment is one campaign, even if it is confirmed several times.
 */
export async function sendCampaign(
  ports: SendingPorts,
  {
    accountId,
    segment: kind,
    days: givenDays,
    confirm,
    subject,
    body,
    shipFrom,
    timeZone,
    minOrders,
    customerIds,
  }: SendCampaignRequest,
): Promise<SendCampaignResponse> {
  const { billing, owners, clock } = ports;
  const letter = checkLetter({ subject, body });
  const ids = [...new Set(customerIds)].sort((a, b) => a - b);
  const days = ids.length > 0 ? 0 : segmentDays(kind, givenDays);
  await requireCustomers(ports, accountId, ids);
  const now = clock.now();
  const chosen: Segment =
    ids.length > 0 ? { kind: 'named', customerIds: ids } : segmentAt(kind, days, now, timeZone);
  const segment: Segment = minOrders === undefined ? chosen : { ...chosen, minOrders };
  const audience = await findAudience(ports, accountId, segment, now);
  const recipientCount = audience.recipients.length;
  const allowance = await billing.checkMarketingEmails({ accountId, count: recipientCount });
  const limitCheck = await refusedWhileUnverified(owners, accountId, allowance);
  const audienceKey = [...(minOrders === undefined ? [] : [`from ${minOrders}`]), ...ids];
  const key = sendingKey('campaign', kind, days, letter.subject, letter.body, ...audienceKey);
  const postalAddress = shipFrom && postalLine(shipFrom);
  if (!confirm) {
    return {
      recipientCount,
      sampleRecipients: audience.recipients.slice(0, SAMPLE_SIZE).map(({ address }) => address),
      excludedUnsubscribed: audience.unsubscribed,
      excludedBounced: audience.bounced,
      limitCheck,
      campaign: await findConfirmed(ports, accountId, key, now),
      ...(await showLetter(ports, accountId, letter, postalAddress, audience)),
      repeated: false,
    };
  }
  const campaignId = await claim(ports, accountId, key, now);
  // A campaign that has begun is shown even if the plan no longer allows campaigns.
  const begun = await findProgress(ports, accountId, campaignId);
  if (begun) return confirmAnswer(begun, true);
  await requireMaySend(owners, accountId, limitCheck);
  const campaign: Campaign = {
    accountId,
    campaignId,
    segment,
    letter,
    postalAddress,
    recipientCount,
    status: 'preparing',
    createdAt: now,
  };
  return begin(ports, campaign, audience);
}

const MAX_NAMED = 500;

/** @throws DomainError `not_found` for a customer of another account, `invalid_argument` for too many customers */
async function requireCustomers(
  { customers }: SendingPorts,
  accountId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const field = 'customer_ids';
  if (ids.length > MAX_NAMED) {
    throw new DomainError(
      'invalid_argument',
      'too_many_named',
      { max: MAX_NAMED, got: ids.length },
      { field },
    );
  }
  const found = await customers.getMany(ids.map((customerId) => ({ accountId, customerId })));
  const known = new Set(found.map(({ customerId }) => customerId));
  const customerId = ids.find((id) => !known.has(id));
  if (customerId !== undefined)
    throw new DomainError('not_found', 'customer_not_found', { customerId }, { field });
}

/** Returns the sender, and the letter as the first recipient gets it. */
async function showLetter(
  ports: SendingPorts,
  accountId: number,
  letter: Letter,
  postalAddress = '',
  { recipients: [first] }: Audience,
): Promise<Pick<SendCampaignResponse, 'from' | 'replyTo' | 'sample'>> {
  const { name, replyTo = '' } = await findSender(ports, accountId);
  const mail = first && composeLetter(ports, letter, { name, postalAddress }, { accountId, ...first });
  return {
    from: mailboxOf(name, ports.mailFrom),
    replyTo,
    sample: mail && { subject: mail.subject, body: mail.text },
  };
}

const confirmAnswer = (campaign: CampaignMessage, repeated: boolean): SendCampaignResponse => ({
  recipientCount: campaign.recipientCount,
  campaign,
  repeated,
  sampleRecipients: [],
  excludedUnsubscribed: 0,
  excludedBounced: 0,
  limitCheck: undefined,
  from: '',
  replyTo: '',
  sample: undefined,
});

const claim = async (
  { claims, sendingIds }: SendingPorts,
  accountId: number,
  key: string,
  now: Date,
): Promise<number> =>
  claims.claim(accountId, key, {
    sendingId: await sendingIds.next(),
    now,
    until: new Date(now.getTime() + SAME_SENDING_MS),
  });

/** Returns the campaign with the same text and segment that was confirmed within the last day. */
async function findConfirmed(
  ports: SendingPorts,
  accountId: number,
  key: string,
  now: Date,
): Promise<CampaignMessage | undefined> {
  const campaignId = await ports.claims.holder(accountId, key, now);
  return campaignId === undefined ? undefined : findProgress(ports, accountId, campaignId);
}

/** Returns a campaign's progress, with the counts of its messages. */
async function findProgress(
  { campaigns, messages }: SendingPorts,
  accountId: number,
  campaignId: number,
): Promise<CampaignMessage | undefined> {
  const campaign = await campaigns.get(accountId, campaignId);
  if (!campaign) return undefined;
  const counts = await messages.countCampaign(accountId, campaignId);
  const { recipientCount, createdAt } = campaign;
  return { campaignId, status: campaignStatus(campaign, counts), recipientCount, counts, createdAt };
}

/** Begins the campaign. If another call has already begun the campaign, returns the campaign's progress. */
async function begin(
  ports: SendingPorts,
  campaign: Campaign,
  { recipients }: Audience,
): Promise<SendCampaignResponse> {
  const { campaigns, failPoint } = ports;
  const { accountId, campaignId } = campaign;
  const progress = async (repeated: boolean) => {
    const found = await findProgress(ports, accountId, campaignId);
    if (found) return confirmAnswer(found, repeated);
    throw new DomainError('not_found', 'campaign_not_found', { campaignId });
  };
  if (recipients.length === 0) {
    throw new DomainError('failed_precondition', 'segment_empty', {}, { field: 'segment' });
  }
  if (!(await campaigns.begin(campaign))) return progress(true);
  failPoint('campaign-1-begun');
  try {
    await prepareCampaign(ports, campaign, recipients);
  } catch (error) {
    if (isRefusal(error)) await campaigns.abandon(campaign);
    throw error;
  }
  return progress(false);
}
