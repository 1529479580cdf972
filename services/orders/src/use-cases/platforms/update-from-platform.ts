import { isDeepStrictEqual } from 'node:util';
import { draftImportedOrder, toOrderItem } from '../../domain/imported-order';
import type { Order, OrderItem } from '../../domain/order';
import { refusesEditing } from '../../domain/order-editing';
import type { ImportFate, ImportJob } from '../../domain/platforms/import-job';
import type { OpenPlatformOrder, PlatformOrder } from '../../domain/platforms/platform';
import type { Ids, OrderChange, OrderStore } from '../../ports';
import { changeOrder } from '../change-order';
import { sourceOf, toInput } from './to-input';

interface Dependencies {
  orders: OrderStore;
  ids: Ids;
}

/**
 * Takes over what the platform has changed of an order that came from it. What people changed here stays until the
 * platform's order changes, and everything stays once a label exists or is being bought.
 */
export async function updateFromPlatform(
  { orders, ids }: Dependencies,
  job: ImportJob,
  order: Order,
  incoming: PlatformOrder,
): Promise<ImportFate> {
  const { accountId, orderId, source } = order;
  // Somebody entered it here under this id: it is theirs.
  if (!source) return 'skipped';
  if (source.revision === incoming.revision) return source.jobId === job.id ? source.fate : 'skipped';
  if (incoming.state === 'withheld' || refusesEditing(order) !== undefined) return 'skipped';
  const toChange =
    incoming.state === 'canceled'
      ? () => ({ fields: { status: 'Deleted' as const, source: sourceOf(job, incoming, 'updated') } })
      : changeTo(job, incoming, await withIds(ids, incoming.order.items));
  const after = await changeOrder(orders, accountId, orderId, (current) =>
    refusesEditing(current) === undefined ? toChange(current) : undefined,
  );
  return after.source?.revision === incoming.revision ? 'updated' : 'skipped';
}

async function withIds(ids: Ids, items: OpenPlatformOrder['order']['items']): Promise<OrderItem[]> {
  const itemIds = await ids.takeItemIds(items.length);
  return items.map((item, index) => toOrderItem(item, itemIds[index] as number));
}

const changeTo =
  (job: ImportJob, incoming: OpenPlatformOrder, items: OrderItem[]) =>
  (current: Order): OrderChange => {
    const input = toInput(job, incoming, 'updated');
    const { source } = input;
    const { accountId, orderId, orderNumber, createdAt: now, addressVersion } = current;
    const draft = draftImportedOrder(input, { accountId, orderId, orderNumber, items, now });
    const { externalOrderNumber } = draft;
    const { recipient, subtotalCents, shippingCents, taxCents, discountCents, totalCents, weightOz, note } =
      draft;
    const moved = !isDeepStrictEqual(recipient, current.recipient);
    return {
      fields: {
        ...{ items, subtotalCents, shippingCents, taxCents, discountCents, totalCents, note, source },
        ...(weightOz === undefined ? {} : { weightOz }),
        ...(externalOrderNumber === current.externalOrderNumber ? {} : { externalOrderNumber }),
        ...(moved
          ? {
              recipient,
              shippingAddress: undefined,
              addressCheck: undefined,
              addressVersion: addressVersion + 1,
            }
          : {}),
      },
    };
  };
