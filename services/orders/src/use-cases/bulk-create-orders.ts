import type { AccountId } from '@parcelyard/service-kit/ids';
import { checkBulkOrders, MOST_ORDERS } from '../domain/bulk-orders';
import { firstTaken, invoiceNumberTaken } from '../domain/invoice-number';
import type { NewOrder, NewOrderInput } from '../domain/new-order';
import type { Customers, OrderStore } from '../ports';
import { type CreatedOrder, type PlacingDependencies, placeOrder } from './place-order';

export interface BulkOutcome {
  created: number;
  skipped: number;
  /** In input order. */
  results: CreatedOrder[];
}

/**
 * Creates up to 100 orders (specification: bulk_create_orders). Everything is checked before anything is saved. The
 * orders are placed one after the other, so that the second of two with the same external id finds the first, and a
 * call that was cut short goes on where it stopped when it is repeated with external ids.
 * @throws DomainError `invalid_argument` that names every problem; `already_exists` for an invoice number
 */
export const bulkCreateOrders =
  (dependencies: PlacingDependencies) =>
  async (accountId: AccountId, inputs: readonly NewOrderInput[]): Promise<BulkOutcome> => {
    const wanted = checkBulkOrders(inputs, await knownCustomers(dependencies.customers, accountId, inputs));
    await refuseTakenInvoices(dependencies.orders, accountId, wanted);
    const results: CreatedOrder[] = [];
    for (const order of wanted) results.push(await placeOrder(dependencies, accountId, order));
    const created = results.filter((result) => result.created).length;
    return { created, skipped: results.length - created, results };
  };

/** @throws DomainError `already_exists` before anything is saved */
async function refuseTakenInvoices(
  orders: OrderStore,
  accountId: AccountId,
  wanted: readonly NewOrder[],
): Promise<void> {
  const claimed = await orders.findClaimedInvoices(
    accountId,
    wanted.flatMap(({ invoiceNumber }) => invoiceNumber ?? []),
  );
  // A live order of the same external id, or of the same request, is the order itself, which came with an earlier call.
  for (const { invoiceNumber = '', externalOrderId, requestKey } of wanted) {
    if (!claimed.has(invoiceNumber)) continue;
    const existing = await orders.findByInvoice(accountId, invoiceNumber);
    const isSame = externalOrderId !== undefined && existing?.externalOrderId === externalOrderId;
    const isOwn = requestKey !== undefined && existing?.requestKey === requestKey;
    if (isSame || isOwn) claimed.delete(invoiceNumber);
  }
  const taken = firstTaken(wanted, claimed);
  if (taken >= 0) throw invoiceNumberTaken(wanted[taken]?.invoiceNumber as string, `orders[${taken}].`);
}

async function knownCustomers(
  customers: Customers,
  accountId: AccountId,
  inputs: readonly NewOrderInput[],
): Promise<Set<number>> {
  // Too many orders are refused whatever they say.
  const asked = inputs.length > MOST_ORDERS ? [] : inputs.flatMap(({ customerId }) => customerId ?? []);
  const wanted = [...new Set(asked)];
  const found = await Promise.all(wanted.map((customerId) => customers.find(accountId, customerId)));
  return new Set(wanted.filter((_, index) => found[index] !== undefined));
}
