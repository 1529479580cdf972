import type { Order } from '@parcelyard/contracts/orders';
import { LeaseLostError } from '@parcelyard/events/leased-collection';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { PurchaseId } from '@parcelyard/service-kit/ids';
import type { PurchaseStore } from '../../adapters/mongo/purchase-store';
import type { Purchase } from '../../domain/purchase';
import type { PurchasePorts } from '../../ports';
import { drivePurchase } from '../purchase/drive-purchase';

/** A driver that stumbled leaves the rest of the void to the sweeper for so many milliseconds. */
const LEFT_FOR_MS = 1_000;

/**
 * Step 1 of a void, and as many of the others as can be done now; the sweeper does the rest.
 * @returns the purchase as it stands then: `done` when the carrier refused, in its `voidRefusal`
 * @throws DomainError failed_precondition when somebody else's void came first
 */
export async function requestVoid(ports: PurchasePorts, purchase: Purchase): Promise<Purchase> {
  const { purchases, clock, failPoint, logger } = ports;
  const requested = await claim(ports, purchase);
  failPoint('void-1-requested');
  try {
    return await drivePurchase(ports, requested);
  } catch (error) {
    if (!(error instanceof LeaseLostError)) {
      logger.warn({ purchaseId: purchase.id, err: error, at: clock.now() }, 'void left to the sweeper');
      await purchases.defer(requested, LEFT_FOR_MS).catch(() => undefined);
    }
    // The void is written down and goes on by itself: how far it came is the answer.
    return (await purchases.find(purchase.accountId, purchase.id)) ?? requested;
  }
}

async function claim({ purchases, clock }: PurchasePorts, purchase: Purchase): Promise<Purchase> {
  try {
    return await purchases.move(purchase, 'void_requested', { voidRequestedAt: clock.now() });
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
    const { orderId } = purchase;
    throw new DomainError('failed_precondition', 'label_being_voided', { orderId }, { field: 'order_id' });
  }
}

/** The purchase of an order's label; the latest one of an order that has none. */
export async function labelPurchase(
  purchases: PurchaseStore,
  { accountId, orderId, label }: Order,
): Promise<Purchase | undefined> {
  if (label) return purchases.find(accountId, label.purchaseId as PurchaseId);
  return purchases.findLatest(accountId, orderId);
}
