import type {
  BatchOrderPreview,
  TriggerBatchRequest,
  TriggerBatchResponse,
} from '@parcelyard/contracts/shipping';
import { cents } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import { readConnectionKind, writeConnectionKind } from '@parcelyard/service-kit/connection-kind';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { toFailure } from '@parcelyard/service-kit/failure';
import {
  type Batch,
  hasReal,
  isAboveMaxPerLabel,
  isActive,
  isForOrders,
  priceOf,
  spendOf,
  toItem,
} from '../../domain/batch/batch';
import { batchRefusal } from '../../domain/batch/batch-refusal';
import { checkParcel } from '../../domain/parcel';
import { checkPreference } from '../../domain/rating/rate-attributes';
import type { ShippingSettings } from '../../domain/settings';
import type { BatchPorts } from '../../ports';
import { admitBatch } from './admit-batch';
import { requireBatchFeature } from './get-batch';
import { leftOutOf } from './left-out';
import {
  hasWeight,
  MAX_ORDERS,
  type RatedBatch,
  type RatedForBatch,
  rateBatch,
  readyOrders,
} from './rate-batch';
import { repeatedBatch } from './repeated-batch';

/**
 * Previews a batch, or begins it at current prices ([MCP-S10]). The preview saves weights and address checks on the
 * orders. With `confirm`, everything is read again. If a batch is already running for the same orders, it is returned;
 * if it is for other orders, the request is refused. If the same request comes again after the batch has ended, the
 * ended batch is returned.
 * @throws DomainError permission_denied when the plan has no batches · invalid_argument · failed_precondition when
 * nothing can be bought, a maximum is exceeded or another batch is running · payment_required · resource_exhausted
 */
export async function triggerBatch(
  ports: BatchPorts,
  request: TriggerBatchRequest,
): Promise<TriggerBatchResponse> {
  const { accountId, orderIds, weightOz, maxPerLabelCents, confirm } = request;
  const preference = checkPreference(request.servicePreference);
  checkCount(orderIds);
  if (weightOz !== undefined) checkParcel({ weightOz });
  await requireBatchFeature(ports, accountId);
  const begunAt = ports.clock.now();
  const active = await ports.batches.findActive(accountId);
  if (confirm && active) {
    const ready = orderIds.length > 0 ? [] : (await readyOrders(ports, request)).orders;
    return answerOf(ports, active, orderIds, ready.map(idOf));
  }

  const settings = await ports.settings.get(accountId);
  const batch = await rateBatch(
    ports,
    { accountId, orderIds, weightOz, preference, maxPerLabelCents },
    settings,
  );
  const orders = batch.orders.map(({ rated }) => rated);
  const repeated = confirm && (await repeatedBatch(ports, request, orders));
  if (repeated) return queued(repeated, false);
  const { postage, chargedPostage, carrierBilled, insurance } = priceOf(orders);
  const { orderIds: buyable, dearest, destination } = spendOf(orders);
  const connectionKind = readConnectionKind(request.connectionKind);
  const { approvalId, timeZone } = request;
  const charge = await ports.billing.previewCharge({
    accountId,
    postageCents: chargedPostage,
    insuranceCents: insurance,
    batch: true,
    realLabels: hasReal(orders),
    spending: {
      connectionKind: writeConnectionKind(connectionKind),
      timeZone,
      orderIds: buyable,
      approvalId: approvalId ?? '',
      dearestCents: dearest,
      reservation: '',
      carrierBilledCents: carrierBilled,
      destination,
    },
  });
  const { currentBalanceCents, balanceAfterCents, balanceWouldGoNegative } = charge;
  const money = {
    balance: cents(currentBalanceCents),
    cannotBePaid: balanceWouldGoNegative,
    limit: charge.refusal,
  };
  const refusal = batchRefusal(orders, money, request);
  if (confirm) {
    // Another request may have just begun the same batch. The day's limit is then reached only because the day's
    // spending already contains that batch.
    const isFull = refusal?.reason === 'day_limit_passed';
    const newest = isFull ? await ports.batches.findLatest(accountId) : undefined;
    if (newest && newest.createdAt >= begunAt) return answerOf(ports, newest, orderIds, orders.map(idOf));
    if (refusal) throw refusal;
    const admission = charge.limited ? ('pending' as const) : undefined;
    const spending = {
      connectionKind,
      ...(timeZone && { timeZone }),
      ...(approvalId && { approvalId }),
      ...(admission && { admission }),
    };
    return queue(ports, { accountId, orderIds, begunAt, spending }, batch, settings);
  }
  return {
    outcome: {
      $case: 'preview',
      preview: {
        orders: batch.orders.map(previewOf),
        ...leftOutOf(batch),
        weighedCount: batch.orders.filter(({ order, rated }) => rated.offer && order && !hasWeight(order))
          .length,
        totalCostCents: postage,
        insuranceCents: insurance,
        totalChargeCents: sumCents(chargedPostage, insurance),
        currentBalanceCents,
        balanceAfterCents,
        autoRechargeWouldFire: charge.autoRechargeWouldFire,
        rechargeCents: charge.rechargeCents,
        refusal: refusal && toFailure(refusal),
        approval: charge.approval,
        activeBatchId: active?.id,
      },
    },
  };
}

