import type {
  BulkCreateOrdersRequest,
  BulkCreateOrdersResponse,
  CreateOrderResponse,
  NewOrder,
} from '@parcelyard/contracts/orders';
import { cleanSavedText } from '@parcelyard/service-kit/clean-saved-text';
import type { Customers } from '../adapters/clients/customers-client';
import type { OrderStore } from '../adapters/mongo/order-store';
import { checkBulkOrders, MAX_ORDERS } from '../domain/bulk-orders';
import type { CheckedOrder } from '../domain/new-order';
import { LINES } from '../domain/order-fields';
import {
  contradicts,
  externalIdTaken,
  firstTaken,
  invoiceNumberTaken,
  refuseRepeatedExternalIds,
} from '../domain/order-identifiers';
import { type PlacingPorts, placeOrder } from './create-order';

/**
 * Creates up to 100 orders (specification: bulk_create_orders). Everything is checked before anything is saved. If two
 * orders of the call have the same external id, only the first is created. If a call with external ids is interrupted,
 * a repeated call creates the rest.
 * @throws DomainError `invalid_argument` that names every problem; `already_exists` when another order has the invoice
 * number, or when the order with the external id has another invoice number
 */
export async function bulkCreateOrders(
  ports: PlacingPorts,
  { accountId, orders: given }: BulkCreateOrdersRequest,
): Promise<BulkCreateOrdersResponse> {
  const orders = cleanSavedText(given, LINES);
  const checked = checkBulkOrders(orders, await knownCustomers(ports.customers, accountId, orders));
  refuseRepeatedExternalIds(checked);
  await refuseTakenExternalIds(ports.orders, accountId, checked);
  await refuseTakenInvoices(ports.orders, accountId, checked);
  const results: CreateOrderResponse[] = [];
  for (const order of checked) results.push(await placeOrder(ports, accountId, order));
  const created = results.filter((result) => result.created).length;
  return { created, skipped: results.length - created, results };
}

/** @throws DomainError `already_exists` before anything is saved */
async function refuseTakenInvoices(
  orders: OrderStore,
  accountId: number,
  checked: readonly CheckedOrder[],
): Promise<void> {
  const claimed = await orders.findClaimedInvoices(
    accountId,
    checked.flatMap(({ invoiceNumber }) => invoiceNumber ?? []),
  );
  // An earlier call may have created this same order. Then its invoice number does not count as taken.
  for (const { invoiceNumber = '', externalOrderId, requestKey } of checked) {
    if (!claimed.has(invoiceNumber)) continue;
    const existing = await orders.findByInvoice(accountId, invoiceNumber);
    const isSame = externalOrderId !== undefined && existing?.externalOrderId === externalOrderId;
    const isOwn = requestKey !== undefined && existing?.requestKey === requestKey;
    if (isSame || isOwn) claimed.delete(invoiceNumber);
  }
  const taken = firstTaken(checked, claimed);
  if (taken >= 0) throw invoiceNumberTaken(checked[taken]?.invoiceNumber as string, `orders[${taken}].`);
}

/** @throws DomainError `already_exists` before anything is saved */
async function refuseTakenExternalIds(
  orders: OrderStore,
  accountId: number,
  checked: readonly CheckedOrder[],
): Promise<void> {
  const named = checked.filter(({ invoiceNumber }) => invoiceNumber !== undefined);
  const ids = named.flatMap(({ externalOrderId }) => externalOrderId ?? []);
  const live = await orders.findLiveMany(accountId, ids);
  for (const [index, order] of checked.entries()) {
    const existing = live.get(order.externalOrderId ?? '');
    if (!existing || !contradicts(existing, order)) continue;
    throw externalIdTaken(order.externalOrderId as string, existing.invoiceNumber, `orders[${index}].`);
  }
}

async function knownCustomers(
  customers: Customers,
  accountId: number,
  orders: readonly NewOrder[],
): Promise<Set<number>> {
  // A call with too many orders is refused later anyway, so no customers are read for it.
  const named = orders.length > MAX_ORDERS ? [] : orders.flatMap(({ customerId }) => customerId ?? []);
  const ids = [...new Set(named)];
  const found = await Promise.all(ids.map((customerId) => customers.find(accountId, customerId)));
  return new Set(ids.filter((_, index) => found[index] !== undefined));
}
