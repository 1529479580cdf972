import type { ImportOrdersRequest, ImportResponse } from '@parcelyard/contracts/orders';
import { BLANK_ADDRESS } from '@parcelyard/service-kit/addresses/blank-address';
import { cleanSavedText } from '@parcelyard/service-kit/clean-saved-text';
import { accountId as toAccountId } from '@parcelyard/service-kit/ids';
import type { Imported } from '../adapters/mongo/import-orders';
import {
  checkImportedOrder,
  draftImportedOrder,
  type ImportedOrderInput,
  importedItems,
} from '../domain/imported-order';
import { drawOrderNumber, type Order } from '../domain/order';
import { LINES } from '../domain/order-fields';
import type { OrdersPorts } from './orders-ports';

export type ImportPorts = Pick<OrdersPorts, 'orders' | 'ids' | 'clock' | 'random'>;

const CHUNK = 500;

/**
 * Imports orders as another system stored them: dates, states and names unchanged. An order is skipped when an earlier
 * order has the same external id or order number. So a repeated import changes nothing.
 * @throws DomainError `invalid_argument` before anything is saved
 */
export const importOrders = (
  ports: ImportPorts,
  { accountId, orders }: ImportOrdersRequest,
): Promise<ImportResponse> =>
  takeOver(
    ports,
    accountId,
    cleanSavedText(orders, LINES).map((order) => ({ ...order, recipient: order.recipient ?? BLANK_ADDRESS })),
  );

/** Imports orders of another system or of a sales platform. */
export async function takeOver(
  ports: ImportPorts,
  accountId: number,
  inputs: readonly ImportedOrderInput[],
): Promise<ImportResponse> {
  inputs.forEach(checkImportedOrder);
  const outcome: ImportResponse = { created: 0, skipped: 0, ids: [] };
  for (let start = 0; start < inputs.length; start += CHUNK) {
    const chunk = inputs.slice(start, start + CHUNK);
    const { ids, created } = await importChunk(ports, accountId, chunk);
    outcome.ids.push(...ids);
    outcome.created += created;
    outcome.skipped += ids.length - created;
  }
  return outcome;
}

async function importChunk(ports: ImportPorts, accountId: number, inputs: readonly ImportedOrderInput[]) {
  const { orders } = ports;
  const ids: (number | undefined)[] = inputs.map(() => undefined);
  let created = 0;
  let open = inputs.map((input, index) => ({ input, index }));
  // Each round tries to save all orders that are left. It cannot save an order whose external id or order number
  // another caller has taken since the look-up. The next round then finds the other caller's order, or draws another
  // number.
  while (open.length > 0) {
    const known = await orders.findImported(accountId, keysOf(open.map(({ input }) => input)));
    const fresh = new Map<string, number>();
    const drafts: { order: Order; index: number }[] = [];
    const repeated: { index: number; of: number }[] = [];
    for (const { input, index } of open) {
      const existing = existingId(known, input);
      const key = ownKey(input);
      const earlierIndex = key === undefined ? undefined : fresh.get(key);
      if (existing !== undefined) ids[index] = existing;
      else if (earlierIndex !== undefined) repeated.push({ index, of: earlierIndex });
      else {
        if (key !== undefined) fresh.set(key, index);
        drafts.push({ order: await draft(ports, accountId, input), index });
      }
    }
    const inserted = await orders.insertImported(
      accountId,
      drafts.map(({ order }) => order),
    );
    for (const { order, index } of drafts) if (inserted.has(order.orderId)) ids[index] = order.orderId;
    for (const { index, of } of repeated) ids[index] = ids[of];
    created += inserted.size;
    open = open.filter(({ index }) => ids[index] === undefined);
  }
  return { ids: ids as number[], created };
}

const ownKey = ({ externalOrderId, orderNumber }: ImportedOrderInput): string | undefined =>
  externalOrderId ? `id ${externalOrderId}` : orderNumber ? `number ${orderNumber}` : undefined;

function keysOf(inputs: readonly ImportedOrderInput[]) {
  return {
    externalOrderIds: inputs.flatMap(({ externalOrderId }) => externalOrderId || []),
    orderNumbers: inputs.flatMap(({ orderNumber }) => orderNumber || []),
  };
}

function existingId(known: Imported, { externalOrderId, orderNumber }: ImportedOrderInput) {
  return (
    known.byExternalId.get(externalOrderId ?? '') ?? known.byOrderNumber.get(orderNumber ?? '') ?? undefined
  );
}

async function draft(
  { ids, clock, random }: ImportPorts,
  accountId: number,
  input: ImportedOrderInput,
): Promise<Order> {
  const itemIds = await ids.takeItemIds(input.items.length);
  return draftImportedOrder(input, {
    accountId: toAccountId(accountId),
    orderId: await ids.nextOrderId(),
    orderNumber: input.orderNumber || drawOrderNumber(random),
    items: importedItems(input.items, itemIds),
    now: clock.now(),
  });
}
