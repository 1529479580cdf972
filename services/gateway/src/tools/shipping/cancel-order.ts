import type { Order } from '@parcelyard/contracts/orders';
import { toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { orderStatusLabel } from '../../values/order-status';
import { confirm } from '../arguments/fields';
import { orderId } from '../arguments/record-ids';
import { note, SHOW_AND_AGREE } from '../note';
import { presentOrder } from '../orders/present-order';
import { pickupToLeave } from '../pickups/pickup-to-leave';
import { defineTool } from '../tool';
import { type RefundMoney, refundWords } from './refund-words';

const MONEY: RefundMoney = {
  refundExpectedCents: 1545,
  refundPendingCents: 630,
  refundedCents: 0,
  feeKeptCents: 30,
};
const REFUND_PENDING: RefundMoney = { refundExpectedCents: 630, refundPendingCents: 630, feeKeptCents: 0 };
const PICKUP = 'The order is then removed from pickup 31 (2026-03-04).';

const notes = {
  previewed: note<{ money: RefundMoney; pickup: string | undefined }>(
    'a preview',
    { money: MONEY, pickup: PICKUP },
    ({ money, pickup }) =>
      ['Nothing was canceled.', ...refundWords(money), ...(pickup ? [pickup] : []), SHOW_AND_AGREE].join(' '),
  ),
  canceledBefore: note('a preview for a canceled order', { money: REFUND_PENDING }, ({ money }) =>
    ['This order is already canceled. Nothing was changed.', ...refundWords(money)].join(' '),
  ),
};

/** @see [MCP-O20], [MCP-O21] */
export const cancelOrder = defineTool({
  name: 'cancel_order',
  title: 'Cancel order',
  description:
    'Cancels an order that has not shipped, and voids its label if the carrier accepts the void; postage and insurance then go back to the postage balance. Preview first, then confirm.',
  access: 'Changes data',
  offeredToApps: true,
  saves: 'when confirmed',
  activity: { action: 'cancel_order', about: ({ order_id }) => ({ orderId: order_id }) },
  hints: { idempotent: true, openWorld: true },
  notes,
  input: z.object({
    order_id: orderId('Order to cancel'),
    confirm: confirm('true cancels the order.'),
  }),
  async run(args, context) {
    const { outcome } = await context.clients.shipping.cancelOrder(context.caller, {
      orderId: args.order_id,
      confirm: args.confirm === true,
    });
    switch (outcome?.$case) {
      case 'preview': {
        const { order, labelWillBeVoided, refundExpectedCents } = outcome.preview;
        const money = outcome.preview;
        const pickup = order && (await pickupToLeave(context, order));
        return {
          preview: true,
          order: presentOrder(order as Order, context),
          label_will_be_voided: labelWillBeVoided,
          refund_expected: toDollars(refundExpectedCents),
          ...(pickup ? { pickup: pickup.shown } : {}),
          note:
            order?.status === 'Deleted'
              ? notes.canceledBefore({ money })
              : notes.previewed({ money, pickup: pickup?.words }),
        };
      }
      case 'result': {
        const { order, labelVoided, note, refundStatus, refundAmountCents, refundBegunCents } =
          outcome.result;
        context.touched({ amountCents: refundBegunCents });
        return {
          canceled: true,
          order_id: args.order_id,
          status: orderStatusLabel(order?.status ?? ''),
          label_voided: labelVoided,
          refund_status: refundStatus,
          refund_amount: toDollars(refundAmountCents),
          note,
        };
      }
      default:
        throw new Error('Shipping returned nothing for a cancellation.');
    }
  },
});
