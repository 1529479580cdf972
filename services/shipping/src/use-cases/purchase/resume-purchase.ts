import { LeaseLostError } from '@parcelyard/events/leased-collection';
import type { Purchase } from '../../domain/purchase';
import { isStale, nextPause, nextStep, OUT_OF_TIME } from '../../domain/purchase-step';
import type { PurchasePorts } from '../../ports';
import { drivePurchase } from './drive-purchase';

/** Takes up a purchase that its driver left: after a crash, a silent carrier or a service that was down. */
export async function resumePurchase(ports: PurchasePorts, purchase: Purchase): Promise<void> {
  const { purchases, clock, logger } = ports;
  logger.info({ purchaseId: purchase.id, state: purchase.state }, 'taking up a purchase');
  try {
    const rested = await drivePurchase(ports, await giveUpIfStale(ports, purchase));
    logger.info({ purchaseId: purchase.id, state: rested.state }, 'purchase taken up');
  } catch (error) {
    if (error instanceof LeaseLostError) return;
    logger.warn({ purchaseId: purchase.id, state: purchase.state, err: error }, 'purchase must wait');
    await purchases.defer(purchase, nextPause(purchase.createdAt, clock.now()));
  }
}

/** A purchase that has not reached its carrier is not begun late: its caller has gone and may have decided otherwise. */
async function giveUpIfStale({ purchases, clock }: PurchasePorts, purchase: Purchase): Promise<Purchase> {
  const step = nextStep(purchase);
  const untouched = step === 'hold' || step === 'send';
  if (!untouched || !isStale(purchase, clock.now())) return purchase;
  return purchases.note(purchase, { failure: OUT_OF_TIME });
}
