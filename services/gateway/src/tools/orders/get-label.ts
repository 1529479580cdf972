import type { Order } from '@parcelyard/contracts/orders';
import { z } from 'zod';
import { linkOrNull, textOrNull } from '../../values/nullable';
import { flag } from '../arguments/fields';
import { orderId } from '../arguments/record-ids';
import { defineTool, READS } from '../tool';

/** @see [MCP-O6] */
export const getLabel = defineTool({
  name: 'get_label',
  title: 'Get label',
  description:
    'Label files and tracking of one order; never buys anything. void_pending true: the carrier has not accepted the void yet; do not use the label. When has_label is false, ignore raw_label_url, form_url and receipt_url: they may belong to a voided label.',
  ...READS,
  input: z.object({ order_id: orderId(), return: flag('true: the return label.') }),
  async run(args, context) {
    const order = await context.clients.orders.getOrder(context.caller, { orderId: args.order_id });
    const label = args.return ? order.returnLabel : order.label;
    // An earlier, voided label is reported only when the caller asks for the order's own label, not for the return
    // label.
    const left: Partial<Order> = args.return ? {} : order;
    const voidPending = label?.pendingVoid !== undefined;
    // A label that must not be used has no links. Its price is still shown.
    const file = (url: string | undefined) => (voidPending ? null : linkOrNull(context, url));
    const labelUrl = file(label?.labelUrl);
    return {
      order_id: order.orderId,
      ...(args.return && { return: true }),
      label_url: labelUrl,
      raw_label_url: file(label?.rawLabelUrl ?? left.staleRawLabelUrl),
      form_url: file(label?.formUrl ?? left.staleFormUrl),
      receipt_url: linkOrNull(context, label?.receiptUrl ?? left.staleReceiptUrl),
      tracking_number: textOrNull(label?.trackingNumber),
      tracking_url: linkOrNull(context, label?.trackingUrl),
      estimated_delivery_date: textOrNull(label?.estimatedDeliveryDate),
      has_label: labelUrl !== null,
      void_pending: voidPending,
    };
  },
});
