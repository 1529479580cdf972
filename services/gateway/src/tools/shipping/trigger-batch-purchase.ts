import type { BatchOrderPreview, BatchPreview, BatchQueuedResult } from '@parcelyard/contracts/shipping';
import { toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { wholeCentsWithin } from '../../operations/buy-label';
import { textOrNull } from '../../operations/nullable';
import { confirm, dollars, optionalChoice, positiveNumber, recordId } from '../arguments/fields';
import { note, SHOW_AND_AGREE } from '../note';
import { presentAddressCheck } from '../orders/present-order';
import { defineTool, type Payload, type ToolContext } from '../tool';
import { presentItemError } from './present-batch';
import { presentLeftOut } from './present-left-out';

const MAX_DOLLARS = 10_000_000;
const MAX_WEIGHT_OZ = 100_000;

const notes = {
  previewed: note(
    'a preview',
    { leftOut: 2, doubtful: [1003], weighed: 12 },
    ({ leftOut, doubtful, weighed }: { leftOut: number; doubtful: readonly number[]; weighed: number }) =>
      [
        'Nothing was bought or charged.',
        ...(leftOut > 0 ? [`${orders(leftOut)} no label from it: see left_out.`] : []),
        ...(doubtful.length > 0 ? [`Look at address_check of ${listed(doubtful)}.`] : []),
        ...(weighed > 0 ? [`weight_oz counts for ${weighed} of these orders and was saved on them.`] : []),
        SHOW_AND_AGREE,
      ].join(' '),
  ),
  refused: note(
    'a preview whose confirm would be refused',
    { refusal: 'No order is ready to ship and has a weight, so there is nothing to buy.' },
    ({ refusal }) => `Nothing was bought, and a confirm would be refused: ${refusal}`,
  ),
  asks: note(
    'a preview whose confirm would wait for the owner',
    { approval: 'This batch costs $412.00, above $200.00 where the owner wants to be asked.' },
    ({ approval }) => `Nothing was bought. ${approval}`,
  ),
  blocked: note(
    'a preview while a batch is under way',
    { batchId: 301 },
    ({ batchId }) =>
      `Nothing was bought. Batch ${batchId} is still under way: until it ends a confirm answers that batch and queues nothing. Follow it with get_batch_status.`,
  ),
  queued: note('a confirm', { leftOut: 2 }, ({ leftOut }) =>
    [
      'The batch is queued; its labels are usually bought within a minute.',
      ...(leftOut > 0 ? [`${orders(leftOut)} no label from it: see left_out.`] : []),
      'Follow it with get_batch_status.',
    ].join(' '),
  ),
  underWay: note(
    'a confirm while a batch is under way',
    {},
    () =>
      'This batch was already under way, and an account has one at a time: this call queued and charged nothing. Follow it with get_batch_status.',
  ),
  repeated: note(
    'a confirm that repeats that of a batch which has ended',
    { batchId: 301 },
    ({ batchId }) =>
      `Nothing is left to buy here: batch ${batchId} was confirmed for these orders before, and this call queued and charged nothing. What it bought and charged is in get_batch_status.`,
  ),
};

const orders = (count: number): string => (count === 1 ? '1 order gets' : `${count} orders get`);

const MAX_LISTED = 10;

function listed(orderIds: readonly number[]): string {
  const more = orderIds.length - MAX_LISTED;
  const shown = orderIds.slice(0, MAX_LISTED).join(', ');
  return `order ${shown}${more > 0 ? ` and ${more} more` : ''}`;
}

/** @see specification, "trigger_batch_purchase" and "Preview, then confirm"; the plan gate is the shipping service's */
export const triggerBatchPurchase = defineTool({
  name: 'trigger_batch_purchase',
  title: 'Trigger batch purchase',
  description:
    'Buys the labels of many orders from the postage balance in one batch. The preview rates every order, saves the weight and address check it used, answers each price, and in left_out who gets no label and why. A confirm rates anew and queues the batch; follow it with get_batch_status. One batch at a time.',
  access: 'Spends money',
  planFeature: 'batch shipping',
  oauth: false,
  // The preview, too, saves what it rated with.
  saves: 'always',
  activity: {
    action: 'trigger_batch_purchase',
    about: ({ order_ids }) => (order_ids ? { count: order_ids.length } : {}),
  },
  hints: { openWorld: true },
  notes,
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
    weight_oz: positiveNumber('Ounces, above 0, for orders without a weight of their own; saved on them.', {
      max: MAX_WEIGHT_OZ,
    }).optional(),
    max_total: dollars(
      'Ceiling on the postage of the whole batch, US dollars; above it a confirm is refused.',
      { max: MAX_DOLLARS },
    ).optional(),
    max_charge: dollars('Ceiling on all that is charged, insurance included, US dollars.', {
      max: MAX_DOLLARS,
    }).optional(),
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
      weightOz: args.weight_oz,
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
    if (outcome?.$case === 'preview') return presentPreview(outcome.preview, context);
    throw new Error('Shipping answered neither a preview nor a batch.');
  },
});

