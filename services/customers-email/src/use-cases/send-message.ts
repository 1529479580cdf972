import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import type { UnsubscribeLinks } from '../adapters/links/unsubscribe-links';
import type { CampaignStore } from '../adapters/mongo/campaign-store';
import type { MailSettingsStore } from '../adapters/mongo/mail-settings-store';
import type { MessageLease, MessageStore } from '../adapters/mongo/message-store';
import type { Suppressions } from '../adapters/mongo/suppressions';
import type { Mailer } from '../adapters/smtp/smtp-mailer';
import { labelPrintedMail } from '../domain/label-printed-mail';
import { type Letter, letterMail } from '../domain/letter';
import type { Mail } from '../domain/mail';
import { isMailable } from '../domain/mailbox';
import { type Message, nextStep, type SendOutcome } from '../domain/message';
import { ownerMail } from '../domain/owner-mail';

interface Ports {
  readonly messages: MessageStore;
  readonly settings: MailSettingsStore;
  readonly campaigns: CampaignStore;
  readonly suppressions: Suppressions;
  readonly links: UnsubscribeLinks;
  readonly mailer: Mailer;
  readonly failPoint: FailPoint;
  /** Told how each attempt ended. */
  onTry(outcome: SendOutcome): void;
  readonly serviceName: string;
  readonly baseUrl: string;
}

/**
 * Sends one message, at most once: it is `sending` before the first byte leaves, and a message that is found in that
 * state was interrupted there, so nobody knows whether it arrived.
 */
export async function sendMessage(ports: Ports, message: Message, lease: MessageLease): Promise<void> {
  const { messages, failPoint, onTry } = ports;
  if (message.status === 'sending') {
    await messages.finish(message, lease, { status: 'unknown' }, 'interrupted while sending');
    return;
  }
  const mail = await compose(ports, message);
  if (!(await messages.startSending(message, lease))) return;
  failPoint('mail-1-sending');
  const outcome = await handOver(ports, message, mail);
  failPoint('mail-2-handed-over');
  onTry(outcome);
  const step = nextStep(outcome, message.attempts + 1);
  await messages.finish(message, lease, step, 'detail' in outcome ? outcome.detail : '');
}

/** The suppression is read last, so that an unsubscription counts up to the moment of sending. */
async function handOver(
  { mailer, suppressions }: Ports,
  { accountId, kind, recipient }: Message,
  mail: Mail,
): Promise<SendOutcome> {
  if (!isMailable(recipient)) return { kind: 'refused', detail: 'The recipient is no mail address.' };
  if (isMarketing(kind) && (await suppressions.has(accountId, recipient.toLowerCase()))) {
    return { kind: 'unsubscribed', detail: 'unsubscribed before it went out' };
  }
  return mailer.send(mail);
}

const isMarketing = (kind: Message['kind']) => kind === 'customer_email' || kind === 'campaign';

async function compose(ports: Ports, message: Message): Promise<Mail> {
  const { settings, serviceName, baseUrl, links } = ports;
  const { accountId, messageId, recipient, createdAt: date } = message;
  if (message.kind === 'owner_email') {
    const { news, recipientName: name } = message;
    const content = ownerMail(news, name, { name: serviceName, baseUrl });
    return { messageId, senderName: serviceName, date, ...content, recipient: { name, address: recipient } };
  }
  const senderName = (await settings.get(accountId)).senderName || serviceName;
  const mail = { messageId, senderName, date };
  if (message.kind === 'label_printed') {
    const content = labelPrintedMail(message.news, { name: senderName, baseUrl });
    return { ...mail, ...content, recipient: { name: message.news.recipientName, address: recipient } };
  }
  const token = links.seal({ accountId, address: recipient.toLowerCase() });
  const unsubscribeUrl = `${baseUrl.replace(/\/$/, '')}/unsubscribe/${token}`;
  const content = letterMail(await letterOf(ports, message), { name: senderName, unsubscribeUrl });
  const to = { name: message.recipientName, address: recipient };
  return { ...mail, ...content, recipient: to, unsubscribeUrl };
}

async function letterOf(
  { campaigns }: Ports,
  message: Extract<Message, { kind: 'customer_email' | 'campaign' }>,
): Promise<Letter> {
  if (message.kind === 'customer_email') return message.letter;
  const campaign = await campaigns.get(message.accountId, message.campaignId);
  if (!campaign) throw new Error(`Campaign ${message.campaignId} of ${message.messageId} is gone.`);
  return campaign.letter;
}
