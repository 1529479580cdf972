import type { OrderRedacted } from '@parcelyard/contracts/events';
import type { PurchaseStore } from '../adapters/mongo/purchase-store';

/**
 * Removes the personal data that shipping keeps of an order, when orders removes its own (docs/personal-data.md). May
 * be repeated.
 * @throws Error when a purchase of the order is under way: its addresses are needed, and the event comes again
 */
export async function redactOrder(
  purchases: Pick<PurchaseStore, 'redact'>,
  { accountId, orderId }: OrderRedacted,
): Promise<void> {
  if (await purchases.redact(accountId, orderId)) return;
  throw new Error(`A purchase of order ${orderId} is under way.`);
}
