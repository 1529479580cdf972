import { LeaseLostError } from '@parcelyard/due-work/leased-collection';
import type { Purchase } from '../../domain/purchase';
import { isStale, nextPause, nextStep, OUT_OF_TIME, SELLER_PAUSE_MS } from '../../domain/purchase-step';
import type { PurchasePorts } from '../../ports';
import { SellerNotConfigured } from '../../sellers/seller-not-configured';
import { continueIfSold } from './continue-if-sold';
import { PURCHASE_WORKFLOW } from './purchase-workflow';
import type { Known, Step, StepOutcome } from './step';

/**
 * Runs the steps of a purchase or its void until it ends or must wait. This process must hold the purchase's lease.
 * @throws LeaseLostError when another process runs it; a step's error when a service does not answer
 */
export async function drivePurchase(
  ports: PurchasePorts,
  purchase: Purchase,
  known: Known = {},
): Promise<Purchase> {
  let current = await ports.purchases.renewLease(purchase);
  for (;;) {
    const step = nextStep(current);
    if (!step) return current;
    const outcome = await take(ports, current, PURCHASE_WORKFLOW[step], known);
    current = outcome.purchase;
    if (outcome.isDeferred) return current;
    if (outcome.pauseMs !== undefined) {
      await ports.purchases.defer(current, outcome.pauseMs);
      return current;
    }
  }
}

/** Runs a step. If the seller is not configured, the purchase waits, and its money stays reserved. */
async function take(
  ports: PurchasePorts,
  purchase: Purchase,
  step: Step,
  known: Known,
): Promise<StepOutcome> {
  try {
    return await step(ports, purchase, known);
  } catch (error) {
    if (!(error instanceof SellerNotConfigured)) throw error;
    const { id: purchaseId, state } = purchase;
    ports.logger.error(
      { purchaseId, state, seller: error.seller },
      'a purchase waits: CARRIERS does not contain its seller',
    );
    return { purchase, pauseMs: SELLER_PAUSE_MS };
  }
}

/** Continues a purchase that no process runs, for example after a crash or when the carrier did not answer. */
export async function resumePurchase(ports: PurchasePorts, purchase: Purchase): Promise<void> {
  const { purchases, clock, logger } = ports;
  logger.info({ purchaseId: purchase.id, state: purchase.state }, 'continuing a purchase');
  try {
    const rested = await drivePurchase(
      ports,
      await giveUpIfStale(ports, await continueIfSold(ports, purchase)),
    );
    logger.info({ purchaseId: purchase.id, state: rested.state }, 'purchase continued');
  } catch (error) {
    if (error instanceof LeaseLostError) return;
    logger.warn({ purchaseId: purchase.id, state: purchase.state, err: error }, 'purchase must wait');
    await purchases.defer(purchase, nextPause(purchase.createdAt, clock.now()));
  }
}

/**
 * Gives up an old purchase whose seller was not asked yet. Nobody waits for this purchase any more, and the caller may
 * have chosen another label.
 */
async function giveUpIfStale({ purchases, clock }: PurchasePorts, purchase: Purchase): Promise<Purchase> {
  if (nextStep(purchase) !== 'buy' || !isStale(purchase, clock.now())) return purchase;
  return purchases.note(purchase, { failure: OUT_OF_TIME });
}
