import type { Batch as BatchMessage, GetBatchRequest } from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type Batch, type BatchItem, countsOf } from '../../domain/batch/batch';
import type { BatchPorts, LinkSigner } from '../../ports';
import { batchLabelsFile } from './batch-labels-file';
import { requireBatchFeature } from './require-batch-feature';

/**
 * A batch of the account, the latest unless it is named.
 * @throws DomainError permission_denied without the plan's feature · not_found, alike for an absent and a foreign batch
 */
export async function getBatch(
  ports: BatchPorts,
  { accountId, batchId }: GetBatchRequest,
): Promise<BatchMessage> {
  await requireBatchFeature(ports, accountId);
  const batch = await (batchId === undefined
    ? ports.batches.findLatest(accountId)
    : ports.batches.find(accountId, batchId));
  if (batch) return batchMessage(ports.links, batch);
  throw new DomainError(
    'not_found',
    batchId === undefined
      ? 'This account has no batch yet. Start one with trigger_batch_purchase.'
      : `Batch ${batchId} was not found in this account.`,
    { field: 'batch_id' },
  );
}

function batchMessage(links: LinkSigner, batch: Batch): BatchMessage {
  const { id, accountId, status, items, createdAt, startedAt, finishedAt } = batch;
  const { totalCost, ...counts } = countsOf(items);
  return {
    accountId,
    batchId: id,
    status,
    ...counts,
    voided: 0,
    totalCostCents: totalCost,
    items: items.map((item) => itemMessage(links, accountId, item)),
    createdAt,
    startedAt,
    finishedAt,
    labelsUrl: counts.purchased > 0 ? `/labels/${links.sign(batchLabelsFile(batch))}` : undefined,
  };
}

function itemMessage(links: LinkSigner, accountId: number, item: BatchItem): BatchMessage['items'][number] {
  const { orderId, orderNumber, status, offer, purchaseId, trackingNumber, error } = item;
  const labelled = status === 'purchased' && purchaseId;
  return {
    orderId,
    orderNumber,
    status,
    priceCents: offer?.postage,
    trackingNumber,
    labelUrl: labelled ? `/labels/${links.sign({ accountId, purchaseId, kind: 'label' })}` : undefined,
    error,
  };
}
