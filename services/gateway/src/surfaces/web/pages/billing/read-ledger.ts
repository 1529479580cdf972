import type { LedgerEntry } from '@parcelyard/contracts/billing';
import type { Caller } from '../../../../clients/caller';
import type { BillingClient, OrdersClient } from '../../../../clients/gateway-clients';

/** One page of the ledger, with the orders that its purchases were for. */
export interface LedgerView {
  readonly rows: readonly LedgerRow[];
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
}

export interface LedgerRow extends LedgerEntry {
  readonly order?: { readonly orderId: number; readonly orderNumber: string } | undefined;
}

interface Clients {
  readonly billing: Pick<BillingClient, 'listLedger'>;
  readonly orders: Pick<OrdersClient, 'getOrderRows'>;
}

const PAGE_SIZE = 25;
const LAST_PAGE = 1_000_000;

export async function readLedger(
  { billing, orders }: Clients,
  caller: Caller,
  query: URLSearchParams,
): Promise<LedgerView> {
  const requested = Math.trunc(Number(query.get('page')));
  const page = requested >= 1 ? Math.min(requested, LAST_PAGE) : 1;
  const { entries, total } = await billing.listLedger(caller, { page, pageSize: PAGE_SIZE });
  const ids = new Set(entries.flatMap(({ purchaseId }) => orderOf(purchaseId) ?? []));
  const found = ids.size === 0 ? [] : (await orders.getOrderRows(caller, { orderIds: [...ids] })).orders;
  const numbers = new Map(found.map(({ orderId, orderNumber }) => [orderId, { orderId, orderNumber }]));
  const rows = entries.map((entry) => ({ ...entry, order: numbers.get(orderOf(entry.purchaseId) ?? 0) }));
  return { rows, page, pageSize: PAGE_SIZE, total };
}

/** A purchase's id begins with its order's. */
function orderOf(purchaseId: string | undefined): number | undefined {
  const match = /^pur_(\d{1,15})_\d+_[0-9a-f]+$/.exec(purchaseId ?? '');
  return match ? Number(match[1]) : undefined;
}
