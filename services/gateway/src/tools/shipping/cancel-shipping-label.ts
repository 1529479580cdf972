import type { VoidLabelResult } from '@parcelyard/contracts/shipping';
import { toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { confirm, flag } from '../arguments/fields';
import { orderId } from '../arguments/record-ids';
import { note, SHOW_AND_AGREE } from '../note';
import { pickupToLeave } from '../pickups/pickup-to-leave';
import { defineTool, type Payload, type ToolContext } from '../tool';
import { type RefundMoney, refundWords } from './refund-words';

const notes = {
  previewed: note<{ money: RefundMoney; ownAccount: boolean; pickup: string | undefined }>(
    'a preview',
    {
      money: { refundExpectedCents: 915, feeKeptCents: 30 },
      ownAccount: true,
      pickup: 'The order is then removed from pickup 31 (2026-03-04).',
    },
    ({ money, ownAccount, pickup }) =>
      [
        'Nothing was voided.',
        ...refundWords(money),
        ...(ownAccount
          ? [
              "The carrier bills labels to the merchant's own carrier account, and does not bill a voided label.",
            ]
          : []),
        ...(pickup ? [pickup] : []),
        ...(money.refundExpectedCents > 0 ? ['The refund follows after the carrier accepts the void.'] : []),
        SHOW_AND_AGREE,
      ].join(' '),
  ),
  voided: note(
    'a confirm that the carrier accepts',
    {},
    () =>
      'The label is void and the order is ready to ship again. get_balance shows the refund when it has arrived.',
  ),
  returnVoided: note(
    'a confirm for the return label that the carrier accepts',
    {},
    () =>
      'The return label is void. get_rates with return: true gives the prices of another return label. get_balance shows the refund when it has arrived.',
  ),
  waits: note<{ money: RefundMoney }>(
    'a preview while the carrier has not accepted the void yet',
    { money: { refundExpectedCents: 915, feeKeptCents: 30 } },
    ({ money }) =>
      [
        'The void was sent to the carrier, which has not accepted it yet. There is nothing to confirm. Do not use the label.',
        ...refundWords(money),
      ].join(' '),
  ),
  handedOver: note(
    'a confirm that the carrier has not accepted yet',
    {},
    () =>
      'The void was sent to the carrier, which has not accepted it yet. Until the carrier accepts the void, the label stays on the order; do not use the label. get_order shows when the label is gone.',
  ),
};

/** @see [MCP-S9] */
export const cancelShippingLabel = defineTool({
  name: 'cancel_shipping_label',
  title: 'Cancel shipping label',
  description:
    'Voids the unused label of an order, which is then ready to ship again. Postage and insurance go back to the postage balance once the carrier accepts the void. Refused once the carrier has scanned the parcel. If the carrier answers later, void_pending is true and the label must not be used. Preview first, then confirm.',
  access: 'Changes data',
  offeredToApps: true,
  saves: 'when confirmed',
  activity: { action: 'cancel_shipping_label', about: ({ order_id }) => ({ orderId: order_id }) },
  hints: { openWorld: true },
  notes,
  input: z.object({
    order_id: orderId('Order whose label to void'),
    return: flag('true: the return label.'),
    confirm: confirm('true voids the label.'),
  }),
  async run(args, context) {
    const { caller, clients } = context;
    const wish = { orderId: args.order_id, confirm: args.confirm === true };
    const { outcome } = args.return
      ? await clients.shipping.voidReturnLabel(caller, wish)
      : await clients.shipping.voidLabel(caller, wish);
    switch (outcome?.$case) {
      case 'preview': {
        const { trackingNumber, refundExpectedCents, voidPending = false } = outcome.preview;
        const previewed = {
          preview: true,
          order_id: args.order_id,
          ...(args.return && { return: true }),
          tracking_number: trackingNumber,
          refund_expected: toDollars(refundExpectedCents),
        };
        if (voidPending) {
          return { ...previewed, void_pending: true, note: notes.waits({ money: outcome.preview }) };
        }
        const order = await clients.orders.getOrder(caller, { orderId: args.order_id });
        const pickup = args.return ? undefined : await pickupToLeave(context, order);
        return {
          ...previewed,
          ...(pickup ? { pickup: pickup.shown } : {}),
          note: notes.previewed({
            money: outcome.preview,
            ownAccount: (args.return ? order.returnLabel : order.label)?.billedByCarrier ?? false,
            pickup: pickup?.words,
          }),
        };
      }
      case 'result':
        return presentResult(args, outcome.result, context);
      default:
        throw new Error('Shipping returned nothing for a void.');
    }
  },
});

interface Voided {
  readonly order_id: number;
  readonly return?: boolean | undefined;
}

function presentResult(args: Voided, result: VoidLabelResult, { touched }: ToolContext): Payload {
  const { trackingNumber, refundStatus, refundAmountCents, carrierAccepted, begunNow } = result;
  touched({ amountCents: begunNow ? refundAmountCents : 0 });
  return {
    voided: carrierAccepted,
    ...(carrierAccepted ? {} : { void_pending: true }),
    order_id: args.order_id,
    ...(args.return && { return: true }),
    tracking_number: trackingNumber,
    refund_status: refundStatus,
    refund_amount: toDollars(refundAmountCents),
    note: carrierAccepted ? notes[args.return ? 'returnVoided' : 'voided']({}) : notes.handedOver({}),
  };
}
