import type { BatchOrderPreview, BatchPreview, BatchQueuedResult } from '@parcelyard/contracts/shipping';
import { toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { wholeCentsWithin } from '../../operations/buy-label';
import { textOrNull } from '../../operations/nullable';
import { confirm, dollars, optionalChoice, recordId } from '../arguments/fields';
import { defineTool, type Payload, type ToolContext } from '../tool';
import { presentItemError } from './present-batch';

/** @see specification, "trigger_batch_purchase" and "Preview, then confirm"; the plan gate is the shipping service's */
export const triggerBatchPurchase = defineTool({
  name: 'trigger_batch_purchase',
  title: 'Trigger batch purchase',
  description:
    'Buys the labels of many orders from the postage balance in one batch. The preview rates every order, saves the weight and address check it used, and answers each price and total_cost. A confirm rates anew, queues the batch and answers batch_id; follow it with get_batch_status. One batch at a time.',
  access: 'Spends money',
  planFeature: 'batch shipping',
  oauth: false,
  // The preview, too, saves what it rated with.
  saves: 'always',
  hints: { openWorld: true },
  input: z.object({
    order_ids: z
      .array(recordId('Order', 'Integer order id.'))
      .min(1, 'must hold at least 1 order id')
      .max(500, 'must hold at most 500 order ids')
      .meta({
        description:
          'Integer ids of the orders, 1 to 500. Default: all ready-to-ship orders that have a weight, oldest first, 500 at most.',
      })
      .optional(),
    max_total: dollars(
      'Ceiling in US dollars on the postage of the whole batch, without insurance, 0 or more. Above it a confirm is refused and nothing is bought.',
      { max: 10_000_000 },
    ).optional(),
    service_preference: optionalChoice(
      ['cheapest', 'fastest', 'best_value'],
      'Which rate of each order is bought, as get_rates marks it.',
      'cheapest',
    ),
    confirm: confirm('true queues the batch and spends the postage balance.'),
  }),
  async run(args, context) {
    const { caller, clients } = context;
    const { outcome } = await clients.shipping.triggerBatch(caller, {
      orderIds: args.order_ids ?? [],
      maxTotalCents: args.max_total === undefined ? undefined : wholeCentsWithin(args.max_total),
      servicePreference: args.service_preference ?? '',
      confirm: args.confirm === true,
    });
    if (outcome?.$case === 'queued') return presentQueued(outcome.queued);
    if (outcome?.$case === 'preview') return presentPreview(outcome.preview, context);
    throw new Error('Shipping answered neither a preview nor a batch.');
  },
});

const presentQueued = ({ batchId, status, ordersQueued, queuedNow }: BatchQueuedResult): Payload => ({
  batch_id: batchId,
  status,
  orders_queued: ordersQueued,
  note: queuedNow
    ? 'The batch is queued; its labels are usually bought within a minute. Follow it with get_batch_status.'
    : 'This batch was already under way, and an account has one at a time: this call queued and charged nothing. Follow it with get_batch_status.',
});

const presentPreview = (preview: BatchPreview, context: ToolContext): Payload => ({
  preview: true,
  orders: preview.orders.map((order) => presentOrder(order, context)),
  total_cost: toDollars(preview.totalCostCents),
  insurance: toDollars(preview.insuranceCents),
  current_balance: toDollars(preview.currentBalanceCents),
  balance_after: toDollars(preview.balanceAfterCents),
  auto_recharge_would_fire: preview.autoRechargeWouldFire,
  ...(preview.autoRechargeWouldFire && { recharge_amount: toDollars(preview.rechargeCents) }),
  note: previewNote(preview, context),
});

const presentOrder = (order: BatchOrderPreview, context: ToolContext): Payload => ({
  order_id: order.orderId,
  order_number: textOrNull(order.orderNumber),
  method: textOrNull(order.method),
  service_level: textOrNull(order.serviceLevel),
  price: order.priceCents === undefined ? null : toDollars(order.priceCents),
  error: presentItemError(order.error, context),
});

function previewNote({ activeBatchId, refusal, orders }: BatchPreview, { sentence }: ToolContext): string {
  if (activeBatchId !== undefined) {
    return `Nothing was bought. Batch ${activeBatchId} is still under way: until it ends a confirm answers that batch and queues nothing.`;
  }
  if (refusal !== undefined) {
    return `Nothing was bought, and a confirm would be refused: ${sentence(refusal)}`;
  }
  const left = orders.filter(({ error }) => error).length;
  const without =
    left === 0 ? '' : ` ${left} of these orders cannot be bought, for the reason in error; the others can.`;
  return `Nothing was bought or charged.${without} Call again with the same values and confirm: true to buy these labels.`;
}
