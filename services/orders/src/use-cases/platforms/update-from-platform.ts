import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Ids } from '../../adapters/mongo/mongo-ids';
import type { OrderChange } from '../../adapters/mongo/order-store';
import { draftImportedOrder, importedItems } from '../../domain/imported-order';
import type { Order, OrderSource } from '../../domain/order';
import { isLive } from '../../domain/order-status';
import type { ImportResult } from '../../domain/platforms/import-job';
import type { OpenPlatformOrder, PlatformOrder } from '../../domain/platforms/platform';
import { contentOf, mergeFromStore } from '../../domain/platforms/store-content';
import {
  followsStore,
  noticeFromStore,
  statusFromStore,
  storeNotice,
  unsettledMove,
} from '../../domain/platforms/store-state';
import { changeOrder } from '../change-order';
import type { OrdersPorts } from '../orders-ports';
import { type Importing, sourceOf, toInput } from './to-input';
import { askingStoreAgain } from './write-back/write-back-event';

type Dependencies = Pick<OrdersPorts, 'orders' | 'ids' | 'clock'>;

/** What an import did with an order. `changed` has the names that callers see for the changed parts. */
interface Taken {
  result: ImportResult;
  changed: string[];
}

const SKIPPED: Taken = { result: 'skipped', changed: [] };

const takenBy = ({ result, changed = [] }: OrderSource): Taken => ({ result, changed });

/** When a store was asked about one order, and which version the order had then. */
export interface StoreQuery {
  version: number;
  at: Date;
}

/**
 * If a store's answer about one order is older than this, it no longer changes the order's status. The next import
 * repeats more than this time of the last import's period, so it reads any change that was made after the answer.
 */
const FRESH_MS = 60_000;

const isFresh = (asked: StoreQuery | undefined, current: Order, now: Date): boolean =>
  asked?.version === current.version && now.getTime() - asked.at.getTime() < FRESH_MS;

/**
 * Saves the store's changes in the order, except for parts edited here. Once a label exists or is being bought, the
 * order gets a notice instead. A list of orders may be out of date, so it does not change the status; the store is
 * asked for the single order.
 * @param asked set when the store was asked for this order alone. Only such an answer changes the status, while it is
 * fresh
 */
export async function updateFromPlatform(
  { orders, ids, clock }: Dependencies,
  job: Importing,
  order: Order,
  incoming: PlatformOrder,
  asked?: StoreQuery,
): Promise<Taken> {
  const { accountId, orderId, source } = order;
  // The order was not imported: somebody created it here and gave it the external id of the store's order. So reports
  // of the store do not change it.
  if (!source) return SKIPPED;
  const isKnown = source.revision === incoming.revision && !unsettledMove(order);
  if (isKnown) return source.jobId === job.id ? takenBy(source) : SKIPPED;
  if (!mayChange(order)) return SKIPPED;
  const items = incoming.state === 'open' ? await withIds(ids, incoming.order.items) : [];
  const take = (mayClaim: boolean) =>
    changeOrder(orders, accountId, orderId, (current) => {
      if (!mayChange(current)) return undefined;
      const now = clock.now();
      const { fields } = changeTo(job, current, incoming, items, isFresh(asked, current, now));
      return askingStoreAgain(current, { ...fields, ...claimed(current, fields, mayClaim) }, now);
    });
  const after = await take(true).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'already_exists') return take(false);
    throw error;
  });
  return after.source?.revision === incoming.revision ? takenBy(after.source) : SKIPPED;
}

const mayChange = (order: Order): boolean => isLive(order.status) || followsStore(order);

/**
 * Returns the change of the order's invoice number. An order that is no longer canceled gets its number back, unless
 * another order has this number now.
 */
const claimed = (
  { status, invoiceNumber }: Order,
  { status: to }: OrderChange['fields'],
  mayClaim: boolean,
): Pick<OrderChange['fields'], 'invoiceNumber'> => {
  const becomesLive = !isLive(status) && to !== undefined && isLive(to) && invoiceNumber !== undefined;
  return becomesLive ? { invoiceNumber: mayClaim ? invoiceNumber : undefined } : {};
};

async function withIds(ids: Ids, items: OpenPlatformOrder['order']['items']): Promise<Order['items']> {
  return importedItems(items, await ids.takeItemIds(items.length));
}

function changeTo(
  job: Importing,
  current: Order,
  incoming: PlatformOrder,
  items: Order['items'],
  isAsked: boolean,
): OrderChange {
  const follows = followsStore(current);
  const result = follows ? 'updated' : 'skipped';
  const { taken, moved } = current.source ?? {};
  const source = { ...sourceOf(job, incoming, result), ...(taken ? { taken } : {}) };
  const status = follows && isAsked ? statusFromStore(current, incoming.state) : undefined;
  const update =
    incoming.state === 'open'
      ? openedTo(job, current, incoming, items, follows)
      : { source, storeNotice: noticeFromStore(current, incoming.state, job.storeName) };
  const by = status === undefined ? moved : status === 'ChooseShipping' ? undefined : status;
  const fields = { ...update, ...(status ? { status } : {}) };
  return {
    fields: {
      ...fields,
      source: { ...update.source, changed: changedParts(fields), ...(by ? { moved: by } : {}) },
    },
  };
}

/** The names that callers see for the parts that a store changes. */
const PARTS: Readonly<Partial<Record<keyof Order, string>>> = {
  recipient: 'ship_to',
  items: 'items',
  totalCents: 'totals',
  weightOz: 'weight_oz',
  note: 'order_note',
  status: 'status',
};

const changedParts = (fields: object): string[] =>
  Object.entries(PARTS).flatMap(([field, part]) => (field in fields ? [part] : []));

function openedTo(
  job: Importing,
  current: Order,
  incoming: OpenPlatformOrder,
  items: Order['items'],
  editable: boolean,
): OrderChange['fields'] & { source: OrderSource } {
  const { accountId, orderId, orderNumber, createdAt: now } = current;
  const input = toInput(job, incoming, editable ? 'updated' : 'skipped');
  const draft = draftImportedOrder(input, { accountId, orderId, orderNumber, items, now });
  const { externalOrderNumber } = draft;
  const source = draft.source as OrderSource;
  const named = externalOrderNumber === current.externalOrderNumber ? {} : { externalOrderNumber };
  const { fields, kept } = mergeFromStore(current, draft);
  const { storeName } = job;
  if (!editable) {
    const changed = Object.keys(fields).length > 0 || kept.length > 0;
    // `taken` is the content that the order last took from its store, even if the store has changed it since. It is
    // kept unchanged here, because the next change in the store is compared with it.
    return {
      source: { ...source, taken: current.source?.taken ?? contentOf(current) },
      storeNotice: changed ? storeNotice('store_changed_labelled', { storeName }) : undefined,
    };
  }
  const notice =
    kept.length > 0 ? storeNotice('store_changed_edited', { storeName, parts: kept }) : undefined;
  return { ...fields, ...named, source, storeNotice: notice };
}