function checkCount(orderIds: readonly number[]): void {
  if (orderIds.length <= MAX_ORDERS) return;
  throw new DomainError('invalid_argument', 'batch_too_long', { max: MAX_ORDERS }, { field: 'order_ids' });
}

const previewOf = ({ rated, order, weightOz, addressCheck }: RatedForBatch): BatchOrderPreview => ({
  orderId: rated.orderId,
  orderNumber: rated.orderNumber,
  name: order?.shipTo?.name || order?.shipTo?.company || '',
  city: order?.shipTo?.city ?? '',
  state: order?.shipTo?.state ?? '',
  date: order?.date,
  weightOz,
  addressCheck,
  method: rated.offer?.method,
  serviceLevel: rated.offer?.serviceLevel,
  priceCents: rated.offer?.postage,
  ...(rated.offer?.ownAccount && { billedByCarrier: true }),
  error: rated.error,
});

interface Confirm {
  readonly accountId: number;
  readonly orderIds: readonly number[];
  readonly begunAt: Date;
  readonly spending: Pick<Batch, 'connectionKind' | 'timeZone' | 'approvalId' | 'admission'>;
}

/**
 * Begins the batch. An account has one active batch. When several confirmed requests come at the same time, only one of
 * them can begin its batch. The other requests return this batch, even if it has already ended: its prices are newer
 * than the prices that these requests have read.
 */
async function queue(
  ports: BatchPorts,
  { accountId, orderIds, begunAt, spending }: Confirm,
  rated: RatedBatch,
  { shipFrom, printSetting }: ShippingSettings,
): Promise<TriggerBatchResponse> {
  const { batches, clock } = ports;
  const orders = rated.orders.map(({ rated: order }) => order);
  const items = orders.filter((order) => !isAboveMaxPerLabel(order)).map(toItem);
  const tooDear = orders.filter(isAboveMaxPerLabel).map(idOf);
  const terms = { shipFrom, printSetting, ...(tooDear.length > 0 && { tooDear }), ...spending };
  const batch = { id: await batches.nextId(), accountId, items, ...terms };
  for (let attempt = 0; attempt < QUEUE_TRIES; attempt += 1) {
    const newest = await batches.findLatest(accountId);
    if (newest && newest.createdAt >= begunAt) return answerOf(ports, newest, orderIds, orders.map(idOf));
    const mine = await batches.queue({ ...batch, createdAt: clock.now() });
    if (mine) return queued(await admitBatch(ports, mine), true, leftOutOf(rated));
    const active = await batches.findActive(accountId);
    if (active) return answerOf(ports, active, orderIds, orders.map(idOf));
    // Another batch was active and prevented this batch, but has ended just now. So the loop tries again.
  }
  throw new DomainError('conflict', 'batches_contended', {});
}

const QUEUE_TRIES = 5;

const idOf = ({ orderId }: { readonly orderId: number }): number => orderId;

/**
 * Returns the answer when another batch was begun first.
 * @param ready the orders that a request without names would buy now
 */
async function answerOf(
  ports: BatchPorts,
  batch: Batch,
  named: readonly number[],
  ready: readonly number[],
): Promise<TriggerBatchResponse> {
  if (isForOrders(batch, named, ready)) return queued(await admitBatch(ports, batch), false);
  if (!isActive(batch)) throw new DomainError('conflict', 'batches_contended', {});
  const orders = batch.items.filter(({ offer }) => offer).length;
  throw new DomainError('failed_precondition', 'batch_running', { batchId: batch.id, orders });
}

const queued = (
  { id, status, items, createdAt }: Batch,
  queuedNow: boolean,
  leftOut: ReturnType<typeof leftOutOf> = { leftOut: [], leftOutCount: 0 },
): TriggerBatchResponse => {
  const ordersQueued = items.filter(({ offer }) => offer).length;
  const { chargedPostage, insurance } = priceOf(items);
  const totalChargeCents = sumCents(chargedPostage, insurance);
  return {
    outcome: {
      $case: 'queued',
      queued: { batchId: id, status, ordersQueued, totalChargeCents, queuedNow, createdAt, ...leftOut },
    },
  };
};
