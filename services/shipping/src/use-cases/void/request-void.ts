import { LeaseLostError } from '@parcelyard/events/leased-collection';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Purchase } from '../../domain/purchase';
import { beingVoided } from '../../domain/voiding';
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
    throw DomainError.text('failed_precondition', beingVoided(purchase.orderId), { field: 'order_id' });
  }
}
