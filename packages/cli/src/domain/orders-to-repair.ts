import type { LedgerEvidence, Violation } from './ledger-evidence';

const REPAIRABLE: ReadonlySet<string> = new Set([
  'capture_missing',
  'refund_missing',
  'capture_without_order',
  'label_not_on_order',
  'void_unknown_to_order',
  'lock_without_purchase',
  'lock_of_failed_purchase',
  'label_without_lock',
  'hold_missing',
  'hold_unresolved',
]);

interface OrderRef {
  readonly accountId: number;
  readonly orderId: number;
}

/** Returns the orders that must change to match their purchases, each once. */
export function ordersToRepair(
  { purchases, orders }: Pick<LedgerEvidence, 'purchases' | 'orders'>,
  violations: readonly Violation[],
): OrderRef[] {
  const byPurchase = new Map<string, OrderRef>([
    ...purchases.map((purchase) => [purchase.purchaseId, purchase] as const),
    ...orders.map((order) => [order.lockedBy, order] as const),
  ]);
  const found = violations
    .filter(({ rule }) => REPAIRABLE.has(rule))
    .flatMap(({ subject }) => byPurchase.get(subject.replace(/^hold:/, '')) ?? [])
    .map(({ accountId, orderId }) => [`${accountId}/${orderId}`, { accountId, orderId }] as const);
  return [...new Map(found).values()];
}
