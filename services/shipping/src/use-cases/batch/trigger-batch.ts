import type { BatchPreview, TriggerBatchRequest, TriggerBatchResponse } from '@parcelyard/contracts/shipping';
import { cents } from '@parcelyard/money/cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { toFailure } from '@parcelyard/service-kit/failure';
import { type Batch, priceOf, type RatedOrder, toItem } from '../../domain/batch/batch';
import { batchRefusal } from '../../domain/batch/batch-refusal';
import { checkPreference } from '../../domain/rating/rate-attributes';
import type { ShippingSettings } from '../../domain/settings';
import type { BatchPorts } from '../../ports';
import { requireBatchFeature } from './get-batch';
import { MAX_ORDERS, rateBatch } from './rate-batch';

/**
 * Previews, or queues one batch at the prices that it has just been told (MCP specification, "Preview, then confirm"):
 * the preview saves weight and address check on the orders, the confirm reads and rates everything anew. While a batch
 * of the account is active, a confirm answers that one.
 * @throws DomainError permission_denied without the plan's feature · invalid_argument · failed_precondition when nothing
 * can be bought or the postage is above `max_total` · payment_required · resource_exhausted
 */
export async function triggerBatch(
  ports: BatchPorts,
  request: TriggerBatchRequest,
): Promise<TriggerBatchResponse> {
  const { accountId, orderIds, confirm } = request;
  const preference = checkPreference(request.servicePreference);
  checkCount(orderIds);
  await requireBatchFeature(ports, accountId);
  const begunAt = ports.clock.now();
  const active = await ports.batches.findActive(accountId);
  if (confirm && active) return queued(active, false);

  const settings = await ports.settings.get(accountId);
  const orders = await rateBatch(ports, { accountId, orderIds, preference }, settings);
  const { postage, insurance } = priceOf(orders);
  const charge = await ports.billing.previewCharge({
    accountId,
    postageCents: postage,
    insuranceCents: insurance,
    batch: true,
  });
  const { currentBalanceCents, balanceAfterCents, balanceWouldGoNegative } = charge;
  const money = {
    balance: cents(currentBalanceCents),
    cannotBePaid: balanceWouldGoNegative,
    limit: charge.refusal,
  };
  const refusal = batchRefusal(orders, money, request.maxTotalCents);
  if (confirm) {
    if (refusal) throw refusal;
    return queue(ports, { accountId, begunAt }, orders, settings);
  }
  return {
    outcome: {
      $case: 'preview',
      preview: {
        orders: orders.map(previewOf),
        totalCostCents: postage,
        insuranceCents: insurance,
        currentBalanceCents,
        balanceAfterCents,
        autoRechargeWouldFire: charge.autoRechargeWouldFire,
        rechargeCents: charge.rechargeCents,
        refusal: refusal && toFailure(refusal),
        activeBatchId: active?.id,
      },
    },
  };
}

function checkCount(orderIds: readonly number[]): void {
  if (orderIds.length <= MAX_ORDERS) return;
  throw new DomainError('invalid_argument', 'batch_too_long', { max: MAX_ORDERS }, { field: 'order_ids' });
}

const previewOf = ({ orderId, orderNumber, offer, error }: RatedOrder): BatchPreview['orders'][number] => ({
  orderId,
  orderNumber,
  method: offer?.method,
  serviceLevel: offer?.serviceLevel,
  priceCents: offer?.postage,
  error,
});

/**
 * The unique index of active batches decides who queues; everybody else is told of the batch that won, also of one that
 * was queued and has ended since their confirm began: their prices are of before its labels.
 */
async function queue(
  { batches, clock }: BatchPorts,
  { accountId, begunAt }: { accountId: number; begunAt: Date },
  orders: readonly RatedOrder[],
  { shipFrom, printSetting }: ShippingSettings,
): Promise<TriggerBatchResponse> {
  const batch = { id: await batches.nextId(), accountId, items: orders.map(toItem), shipFrom, printSetting };
  for (let attempt = 0; attempt < QUEUE_TRIES; attempt += 1) {
    const newest = await batches.findLatest(accountId);
    if (newest && newest.createdAt >= begunAt) return queued(newest, false);
    const mine = await batches.queue({ ...batch, createdAt: clock.now() });
    if (mine) return queued(mine, true);
    const active = await batches.findActive(accountId);
    if (active) return queued(active, false);
    // The one in the way has just finished.
  }
  throw new DomainError('conflict', 'batches_contended', {});
}

const QUEUE_TRIES = 5;

const queued = ({ id, status, items }: Batch, queuedNow: boolean): TriggerBatchResponse => ({
  outcome: {
    $case: 'queued',
    queued: { batchId: id, status, ordersQueued: items.filter(({ offer }) => offer).length, queuedNow },
  },
});
