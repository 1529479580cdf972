import type { OrderRedacted } from '@parcelyard/contracts/events';
import type { PurchaseStore } from '../adapters/mongo/purchase-store';

/**
 * Removes an order's personal data from shipping's database, after the orders service has removed them from its own
 * database (docs/personal-data.md). Can be repeated.
 * @throws Error while a purchase of the order needs its addresses; the event is then delivered again
 */
export async function redactOrder(
  purchases: Pick<PurchaseStore, 'redact'>,
  { accountId, orderId }: OrderRedacted,
): Promise<void> {
  if (await purchases.redact(accountId, orderId)) return;
  throw new Error(`A purchase of order ${orderId} is under way.`);
}
