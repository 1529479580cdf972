import type { Campaign, SendCampaignResponse } from '@parcelyard/contracts/customers';
import { z } from 'zod';
import { textOrNull } from '../../values/nullable';
import { as, confirm, optionalChoice, recordId, wholeNumber } from '../arguments/fields';
import { note, SHOW_AND_AGREE } from '../note';
import { defineTool, type Payload } from '../tool';
import { body, presentLimitCheck, refusalNote, refusalNotes, shipFromOf, subject } from './letters';

const SEGMENTS = ['all', 'recent', 'lapsed'];

const PROGRESS = 'The same call without confirm shows the progress in already_sent.';

const notes = {
  ...refusalNotes,
  previewed: note('a preview', {}, () => `Nothing was sent. ${SHOW_AND_AGREE}`),
  nobody: note(
    'a preview without recipients',
    {},
    () =>
      'Nothing was sent, and a confirm would be refused: none of these customers can get e-mail. Choose another segment, other days or other customer_ids.',
  ),
  sentBefore: note(
    'a preview of a campaign that was confirmed within 24 hours',
    {},
    () =>
      'Nothing was sent now: the same campaign was confirmed within the last 24 hours, see already_sent. A confirm returns that campaign and sends nothing.',
  ),
  begun: note(
    'a confirm',
    {},
    () => `The campaign has started; its e-mails are sent in the background. ${PROGRESS}`,
  ),
  repeated: note(
    'a confirm that repeats a confirm of the last 24 hours',
    {},
    () =>
      `This campaign was already confirmed within the last 24 hours, and nothing was sent now. ${PROGRESS}`,
  ),
  unknown: note(
    'a repeated confirm, after some e-mails were interrupted while being sent',
    { count: 1 },
    ({ count }) =>
      `This campaign was already confirmed within the last 24 hours, and nothing was sent now. ${count} of its e-mails ${count === 1 ? 'was' : 'were'} interrupted while being sent (counts.unknown): they may have arrived and are never sent again.`,
  ),
};

const isGiven = (segment: string | undefined): segment is string => (segment ?? '').trim() !== '';

const input = z
  .object({
    segment: optionalChoice(
      SEGMENTS,
      'all; recent: ordered within days; lapsed: ordered before, but not within days.',
    ),
    customer_ids: z
      .array(recordId('Customer', 'Integer customer id.'))
      .min(1, 'must hold at least 1 customer id')
      .max(500, 'must hold at most 500 customer ids')
      .meta({ description: 'Instead of segment: integer customer ids, 1 to 500.' })
      .optional(),
    days: wholeNumber('Days for recent (default 30) or lapsed (default 90), 1 to 3650.', {
      min: 1,
      max: 3650,
    }).optional(),
    min_orders: wholeNumber('Minimum number of orders.', {
      min: 1,
      max: 1_000_000,
    }).optional(),
    subject: subject(),
    body: body(),
    confirm: confirm('true starts the campaign.'),
  })
  .refine(({ segment, customer_ids }) => isGiven(segment) || customer_ids !== undefined, {
    ...as('missing'),
    path: ['segment'],
  })
  .refine(({ segment, customer_ids }) => !isGiven(segment) || customer_ids === undefined, {
    ...as('sentence'),
    error: 'Exactly one of segment or customer_ids must be provided; got both. Nothing was sent.',
  });

/** @see [MCP-C5], [MCP-C6]. The customers service checks the plan. */
export const sendMassMarketingEmail = defineTool({
  name: 'send_mass_marketing_email',
  title: 'Send mass marketing email',
  description:
    'E-mails a customer segment, or the customers in customer_ids, each address at most once. Sent e-mails cannot be recalled. Preview first, then confirm. The same subject and body to the same customers within 24 hours are one campaign; its preview shows the progress.',
  access: 'Sends email',
  planFeature: 'marketing email',
  offeredToApps: true,
  saves: 'when confirmed',
  activity: { action: 'send_mass_marketing_email', about: () => ({}) },
  hints: { idempotent: true, openWorld: true },
  notes,
  input,
  async run(args, context) {
    const { caller, clients } = context;
    const confirmed = args.confirm === true;
    if (confirmed) await clients.quotas.take('mail_to_others', { ...caller, account: caller.accountId });
    const answer = await clients.customers.sendCampaign(caller, {
      segment: args.segment ?? '',
      customerIds: args.customer_ids ?? [],
      days: args.days ?? 0,
      ...(args.min_orders !== undefined && { minOrders: args.min_orders }),
      subject: args.subject,
      body: args.body,
      confirm: confirmed,
      shipFrom: await shipFromOf(context),
    });
    if (confirmed) {
      const { campaignId, recipientCount: count } = answer.campaign ?? {};
      context.touched({ campaignId, count });
      return presentCampaign(answer);
    }
    return {
      preview: true,
      ...(isGiven(args.segment) && { segment: args.segment }),
      from: answer.from,
      reply_to: textOrNull(answer.replyTo),
      recipient_count: answer.recipientCount,
      sample_recipients: answer.sampleRecipients,
      sample_message: answer.sample ?? null,
      excluded_unsubscribed: answer.excludedUnsubscribed,
      ...(answer.excludedBounced > 0 && { excluded_bounced: answer.excludedBounced }),
      limit_check: presentLimitCheck(answer.limitCheck),
      ...(answer.campaign && { already_sent: presentProgress(answer.campaign) }),
      note: noteOf(answer),
    };
  },
});

function noteOf({ campaign, recipientCount, limitCheck }: SendCampaignResponse): string {
  if (campaign) return notes.sentBefore({});
  if (!limitCheck?.allowed) return refusalNote(limitCheck);
  return recipientCount === 0 ? notes.nobody({}) : notes.previewed({});
}

const presentProgress = ({ campaignId, status, counts }: Campaign): Payload => ({
  campaign_id: campaignId,
  status,
  counts: counts ?? null,
});

function presentCampaign({ campaign, repeated }: SendCampaignResponse): Payload {
  if (!campaign) throw new Error('Customers returned no campaign after a confirm.');
  const unknown = campaign.counts?.unknown ?? 0;
  return {
    campaign_id: campaign.campaignId,
    recipient_count: campaign.recipientCount,
    status: campaign.status,
    counts: campaign.counts ?? null,
    note: unknown > 0 ? notes.unknown({ count: unknown }) : repeated ? notes.repeated({}) : notes.begun({}),
  };
}
