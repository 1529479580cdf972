import type { BatchQueuedResult } from '@parcelyard/contracts/shipping';
import { toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { wholeCentsWithin } from '../../operations/buy-rated-label';
import { confirm, dollars, optionalChoice, positiveNumber, recordId } from '../arguments/fields';
import { defineTool, type Payload, type ToolContext } from '../tool';
import { batchNotes } from './batch-notes';
import { presentBatchPreview } from './present-batch-preview';
import { presentLeftOut } from './present-left-out';

const MAX_DOLLARS = 10_000_000;
const MAX_WEIGHT_OZ = 100_000;

/** @see [MCP-S10], [MCP-S21]. The shipping service checks the plan. */
export const triggerBatchPurchase = defineTool({
  name: 'trigger_batch_purchase',
  title: 'Trigger batch purchase',
  description:
    'Buys the labels of many orders from the postage balance in one batch. The preview rates every order, saves the weight and address check that it used, and returns each price and, in left_out, the orders that get no label and why. A confirm rates the orders again and queues the batch; follow it with get_batch_status. One batch runs at a time: until it ends, a confirm for other orders is refused.',
  access: 'Spends money',
  planFeature: 'batch shipping',
  offeredToApps: false,
  // Even the preview saves the weight of each order and the check of its address.
  saves: 'always',
  activity: {
    action: 'trigger_batch_purchase',
    about: ({ order_ids }) => (order_ids ? { count: order_ids.length } : {}),
  },
  hints: { openWorld: true },
  notes: batchNotes,
  input: z.object({
    order_ids: z
      .array(recordId('Order', 'Integer order id.'))
      .min(1, 'must hold at least 1 order id')
      .max(500, 'must hold at most 500 order ids')
      .meta({
        description:
          'Integer order ids, 1 to 500. Default: all ready-to-ship orders that have a weight, oldest first, 500 at most.',
      })
      .optional(),
    weight_oz: positiveNumber(
      'Weight in ounces, above 0, for orders without a weight; saved on these orders.',
      {
        max: MAX_WEIGHT_OZ,
      },
    ).optional(),
    max_per_label: dollars(
      'Limit on the postage of each label, in US dollars; orders that cost more are left out.',
      {
        max: MAX_DOLLARS,
      },
    ).optional(),
    max_total: dollars(
      'Limit on the postage of the whole batch, in US dollars; above it, a confirm is refused.',
      { max: MAX_DOLLARS },
    ).optional(),
    max_charge: dollars(
      'Limit on the whole charge, with insurance, in US dollars; above it, a confirm is refused.',
      {
        max: MAX_DOLLARS,
      },
    ).optional(),
    service_preference: optionalChoice(
      ['cheapest', 'fastest', 'best_value'],
      'Which rate is bought for each order. get_rates shows it in attributes.',
      'cheapest',
    ),
    confirm: confirm('true queues the batch and spends the postage balance.'),
  }),
  async run(args, context) {
    const { caller, clients } = context;
    const { outcome } = await clients.shipping.triggerBatch(caller, {
      orderIds: args.order_ids ?? [],
      weightOz: args.weight_oz,
      maxPerLabelCents: ceiling(args.max_per_label),
      maxTotalCents: ceiling(args.max_total),
      maxChargeCents: ceiling(args.max_charge),
      servicePreference: args.service_preference ?? '',
      confirm: args.confirm === true,
    });
    if (outcome?.$case === 'queued') {
      const { batchId, ordersQueued: count, totalChargeCents, queuedNow } = outcome.queued;
      context.touched({ batchId, count, amountCents: queuedNow ? totalChargeCents : 0 });
      return presentQueued(outcome.queued, context);
    }
    if (outcome?.$case === 'preview') return presentBatchPreview(args, outcome.preview, context);
    throw new Error('Shipping returned neither a preview nor a batch.');
  },
});

const ceiling = (given: number | undefined) => (given === undefined ? undefined : wholeCentsWithin(given));

const presentQueued = (queued: BatchQueuedResult, context: ToolContext): Payload => ({
  batch_id: queued.batchId,
  status: queued.status,
  orders_queued: queued.ordersQueued,
  total_charge: toDollars(queued.totalChargeCents),
  ...(isRunningAlready(queued) && { already_running: true }),
  ...(queued.leftOutCount > 0 ? presentLeftOut(queued, context) : {}),
  note: queuedNote(queued),
});

const isRunningAlready = ({ queuedNow, status }: BatchQueuedResult): boolean =>
  !queuedNow && (status === 'queued' || status === 'purchasing');

function queuedNote(queued: BatchQueuedResult): string {
  if (queued.queuedNow) return batchNotes.queued({ leftOut: queued.leftOutCount });
  if (isRunningAlready(queued)) return batchNotes.running({});
  return batchNotes.repeated({ batchId: queued.batchId });
}
