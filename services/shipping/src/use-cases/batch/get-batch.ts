import type { Page } from '@parcelyard/contracts/common';
import type {
  Batch as BatchMessage,
  GetBatchRequest,
  ListBatchesRequest,
  ListBatchesResponse,
} from '@parcelyard/contracts/shipping';
import { ZERO } from '@parcelyard/money/cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { PurchaseId } from '@parcelyard/service-kit/ids';
import { requirePlanFeature } from '@parcelyard/service-kit/require-plan-feature';
import type { LinkSigner } from '../../adapters/links/create-link-signer';
import type { ListedBatch } from '../../adapters/mongo/batch-store';
import type { LabelState } from '../../adapters/mongo/purchase-store';
import { type Batch, type BatchItem, countsOf, isActive } from '../../domain/batch/batch';
import type { BatchPorts } from '../../ports';
import { batchLabelsFile } from './create-label-sheets';

/**
 * Returns a batch of the account, by default the last one.
 * @throws DomainError permission_denied when the plan has no batches · not_found, also for a batch of another account
 */
export async function getBatch(
  ports: BatchPorts,
  { accountId, batchId, page }: GetBatchRequest,
): Promise<BatchMessage> {
  await requireBatchFeature(ports, accountId);
  const batch = await (batchId === undefined
    ? ports.batches.findLatest(accountId)
    : ports.batches.find(accountId, batchId));
  if (batch) return batchMessage(ports, batch, page);
  throw batchId === undefined
    ? new DomainError('not_found', 'no_batch_yet', {}, { field: 'batch_id' })
    : new DomainError('not_found', 'batch_not_found', { batchId }, { field: 'batch_id' });
}

const LIST_SIZE = 10;
const MAX_LIST_SIZE = 25;

/** @throws DomainError permission_denied when the plan has no batches */
export async function listBatches(
  ports: BatchPorts,
  { accountId, page: asked }: ListBatchesRequest,
): Promise<ListBatchesResponse> {
  await requireBatchFeature(ports, accountId);
  const { links, purchases, batches: store } = ports;
  const { page = 1, pageSize = LIST_SIZE } = asked ?? {};
  const part = { page: Math.max(1, page), pageSize: Math.min(MAX_LIST_SIZE, Math.max(1, pageSize)) };
  const { batches, total } = await store.list(accountId, part);
  const states = await labelStates(purchases, accountId, batches);
  return {
    batches: batches.map((batch) =>
      summaryOf(links, { ...batch, items: withCurrentStatus(batch.items, states) }),
    ),
    total,
  };
}

async function batchMessage(
  { links, purchases }: BatchPorts,
  batch: Batch,
  page: Page | undefined,
): Promise<BatchMessage> {
  const { accountId } = batch;
  const states = await labelStates(purchases, accountId, [batch]);
  const stateOf = ({ purchaseId }: BatchItem): LabelState | undefined => purchaseId && states.get(purchaseId);
  const items = withCurrentStatus(batch.items, states);
  return {
    ...summaryOf(links, { ...batch, items }),
    problems: items.flatMap(({ orderId, orderNumber, status, error }) =>
      status === 'failed' ? [{ orderId, orderNumber, error }] : [],
    ),
    items: pageOf(items, page).map((item) => itemMessage(links, accountId, item, stateOf(item))),
  };
}

/**
 * Returns the summary of a batch, as a list of batches shows it. The caller must first update the statuses of the
 * batch's items.
 */
function summaryOf(links: LinkSigner, batch: ListedBatch): BatchMessage {
  const { id, accountId, status, items, createdAt, startedAt, finishedAt } = batch;
  const { totalCost, totalCharge, ...counts } = countsOf(items);
  const printable = items.some(({ status }) => status === 'purchased');
  return {
    accountId,
    batchId: id,
    status,
    ...counts,
    totalCostCents: totalCost,
    totalChargeCents: totalCharge,
    problems: [],
    items: [],
    createdAt,
    startedAt,
    finishedAt,
    labelsUrl: printable && !isActive(batch) ? `/labels/${links.sign(batchLabelsFile(batch))}` : undefined,
  };
}

type States = ReadonlyMap<PurchaseId, LabelState>;

async function labelStates(
  purchases: BatchPorts['purchases'],
  accountId: number,
  batches: readonly Pick<ListedBatch, 'items'>[],
): Promise<States> {
  const bought = batches.flatMap(({ items }) => items.flatMap(({ purchaseId }) => purchaseId ?? []));
  return bought.length === 0 ? new Map() : purchases.labelStates(accountId, bought);
}

const withCurrentStatus = <I extends ListedBatch['items'][number]>(
  items: readonly I[],
  states: States,
): I[] =>
  items.map((item) => {
    if (item.status !== 'purchased') return item;
    const state = item.purchaseId && states.get(item.purchaseId);
    const current = { ...item, status: statusOf(state) };
    // The insurance of this label was not possible, so it was not charged.
    return item.offer && state?.label?.insured === false
      ? { ...current, offer: { ...item.offer, insurance: ZERO } }
      : current;
  });

function statusOf(state: LabelState | undefined): BatchItem['status'] {
  if (state?.voided) return 'voided';
  return state?.voidPending ? 'void_pending' : 'purchased';
}

function pageOf<T>(items: readonly T[], page: Page | undefined): readonly T[] {
  if (!page) return items;
  const first = (page.page - 1) * page.pageSize;
  return items.slice(first, first + page.pageSize);
}

function itemMessage(
  links: LinkSigner,
  accountId: number,
  item: BatchItem,
  state: LabelState | undefined,
): BatchMessage['items'][number] {
  const { orderId, orderNumber, status, offer, purchaseId, trackingNumber, error } = item;
  const link = (kind: string) =>
    status === 'purchased' && purchaseId
      ? `/labels/${links.sign({ accountId, purchaseId, kind })}`
      : undefined;
  return {
    orderId,
    orderNumber,
    status,
    priceCents: offer?.postage,
    trackingNumber,
    labelUrl: link('label'),
    formUrl: state?.label?.documents.includes('form') ? link('form') : undefined,
    error,
  };
}

/** @throws DomainError permission_denied when the plan has no batches */
export async function requireBatchFeature(
  { billing, serviceName }: Pick<BatchPorts, 'billing' | 'serviceName'>,
  accountId: number,
): Promise<void> {
  requirePlanFeature(await billing.getFeatures({ accountId }), 'batch', serviceName);
}
