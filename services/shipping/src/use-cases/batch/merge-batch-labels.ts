import type { Batch, BatchItem } from '../../domain/batch/batch';
import type { LabelFileStore, LabelMerger, PurchaseStore, StoredFile } from '../../ports';
import { inOrder } from './in-order';

interface Ports {
  readonly purchases: PurchaseStore;
  readonly files: LabelFileStore;
  readonly mergeLabels: LabelMerger;
}

/** Files read at one time. */
const AT_ONCE = 8;

/**
 * Every label that the batch bought, in its order, a page each; without those that were voided, which nobody may ship
 * with. Made when it is asked for, so that it is never out of date; undefined when no label is left.
 */
export async function mergeBatchLabels(ports: Ports, batch: Batch): Promise<StoredFile | undefined> {
  const bought = batch.items.filter(({ status }) => status === 'purchased');
  const files = await inOrder(bought, AT_ONCE, (item) => liveLabel(ports, batch, item));
  const live = files.filter((file) => file !== undefined);
  if (live.length === 0) return undefined;
  return {
    content: await ports.mergeLabels(live, batch.createdAt),
    contentType: 'application/pdf',
    fileName: `labels-batch-${batch.id}.pdf`,
  };
}

async function liveLabel(
  { purchases, files }: Ports,
  { accountId }: Batch,
  { purchaseId }: BatchItem,
): Promise<StoredFile | undefined> {
  const purchase = purchaseId && (await purchases.find(accountId, purchaseId));
  if (purchase?.state !== 'done') return undefined;
  return files.get({ accountId, purchaseId: purchase.id, kind: 'label' });
}
