import { isDeepStrictEqual } from 'node:util';
import { cents } from '@parcelyard/money/cents';
import { draftImportedOrder, type ImportedOrderInput } from '../../domain/imported-order';
import type { Order, OrderItem } from '../../domain/order';
import { refusesEditing } from '../../domain/order-editing';
import type { ImportFate, ImportJob } from '../../domain/platforms/import-job';
import type { PlatformOrder } from '../../domain/platforms/platform';
import type { Ids, OrderChange, OrderStore } from '../../ports';
import { changeOrder } from '../change-order';
import { toInput } from './to-input';

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
  if (incoming.state === 'ended' || refusesEditing(order) !== undefined) return 'skipped';
  const input = toInput(job, incoming, 'updated');
  const itemIds = await ids.takeItemIds(input.items.length);
  const items = input.items.map((item, index) => ({
    ...item,
    itemId: itemIds[index] as number,
    priceCents: cents(item.priceCents),
  }));
  const after = await changeOrder(orders, accountId, orderId, (current) =>
    refusesEditing(current) === undefined ? changeTo(current, input, items, incoming.state) : undefined,
  );
  return after.source?.revision === incoming.revision ? 'updated' : 'skipped';
}

function changeTo(
  current: Order,
  input: ImportedOrderInput,
  items: OrderItem[],
  state: PlatformOrder['state'],
): OrderChange {
  const { source } = input;
  if (state === 'canceled') return { fields: { status: 'Deleted', source } };
  const { accountId, orderId, orderNumber, createdAt: now, addressVersion } = current;
  const draft = draftImportedOrder(input, { accountId, orderId, orderNumber, items, now });
  const { recipient, subtotalCents, shippingCents, taxCents, discountCents, totalCents, weightOz, note } =
    draft;
  const moved = !isDeepStrictEqual(recipient, current.recipient);
  return {
    fields: {
      ...{ items, subtotalCents, shippingCents, taxCents, discountCents, totalCents, note, source },
      ...(weightOz === undefined ? {} : { weightOz }),
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
}
