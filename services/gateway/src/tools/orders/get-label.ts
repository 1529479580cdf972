import { z } from 'zod';
import { linkOrNull, textOrNull } from '../../operations/nullable';
import { orderId } from '../arguments/record-ids';
import { defineTool, READS } from '../tool';

/** @see specification, "get_label" and "Label" */
export const getLabel = defineTool({
  name: 'get_label',
  title: 'Get label',
  description:
    'Label files and tracking of one order; never buys anything. When has_label is false, ignore raw_label_url, form_url and receipt_url: they may belong to a voided label.',
  ...READS,
  input: z.object({ order_id: orderId() }),
  async run(args, context) {
    const order = await context.clients.orders.getOrder(context.caller, { orderId: args.order_id });
    const { label } = order;
    const labelUrl = linkOrNull(context, label?.labelUrl);
    return {
      order_id: order.orderId,
      label_url: labelUrl,
      raw_label_url: linkOrNull(context, label?.rawLabelUrl ?? order.staleRawLabelUrl),
      form_url: linkOrNull(context, label?.formUrl ?? order.staleFormUrl),
      receipt_url: linkOrNull(context, label?.receiptUrl ?? order.staleReceiptUrl),
      tracking_number: textOrNull(label?.trackingNumber),
      tracking_url: linkOrNull(context, label?.trackingUrl),
      has_label: labelUrl !== null,
    };
  },
});
