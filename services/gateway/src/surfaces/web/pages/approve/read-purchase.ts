import type { Approval } from '@parcelyard/contracts/billing';
import type { Order, OrderRow } from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Caller } from '../../../../clients/caller';
import type { OrdersClient } from '../../../../clients/gateway-clients';

/** What a purchase is for: one order, or the orders of a batch. */
export type Purchase =
  | { readonly kind: 'label'; readonly orderId: number | undefined; readonly order: Order | undefined }
  | { readonly kind: 'batch'; readonly count: number; readonly orders: readonly OrderRow[] };

export type Settled = 'labelled' | 'canceled';

/** What became of the order without this purchase, so that nothing is left to allow. */
export function settledByOrder(purchase: Purchase): Settled | undefined {
  const order = purchase.kind === 'label' ? purchase.order : undefined;
  if (order?.label) return 'labelled';
  return order?.status === 'Deleted' ? 'canceled' : undefined;
}

interface Clients {
  readonly orders: Pick<OrdersClient, 'getOrder' | 'getOrderRows'>;
}

/** As many orders of a batch as are named. */
const NAMED = 10;

export async function readPurchase(
  { orders }: Clients,
  caller: Caller,
  { batch, orderIds }: Approval,
): Promise<Purchase> {
  if (batch) {
    const named = orderIds.slice(0, NAMED);
    const rows = named.length === 0 ? [] : (await orders.getOrderRows(caller, { orderIds: named })).orders;
    return { kind: 'batch', count: orderIds.length, orders: rows };
  }
  const [orderId] = orderIds;
  if (orderId === undefined) return { kind: 'label', orderId, order: undefined };
  try {
    return { kind: 'label', orderId, order: await orders.getOrder(caller, { orderId }) };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    return { kind: 'label', orderId, order: undefined };
  }
}
