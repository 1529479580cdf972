import type { LedgerEntry } from '@parcelyard/contracts/billing';
import type { Caller } from '../clients/caller';
import type { BillingClient, OrdersClient } from '../clients/gateway-clients';

export interface LedgerRow extends LedgerEntry {
  readonly order?: { readonly orderId: number; readonly orderNumber: string } | undefined;
}

interface Clients {
  readonly billing: Pick<BillingClient, 'listLedger'>;
  readonly orders: Pick<OrdersClient, 'getOrderRows'>;
}

/** Returns one page of the ledger, newest first. The entry of a purchase also has the purchase's order. */
export async function readLedger(
  { billing, orders }: Clients,
  caller: Caller,
  page: { readonly page: number; readonly pageSize: number },
): Promise<{ readonly rows: readonly LedgerRow[]; readonly total: number }> {
  const { entries, total } = await billing.listLedger(caller, page);
  const ids = new Set(entries.flatMap(({ purchaseId }) => orderOf(purchaseId) ?? []));
  const found = ids.size === 0 ? [] : (await orders.getOrderRows(caller, { orderIds: [...ids] })).orders;
  const numbers = new Map(found.map(({ orderId, orderNumber }) => [orderId, { orderId, orderNumber }]));
  return {
    rows: entries.map((entry) => ({ ...entry, order: numbers.get(orderOf(entry.purchaseId) ?? 0) })),
    total,
  };
}

/** Returns the order's id, which a purchase's id contains. */
function orderOf(purchaseId: string | undefined): number | undefined {
  const match = /^pur_(\d{1,15})_\d+_[0-9a-f]+$/.exec(purchaseId ?? '');
  return match ? Number(match[1]) : undefined;
}
