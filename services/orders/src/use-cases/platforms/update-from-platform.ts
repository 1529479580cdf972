import type { Ids } from '../../adapters/mongo/mongo-ids';
import type { OrderChange, OrderStore } from '../../adapters/mongo/order-store';
import { draftImportedOrder, importedItems } from '../../domain/imported-order';
import type { Order } from '../../domain/order';
import { refusesEditing } from '../../domain/order-editing';
import { isLive } from '../../domain/order-status';
import type { ImportFate } from '../../domain/platforms/import-job';
import type { OpenPlatformOrder, PlatformOrder } from '../../domain/platforms/platform';
import { contentOf, mergeFromStore } from '../../domain/platforms/store-content';
import { noticeFromStore, statusFromStore, storeNotice } from '../../domain/platforms/store-state';
import { changeOrder } from '../change-order';
import { type Importing, sourceOf, toInput } from './to-input';

interface Dependencies {
  orders: OrderStore;
  ids: Ids;
}

/**
 * Takes over what the platform has changed of an order that came from it: what nobody has edited here, and where the order
 * stands there. Once a label exists or is being bought, the change is told on the order instead.
 */
export async function updateFromPlatform(
  { orders, ids }: Dependencies,
  job: Importing,
  order: Order,
  incoming: PlatformOrder,
): Promise<ImportFate> {
  const { accountId, orderId, source } = order;
  // Somebody entered it here under this id: it is theirs.
  if (!source) return 'skipped';
  if (source.revision === incoming.revision) return source.jobId === job.id ? source.fate : 'skipped';
  if (!isLive(order.status)) return 'skipped';
  const items = incoming.state === 'open' ? await withIds(ids, incoming.order.items) : [];
  const after = await changeOrder(orders, accountId, orderId, (current) =>
    isLive(current.status) ? changeTo(job, current, incoming, items) : undefined,
  );
  return after.source?.revision === incoming.revision ? after.source.fate : 'skipped';
}

async function withIds(ids: Ids, items: OpenPlatformOrder['order']['items']): Promise<Order['items']> {
  return importedItems(items, await ids.takeItemIds(items.length));
}

function changeTo(
  job: Importing,
  current: Order,
  incoming: PlatformOrder,
  items: Order['items'],
): OrderChange {
  const editable = refusesEditing(current) === undefined;
  const fate = editable ? 'updated' : 'skipped';
  const { taken } = current.source ?? {};
  const source = { ...sourceOf(job, incoming, fate), ...(taken ? { taken } : {}) };
  const status = editable ? statusFromStore(current, incoming.state) : undefined;
  const said =
    incoming.state === 'open'
      ? openedTo(job, current, incoming, items, editable)
      : { source, storeNotice: noticeFromStore(current, incoming.state, job.storeName) };
  return { fields: { ...said, ...(status ? { status } : {}) } };
}

function openedTo(
  job: Importing,
  current: Order,
  incoming: OpenPlatformOrder,
  items: Order['items'],
  editable: boolean,
): OrderChange['fields'] {
  const { accountId, orderId, orderNumber, createdAt: now } = current;
  const input = toInput(job, incoming, editable ? 'updated' : 'skipped');
  const draft = draftImportedOrder(input, { accountId, orderId, orderNumber, items, now });
  const { source, externalOrderNumber } = draft;
  const named = externalOrderNumber === current.externalOrderNumber ? {} : { externalOrderNumber };
  const { fields, kept } = mergeFromStore(current, draft);
  const { storeName } = job;
  if (!editable) {
    const changed = Object.keys(fields).length > 0 || kept.length > 0;
    // What the order holds, not what the store holds now, is what a later change is compared with.
    return {
      source: { ...source, taken: current.source?.taken ?? contentOf(current) } as typeof source,
      storeNotice: changed ? storeNotice('store_changed_labelled', { storeName }) : undefined,
    };
  }
  const notice =
    kept.length > 0 ? storeNotice('store_changed_edited', { storeName, parts: kept }) : undefined;
  return { ...fields, ...named, source, storeNotice: notice };
}
