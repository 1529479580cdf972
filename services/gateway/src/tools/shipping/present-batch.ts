import type { Failure } from '@parcelyard/contracts/common';
import type { Batch, BatchItem } from '@parcelyard/contracts/shipping';
import { toDollars } from '@parcelyard/money/dollars';
import { linkOrNull, textOrNull, timestampOrNull } from '../../values/nullable';
import type { appliedPage } from '../arguments/fields';
import type { Payload, ToolContext } from '../tool';

/** @see [MCP-S23] */
export const presentBatch = (
  batch: Batch,
  { page, pageSize }: ReturnType<typeof appliedPage>,
  context: ToolContext,
): Payload => ({
  batch_id: batch.batchId,
  status: batch.status,
  counts: {
    total: batch.total,
    queued: batch.queued,
    purchased: batch.purchased,
    failed: batch.failed,
    voided: batch.voided,
  },
  total_cost: toDollars(batch.totalCostCents),
  total_charge: toDollars(batch.totalChargeCents),
  labels_url: linkOrNull(context, batch.labelsUrl),
  created_at: timestampOrNull(batch.createdAt),
  started_at: timestampOrNull(batch.startedAt),
  finished_at: timestampOrNull(batch.finishedAt),
  problems: batch.problems.map(({ orderId, orderNumber, error }) => ({
    order_id: orderId,
    order_number: textOrNull(orderNumber),
    error: presentItemError(error, context),
  })),
  items: batch.items.map((item) => presentItem(item, context)),
  page,
  page_size: pageSize,
});

const presentItem = (item: BatchItem, context: ToolContext): Payload => ({
  order_id: item.orderId,
  order_number: textOrNull(item.orderNumber),
  status: item.status,
  price: item.priceCents === undefined ? null : toDollars(item.priceCents),
  tracking_number: textOrNull(item.trackingNumber),
  label_url: linkOrNull(context, item.labelUrl),
  form_url: linkOrNull(context, item.formUrl),
  error: presentItemError(item.error, context),
});

export const presentItemError = (
  error: Failure | undefined,
  { sentence }: Pick<ToolContext, 'sentence'>,
): Payload | null => (error ? { code: error.code, message: sentence(error) } : null);
