import type { LimitCheck } from '@parcelyard/contracts/billing';
import type { Campaign } from '@parcelyard/contracts/customers';
import { z } from 'zod';
import { confirm, text, wholeNumber } from '../arguments/fields';
import { defineTool, type Payload } from '../tool';
import { body, presentLimitCheck, refusalNote, subject } from './letters';

const SEGMENTS = ['all', 'recent', 'lapsed'];

/** @see decisions, send_mass_marketing_email; the plan gate is the customers service's */
export const sendMassMarketingEmail = defineTool({
  name: 'send_mass_marketing_email',
  title: 'Send mass marketing email',
  description:
    'E-mails a customer segment, each address at most once; it cannot be recalled. Preview first, then call again with confirm: true. The same words to the same segment within 24 hours are one campaign: a repeated confirm answers how far it is.',
  access: 'Sends email',
  planFeature: 'marketing email',
  oauth: true,
  saves: 'when confirmed',
  hints: { idempotent: true, openWorld: true },
  input: z.object({
    segment: text('all; recent: ordered within days; lapsed: has ordered, but not within days.', { max: 20 })
      .refine((value) => value.trim() === '' || SEGMENTS.includes(value), {
        error: `must be one of ${SEGMENTS.join(', ')}`,
      })
      .meta({ enum: SEGMENTS }),
    days: wholeNumber('Days that part recent (default 30) from lapsed (default 90), 1 to 3650.', {
      min: 1,
      max: 3650,
    }).optional(),
    subject: subject(),
    body: body(),
    confirm: confirm('true begins the campaign.'),
  }),
  async run(args, { caller, clients }) {
    if (args.confirm === true)
      await clients.budgets.spend('mail_to_others', { ...caller, account: caller.accountId });
    const answer = await clients.customers.sendCampaign(caller, {
      segment: args.segment,
      days: args.days ?? 0,
      subject: args.subject,
      body: args.body,
      confirm: args.confirm === true,
    });
    if (args.confirm === true) return presentCampaign(answer.campaign);
    return {
      preview: true,
      segment: args.segment,
      recipient_count: answer.recipientCount,
      sample_recipients: answer.sampleRecipients,
      excluded_unsubscribed: answer.excludedUnsubscribed,
      limit_check: presentLimitCheck(answer.limitCheck),
      ...(answer.campaign && { already_sent: presentProgress(answer.campaign) }),
      note: answer.campaign
        ? 'Nothing was sent now: the same campaign was confirmed within the last 24 hours, see already_sent. A confirm answers with it and sends nothing.'
        : noteOf(answer.recipientCount, answer.limitCheck),
    };
  },
});

function noteOf(recipients: number, check: LimitCheck | undefined): string {
  if (!check?.allowed) return refusalNote(check);
  if (recipients === 0) return 'Nothing was sent, and nobody in this segment can be written to.';
  return 'Nothing was sent. Call again with confirm: true to write to these recipients.';
}

const presentProgress = ({ campaignId, status, counts }: Campaign): Payload => ({
  campaign_id: campaignId,
  status,
  counts: counts ?? null,
});

function presentCampaign(campaign: Campaign | undefined): Payload {
  if (!campaign) throw new Error('Customers answered a confirm without its campaign.');
  return {
    campaign_id: campaign.campaignId,
    recipient_count: campaign.recipientCount,
    status: campaign.status,
    counts: campaign.counts ?? null,
    note:
      (campaign.counts?.unknown ?? 0) > 0
        ? 'counts.unknown were interrupted while being sent: they may have arrived and are never sent again.'
        : 'Messages go out in the background. The same call again tells how far it is.',
  };
}
