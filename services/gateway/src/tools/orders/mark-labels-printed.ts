import { z } from 'zod';
import { confirm, recordId } from '../arguments/fields';
import { defineTool } from '../tool';
import { presentOrderRow } from './present-order';

const WITHHELD =
  "Customers are not e-mailed: this account's own e-mail address is not verified yet. Its owner opens the link in the mail that was sent to it; the web application sends it again under Settings, Account.";

/** @see specification, "mark_labels_printed" */
export const markLabelsPrinted = defineTool({
  name: 'mark_labels_printed',
  title: 'Mark labels printed',
  description:
    'Marks purchased labels as printed. Confirming e-mails each customer the tracking, if the account has that e-mail on, and makes the orders eligible for a pickup. Preview first, then confirm.',
  access: 'Changes data, sends email',
  oauth: true,
  saves: 'when confirmed',
  hints: { idempotent: true, openWorld: true },
  input: z.object({
    order_ids: z
      .array(recordId('Order', 'Integer order id.'))
      .min(1, 'must hold at least 1 order id')
      .max(500, 'must hold at most 500 order ids')
      .meta({ description: 'Integer ids of the orders whose labels were printed, 1 to 500.' }),
    confirm: confirm('true marks the orders and sends the e-mails.'),
  }),
  async run(args, { caller, clients, sentence }) {
    const confirmed = args.confirm === true;
    const answer = await clients.orders.markLabelsPrinted(caller, {
      orderIds: [...new Set(args.order_ids)],
      confirm: confirmed,
    });
    const orders = answer.orders.map(presentOrderRow);
    const skipped = answer.skipped.map(({ orderId, failure }) => ({
      order_id: orderId,
      reason: failure ? sentence(failure) : '',
    }));
    const because = answer.emailsWithheld ? { emails_note: WITHHELD } : {};
    if (confirmed) return { marked: orders, emails_queued: answer.emailsQueued, ...because, skipped };
    return {
      preview: true,
      orders,
      recipients: answer.recipients,
      ...because,
      skipped,
      note:
        orders.length === 0
          ? 'Nothing was changed, and a confirm would mark nothing: see skipped.'
          : 'Nothing was changed and nobody was written to. Call again with confirm: true to mark these orders printed and e-mail the recipients.',
    };
  },
});
