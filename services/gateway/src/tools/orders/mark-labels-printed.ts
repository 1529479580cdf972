import type { Failure } from '@parcelyard/contracts/common';
import type { MarkLabelsPrintedResponse } from '@parcelyard/contracts/orders';
import type { BatchItem } from '@parcelyard/contracts/shipping';
import { failure } from '@parcelyard/service-kit/failure';
import { z } from 'zod';
import { as, confirm, flag, recordId } from '../arguments/fields';
import { note, SHOW_AND_AGREE } from '../note';
import { defineTool, type Payload, type ToolContext } from '../tool';
import { presentOrderRow } from './present-order';

/** One call may mark as many orders as one batch may have. */
const MAX_ORDERS = 500;

const notes = {
  withheld: note(
    'a call while the account may not e-mail its customers',
    {},
    () =>
      "Customers are not e-mailed, because this account's own e-mail address is not verified yet. The owner can open the link that was mailed to that address, or have the link sent again under Settings, Account.",
  ),
  bounced: note(
    'a call with a customer to whom earlier mail bounced',
    {},
    () =>
      'The addresses in bounced_recipients are not e-mailed, because earlier mail to them bounced: the mailbox does not exist. The owner sees these addresses under Settings, Mail to customers.',
  ),
  unmailed: note('a call with orders whose customers are not e-mailed', { count: 2 }, ({ count }) =>
    [
      count === 1 ? 'The customer of 1 order is' : `The customers of ${count} orders are`,
      "not e-mailed: no e-mail address is known, or the account's label-printed e-mail is off (Settings, Shipping).",
    ].join(' '),
  ),
  previewed: note('a preview', { recipients: 2 }, ({ recipients }) =>
    [
      'Nothing was changed and no e-mail was sent.',
      recipients === 0
        ? 'A confirm marks these orders and sends no e-mail.'
        : 'A confirm marks these orders and e-mails the recipients.',
      SHOW_AND_AGREE,
    ].join(' '),
  ),
  nothingToMark: note(
    'a call with no order that can be marked',
    {},
    () => 'Nothing was changed: no order can be marked. skipped gives the reasons.',
  ),
};

/** @see [MCP-S8], [MCP-S66] */
export const markLabelsPrinted = defineTool({
  name: 'mark_labels_printed',
  title: 'Mark labels printed',
  description:
    "Marks purchased labels as printed. A confirm e-mails the tracking to each customer, if the account's label-printed e-mail is on, and makes the orders eligible for a pickup. Preview first, then confirm.",
  access: 'Changes data, sends email',
  offeredToApps: true,
  saves: 'when confirmed',
  activity: {
    action: 'mark_labels_printed',
    about: ({ order_ids, batch_id }) => aboutMany(order_ids, batch_id),
  },
  hints: { idempotent: true, openWorld: true },
  notes,
  input: z
    .object({
      order_ids: z
        .array(recordId('Order', 'Integer order id.'))
        .min(1, 'must hold at least 1 order id')
        .max(MAX_ORDERS, `must hold at most ${MAX_ORDERS} order ids`)
        .meta({ description: 'Integer order ids, 1 to 500. Give this or batch_id.' })
        .optional(),
      batch_id: recordId('Batch', 'Integer batch id; marks all its labels.').optional(),
      send_email: flag('false marks the orders and sends no e-mail. Default: true.'),
      confirm: confirm('true marks the orders and sends the e-mails.'),
    })
    .refine(({ order_ids, batch_id }) => (order_ids === undefined) !== (batch_id === undefined), {
      ...as('sentence'),
      error: 'Exactly one of order_ids or batch_id must be provided. Nothing was marked.',
    }),
  async run(args, context) {
    const confirmed = args.confirm === true;
    const { orderIds, unlabelled } =
      args.batch_id === undefined
        ? { orderIds: args.order_ids ?? [], unlabelled: [] }
        : await labelsOfBatch(context, args.batch_id);
    const answer =
      orderIds.length === 0
        ? NOTHING
        : await context.clients.orders.markLabelsPrinted(context.caller, {
            orderIds: [...new Set(orderIds)],
            confirm: confirmed,
            ...(args.send_email === false ? { withoutMail: true } : {}),
          });
    const orders = answer.orders.map(presentOrderRow);
    const skipped = [...answer.skipped, ...unlabelled].map((skip) => ({
      order_id: skip.orderId,
      reason: skip.failure ? context.sentence(skip.failure) : '',
    }));
    const mailNote = args.send_email === false ? {} : unmailedNote(answer);
    if (confirmed) {
      return {
        marked: orders,
        emails_queued: answer.emailsQueued,
        ...mailNote,
        skipped,
        ...(orders.length === 0 ? { note: notes.nothingToMark({}) } : {}),
      };
    }
    return {
      preview: true,
      orders,
      recipients: answer.recipients,
      ...mailNote,
      skipped,
      note:
        orders.length === 0
          ? notes.nothingToMark({})
          : notes.previewed({ recipients: answer.recipients.length }),
    };
  },
});

/** Returns who gets no e-mail, and why. */
function unmailedNote({
  emailsWithheld,
  bouncedRecipients,
  orders,
  recipients,
}: MarkLabelsPrintedResponse): Payload {
  if (emailsWithheld) return { emails_note: notes.withheld({}) };
  if (bouncedRecipients.length > 0) {
    return { bounced_recipients: bouncedRecipients, emails_note: notes.bounced({}) };
  }
  const count = orders.length - recipients.length;
  return count > 0 ? { emails_note: notes.unmailed({ count }) } : {};
}

interface Skipped {
  readonly orderId: number;
  readonly failure?: Failure | undefined;
}

const NOTHING: MarkLabelsPrintedResponse = {
  orders: [],
  recipients: [],
  bouncedRecipients: [],
  skipped: [],
  emailsQueued: 0,
  emailsWithheld: false,
};

/** Divides the orders of a batch into those with a label and those without. */
async function labelsOfBatch(
  { caller, clients }: Pick<ToolContext, 'caller' | 'clients'>,
  batchId: number,
): Promise<{ orderIds: number[]; unlabelled: Skipped[] }> {
  const page = { page: 1, pageSize: MAX_ORDERS };
  const { items } = await clients.shipping.getBatch(caller, { batchId, page });
  // Also true for a label whose void is pending. The orders service then skips this label and says why.
  const isLabelled = ({ status }: BatchItem) => status === 'purchased' || status === 'void_pending';
  const labelled = items.filter(isLabelled);
  const unlabelled = items.filter((item) => !isLabelled(item));
  return {
    orderIds: labelled.map(({ orderId }) => orderId),
    unlabelled: unlabelled.map(({ orderId }) => ({
      orderId,
      failure: failure('failed_precondition', 'order_without_batch_label', { orderId, batchId }),
    })),
  };
}

const aboutMany = (orderIds: readonly number[] = [], batchId: number | undefined) => ({
  ...(batchId !== undefined && { batchId }),
  ...(orderIds.length === 1 && { orderId: orderIds[0] }),
  ...(orderIds.length > 1 && { count: orderIds.length }),
});
