import type { SendCustomerEmailResponse } from '@parcelyard/contracts/customers';
import { z } from 'zod';
import { textOrNull } from '../../values/nullable';
import { confirm } from '../arguments/fields';
import { customerId } from '../arguments/record-ids';
import { note, SHOW_AND_AGREE } from '../note';
import { defineTool } from '../tool';
import { body, presentLimitCheck, refusalNote, refusalNotes, shipFromOf, subject } from './letters';

const notes = {
  ...refusalNotes,
  previewed: note('a preview', {}, () => `Nothing was sent. ${SHOW_AND_AGREE}`),
  sentBefore: note(
    'a preview of an e-mail that was confirmed within 24 hours',
    {},
    () =>
      'Nothing was sent now: the same e-mail was confirmed within the last 24 hours, see already_sent. A confirm returns that e-mail and sends nothing.',
  ),
  repeated: note(
    'a confirm that repeats a confirm of the last 24 hours',
    {},
    () =>
      'This e-mail was already confirmed within the last 24 hours, and nothing was sent now. status shows what happened to it. Another subject or body makes another e-mail.',
  ),
};

/** @see [MCP-C5]. The customers service checks the plan. */
export const sendCustomerEmail = defineTool({
  name: 'send_customer_email',
  title: 'Send customer email',
  description:
    'E-mails one customer; a sent e-mail cannot be recalled. Preview first, then confirm. The same subject and body are sent to a customer only once within 24 hours.',
  access: 'Sends email',
  planFeature: 'marketing email',
  offeredToApps: true,
  saves: 'when confirmed',
  activity: { action: 'send_customer_email', about: ({ customer_id }) => ({ customerId: customer_id }) },
  hints: { idempotent: true, openWorld: true },
  notes,
  input: z.object({
    customer_id: customerId(),
    subject: subject(),
    body: body(),
    confirm: confirm('true sends the e-mail.'),
  }),
  async run(args, context) {
    const { caller, clients } = context;
    const confirmed = args.confirm === true;
    if (confirmed) await clients.quotas.take('mail_to_others', { ...caller, account: caller.accountId });
    const answer = await clients.customers.sendCustomerEmail(caller, {
      customerId: args.customer_id,
      subject: args.subject,
      body: args.body,
      confirm: confirmed,
      shipFrom: await shipFromOf(context),
    });
    const { messageId, status, recipient, repeated } = answer;
    if (confirmed) {
      return {
        message_id: messageId,
        status,
        recipient,
        ...(repeated && { note: notes.repeated({}) }),
      };
    }
    return {
      preview: true,
      from: answer.from,
      reply_to: textOrNull(answer.replyTo),
      recipient,
      ...answer.letter,
      limit_check: presentLimitCheck(answer.limitCheck),
      ...(messageId !== '' && { already_sent: { message_id: messageId, status } }),
      note: noteOf(answer),
    };
  },
});

function noteOf({ messageId, limitCheck }: SendCustomerEmailResponse): string {
  if (messageId !== '') return notes.sentBefore({});
  return limitCheck?.allowed ? notes.previewed({}) : refusalNote(limitCheck);
}
