import { z } from 'zod';
import { confirm } from '../arguments/fields';
import { customerId } from '../arguments/record-ids';
import { defineTool } from '../tool';
import { body, presentLimitCheck, refusalNote, subject } from './letters';

/** @see decisions, send_customer_email; the plan gate is the customers service's */
export const sendCustomerEmail = defineTool({
  name: 'send_customer_email',
  title: 'Send customer email',
  description:
    'E-mails one customer; it cannot be recalled. Preview first, then call again with confirm: true. The same words to the same customer within 24 hours are sent once.',
  access: 'Sends email',
  planFeature: 'marketing email',
  oauth: true,
  saves: 'when confirmed',
  hints: { idempotent: true, openWorld: true },
  input: z.object({
    customer_id: customerId(),
    subject: subject(),
    body: body(),
    confirm: confirm('true sends the e-mail.'),
  }),
  async run(args, { caller, clients }) {
    const confirmed = args.confirm === true;
    if (confirmed) await clients.budgets.spend('mail_to_others', { ...caller, account: caller.accountId });
    const answer = await clients.customers.sendCustomerEmail(caller, {
      customerId: args.customer_id,
      subject: args.subject,
      body: args.body,
      confirm: confirmed,
    });
    if (confirmed) {
      return { message_id: answer.messageId, status: answer.status, recipient: answer.recipient };
    }
    return {
      preview: true,
      recipient: answer.recipient,
      subject: args.subject.trim(),
      body: args.body.trim(),
      limit_check: presentLimitCheck(answer.limitCheck),
      note: answer.limitCheck?.allowed
        ? 'Nothing was sent. Call again with confirm: true to send this e-mail.'
        : refusalNote(answer.limitCheck),
    };
  },
});
