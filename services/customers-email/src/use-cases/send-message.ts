import { labelPrintedMail } from '../domain/label-printed-mail';
import { isMailable } from '../domain/mailbox';
import { type Message, nextStep, type SendOutcome } from '../domain/message';
import type { Mail, Mailer, MailSettingsStore, MessageLease, MessageStore } from '../ports';

interface Dependencies {
  messages: MessageStore;
  settings: MailSettingsStore;
  mailer: Mailer;
  serviceName: string;
  baseUrl: string;
}

/**
 * Hands one message over, at most once: it is `sending` before the first byte leaves, and a message that is found in
 * that state was interrupted there, so nobody knows whether it arrived.
 */
export const sendMessage =
  (dependencies: Dependencies) =>
  async (message: Message, lease: MessageLease): Promise<void> => {
    const { messages, mailer } = dependencies;
    if (message.status === 'sending') {
      await messages.finish(message, lease, { status: 'unknown' }, 'interrupted while sending');
      return;
    }
    const mail = await compose(dependencies, message);
    if (!(await messages.startSending(message, lease))) return;
    const outcome: SendOutcome = isMailable(message.recipient)
      ? await mailer.send(mail)
      : { kind: 'refused', detail: 'The recipient is no mail address.' };
    const step = nextStep(outcome, message.attempts + 1);
    await messages.finish(message, lease, step, 'detail' in outcome ? outcome.detail : '');
  };

async function compose(
  { settings, serviceName, baseUrl }: Dependencies,
  { accountId, messageId, recipient, news, createdAt }: Message,
): Promise<Mail> {
  const senderName = (await settings.get(accountId)).senderName || serviceName;
  const content = labelPrintedMail(news, { name: senderName, baseUrl });
  return {
    messageId,
    senderName,
    recipient: { name: news.recipientName, address: recipient },
    date: createdAt,
    ...content,
  };
}