const ceiling = (given: number | undefined) => (given === undefined ? undefined : wholeCentsWithin(given));

const presentQueued = (queued: BatchQueuedResult, context: ToolContext): Payload => ({
  batch_id: queued.batchId,
  status: queued.status,
  orders_queued: queued.ordersQueued,
  total_charge: toDollars(queued.totalChargeCents),
  ...(queued.leftOutCount > 0 ? presentLeftOut(queued, context) : {}),
  note: queuedNote(queued),
});

function queuedNote({ batchId, queuedNow, status, leftOutCount }: BatchQueuedResult): string {
  if (queuedNow) return notes.queued({ leftOut: leftOutCount });
  if (status === 'queued' || status === 'purchasing') return notes.underWay({});
  return notes.repeated({ batchId });
}

/** What a person decides by comes first; the rows may be five hundred. */
const presentPreview = (preview: BatchPreview, context: ToolContext): Payload => ({
  preview: true,
  note: previewNote(preview, context),
  total_cost: toDollars(preview.totalCostCents),
  insurance: toDollars(preview.insuranceCents),
  total_charge: toDollars(preview.totalChargeCents),
  current_balance: toDollars(preview.currentBalanceCents),
  balance_after: toDollars(preview.balanceAfterCents),
  auto_recharge_would_fire: preview.autoRechargeWouldFire,
  ...(preview.autoRechargeWouldFire && { recharge_amount: toDollars(preview.rechargeCents) }),
  ...presentLeftOut(preview, context),
  orders: preview.orders.map((order) => presentOrder(order, context)),
});

const presentOrder = (order: BatchOrderPreview, context: ToolContext): Payload => ({
  order_id: order.orderId,
  order_number: textOrNull(order.orderNumber),
  name: textOrNull(order.name),
  city: textOrNull(order.city),
  state: textOrNull(order.state),
  weight_oz: order.weightOz ?? null,
  address_check: order.addressCheck ? presentAddressCheck(order.addressCheck) : null,
  method: textOrNull(order.method),
  service_level: textOrNull(order.serviceLevel),
  price: order.priceCents === undefined ? null : toDollars(order.priceCents),
  error: presentItemError(order.error, context),
});

function previewNote(preview: BatchPreview, { sentence }: ToolContext): string {
  const { activeBatchId, refusal, approval, orders, leftOutCount, weighedCount } = preview;
  if (activeBatchId !== undefined) return notes.blocked({ batchId: activeBatchId });
  if (refusal !== undefined) return notes.refused({ refusal: sentence(refusal) });
  if (approval !== undefined) return notes.asks({ approval: sentence(approval) });
  const doubtful = orders.filter(({ addressCheck, error }) => !error && isDoubtful(addressCheck?.status));
  return notes.previewed({
    leftOut: leftOutCount,
    doubtful: doubtful.map(({ orderId }) => orderId),
    weighed: weighedCount,
  });
}

const isDoubtful = (status: string | undefined): boolean => status === 'warning' || status === 'error';
