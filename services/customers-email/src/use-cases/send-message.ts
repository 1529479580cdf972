import type { MessageLease } from '../adapters/mongo/message-store';
import { labelPrintedMail } from '../domain/label-printed-mail';
import type { Letter } from '../domain/letter';
import type { Mail } from '../domain/mail';
import { domainOf, isMailable } from '../domain/mailbox';
import { isSlotValid, type Message, nextStep, type SendOutcome } from '../domain/message';
import { ownerMail } from '../domain/owner-mail';
import { replyToMail } from '../domain/reply-to-mail';
import { reportKey as makeReportKey } from '../domain/report-key';
import type { CustomersPorts } from '../ports';
import { composeLetter, type LetterPorts } from './compose-letter';
import { findSender, type SenderPorts } from './find-sender';
import { noteReport, type ReportPorts } from './note-report';

interface Ports
  extends SenderPorts,
    LetterPorts,
    ReportPorts,
    Pick<
      CustomersPorts,
      'messages' | 'campaigns' | 'mailer' | 'pace' | 'failPoint' | 'clock' | 'serviceName'
    > {
  /** Creates 32 random hexadecimal digits. */
  newSecret(): string;
  onTry(outcome: SendOutcome): void;
}

/**
 * Sends one message. The message is set to `sending` before the first byte is sent. If the process then stops, nobody
 * knows whether the mail arrived. In this case only a mail of the service itself is sent again.
 */
export async function sendMessage(ports: Ports, message: Message, lease: MessageLease): Promise<void> {
  const { messages, failPoint, onTry, clock } = ports;
  if (message.status === 'sending') {
    const step = mayBeRepeated(message)
      ? ({ status: 'queued', retryInMs: 0 } as const)
      : ({ status: 'unknown' } as const);
    await messages.finish(message, lease, step, 'interrupted while sending');
    return;
  }
  if (!(await isItsTurn(ports, message, lease))) return;
  const mail = await compose(ports, message);
  if (!(await messages.startSending(message, lease, mail.reportKey))) return;
  failPoint('mail-1-sending');
  const outcome = await sendUnlessSuppressed(ports, message, mail);
  failPoint('mail-2-handed-over');
  onTry(outcome);
  if (outcome.kind === 'refused' && outcome.bounced) {
    await noteReport(ports, message, { kind: 'bounce', ...outcome.bounced }, clock.now());
  }
  const step = nextStep(outcome, message.attempts + 1);
  await messages.finish(message, lease, step, 'detail' in outcome ? outcome.detail : '');
}

/** Returns whether the recipient's domain may get a mail now. If not, the message waits for its time slot. */
async function isItsTurn(
  { pace, messages, clock }: Ports,
  message: Message,
  lease: MessageLease,
): Promise<boolean> {
  const { kind, recipient, slotAt } = message;
  if (!isMailable(recipient) || isSlotValid(slotAt, clock.now())) return true;
  const slot = await pace.reserve(domainOf(recipient), kind === 'campaign' ? 'campaigns' : 'others');
  if (slot <= clock.now()) return true;
  await messages.waitForSlot(message, lease, slot);
  return false;
}

/**
 * Sends the message, unless it is marketing mail to a recipient who has unsubscribed, or an earlier mail to the
 * recipient bounced. This is checked immediately before sending.
 */
async function sendUnlessSuppressed(
  { mailer, suppressions, reports }: Ports,
  message: Message,
  mail: Mail,
): Promise<SendOutcome> {
  const { accountId, kind, recipient } = message;
  if (!isMailable(recipient)) return { kind: 'refused', detail: 'The recipient is no mail address.' };
  if (isMarketing(kind) && (await suppressions.has(accountId, recipient.toLowerCase()))) {
    return { kind: 'unsubscribed', detail: 'unsubscribed before it went out' };
  }
  if (!isAwaited(message) && (await reports.hasBounced(accountId, recipient.toLowerCase()))) {
    return { kind: 'suppressed', detail: 'an earlier mail to this address came back' };
  }
  return mailer.send(mail);
}

/** True for a mail of the service itself. Such a mail may be sent twice, because two mails are better than none. */
const mayBeRepeated = ({ kind }: Message) => kind === 'owner_email' || kind === 'reply_to';

const isMarketing = (kind: Message['kind']) => kind === 'customer_email' || kind === 'campaign';

/**
 * True for a mail that verifies an address. Somebody waits for such a mail, and the mailbox may work again. So the mail
 * is sent even after an earlier mail bounced.
 */
const isAwaited = (message: Message) =>
  message.kind === 'reply_to' || (message.kind === 'owner_email' && message.news.about === 'verify_address');

async function compose(ports: Ports, message: Message): Promise<Mail> {
  const { serviceName, baseUrl, newSecret } = ports;
  const {
    accountId,
    messageId,
    reportKey = makeReportKey(accountId, newSecret()),
    recipient: address,
    createdAt: date,
  } = message;
  if (message.kind === 'owner_email') {
    const { news, recipientName: name } = message;
    const content = ownerMail(news, name, { name: serviceName, baseUrl });
    return { messageId, reportKey, senderName: serviceName, date, ...content, recipient: { name, address } };
  }
  if (message.kind === 'reply_to') {
    const content = replyToMail(message.news, { name: serviceName, baseUrl });
    return {
      messageId,
      reportKey,
      senderName: serviceName,
      date,
      ...content,
      recipient: { name: '', address },
    };
  }
  const { name: senderName, replyTo } = await findSender(ports, accountId);
  const mail = { messageId, reportKey, senderName, replyTo, date };
  if (message.kind === 'label_printed') {
    const content = labelPrintedMail(message.news, { name: senderName, baseUrl });
    return { ...mail, ...content, recipient: { name: message.news.recipientName, address } };
  }
  const { letter, postalAddress = '' } = await letterOf(ports, message);
  const { recipientName: name, person } = message;
  const shop = { name: senderName, postalAddress };
  const content = composeLetter(ports, letter, shop, { accountId, address, person });
  return { ...mail, ...content, recipient: { name, address } };
}

async function letterOf(
  { campaigns }: Ports,
  message: Extract<Message, { kind: 'customer_email' | 'campaign' }>,
): Promise<{ letter: Letter; postalAddress?: string | undefined }> {
  if (message.kind === 'customer_email') return message;
  const campaign = await campaigns.get(message.accountId, message.campaignId);
  if (!campaign) throw new Error(`Campaign ${message.campaignId} of ${message.messageId} is gone.`);
  return campaign;
}
