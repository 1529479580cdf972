import type { Approval } from '@parcelyard/contracts/billing';
import type { Address } from '@parcelyard/contracts/common';
import type { Order } from '@parcelyard/contracts/orders';
import { destinationDigest, destinationsDigest } from '@parcelyard/service-kit/destination-digest';
import { undefinedFor } from '@parcelyard/service-kit/undefined-for';
import type { Caller } from '../../../../clients/caller';
import type { OrdersClient, ShippingClient } from '../../../../clients/gateway-clients';

/** What would be bought: a label for one order, for the return of one order, or for the orders of a batch. */
export type PurchaseView = LabelPurchase | BatchPurchase;

export interface LabelPurchase {
  readonly kind: 'label' | 'return';
  readonly orderId: number | undefined;
  readonly order: Order | undefined;
  /** The parcel's destination. For a return, this is the shop. */
  readonly shipTo: Address | undefined;
  /** True when the order's address has changed since the owner was asked. */
  readonly isMoved: boolean;
}

export interface BatchPurchase {
  readonly kind: 'batch';
  readonly count: number;
  /** The orders that still exist. */
  readonly orders: readonly Order[];
  readonly isMoved: boolean;
}

export type Settled = 'labelled' | 'canceled' | 'withdrawn' | 'moved';

/** Returns why the order no longer needs this purchase; undefined when the order still needs it. */
export function settledByOrder(purchase: PurchaseView): Settled | undefined {
  return (
    (purchase.kind === 'batch' ? undefined : endOf(purchase)) ?? (purchase.isMoved ? 'moved' : undefined)
  );
}

/** Statuses in which a return needs its label. */
const AWAITS_RETURN_LABEL: ReadonlySet<string> = new Set(['PrintReturnLabel', 'ReturnLabelRefunded']);

function endOf({ kind, order }: LabelPurchase): Settled | undefined {
  if (!order) return undefined;
  // An order with a return already has the label of the parcel to the customer. So only the return label shows whether
  // this purchase was made.
  if (kind === 'return') {
    if (order.returnLabel) return 'labelled';
    return AWAITS_RETURN_LABEL.has(order.status) ? undefined : 'withdrawn';
  }
  if (order.label) return 'labelled';
  return order.status === 'Deleted' ? 'canceled' : undefined;
}

interface Clients {
  readonly orders: Pick<OrdersClient, 'getOrder' | 'getOrders'>;
  readonly shipping: Pick<ShippingClient, 'getSettings'>;
}

export async function readPurchase(
  clients: Clients,
  caller: Caller,
  approval: Approval,
): Promise<PurchaseView> {
  const { batch, orderIds, destination, forReturn = false } = approval;
  if (batch) return readBatch(clients, caller, approval);
  const [orderId] = orderIds;
  const kind = forReturn ? 'return' : 'label';
  const [order, shop] = await Promise.all([
    orderId === undefined
      ? undefined
      : clients.orders.getOrder(caller, { orderId }).catch(undefinedFor('not_found')),
    forReturn ? clients.shipping.getSettings(caller, {}) : undefined,
  ]);
  const shipTo = forReturn ? shop?.shipFrom : order?.shipTo;
  return { kind, orderId, order, shipTo, isMoved: differs(destination, order && destinationDigest(shipTo)) };
}

async function readBatch(
  { orders }: Clients,
  caller: Caller,
  { orderIds, destination }: Approval,
): Promise<BatchPurchase> {
  const found = (await orders.getOrders(caller, { orderIds })).orders;
  const now = found.map(({ orderId, shipTo }) => ({ orderId, digest: destinationDigest(shipTo) }));
  return {
    kind: 'batch',
    count: orderIds.length,
    orders: found,
    isMoved: differs(destination, destinationsDigest(now)),
  };
}

const differs = (asked: string | undefined, now: string | undefined): boolean =>
  asked !== undefined && now !== undefined && asked !== now;
