import { setTimeout as pause } from 'node:timers/promises';
import type { Purchase } from '../../domain/purchase';
import { isVoided, isVoiding } from '../../domain/purchase-state';
import { nextStep } from '../../domain/purchase-step';
import type { PurchasePorts } from '../../ports';

/** Milliseconds that a confirm waits for somebody else's purchase of the same order. */
const PATIENCE_MS = 24_000;
const FIRST_LOOK_MS = 50;
const SLOWEST_LOOK_MS = 400;

/**
 * Watches a purchase that another driver carries out until it comes to rest, waits for its carrier, or patience ends;
 * then answers where it stands.
 */
export async function awaitPurchase(
  { purchases }: Pick<PurchasePorts, 'purchases'>,
  { accountId, id }: Purchase,
): Promise<Purchase> {
  let waited = 0;
  let look = FIRST_LOOK_MS;
  for (;;) {
    const seen = await purchases.find(accountId, id);
    if (!seen) throw new Error(`${id} is gone.`);
    if (isDecided(seen) || waited >= PATIENCE_MS) return seen;
    await pause(look);
    waited += look;
    look = Math.min(SLOWEST_LOOK_MS, look * 1.5);
  }
}

function isDecided(purchase: Purchase): boolean {
  // Bought and given back while somebody watched.
  if (isVoiding(purchase.state) || isVoided(purchase.state)) return true;
  return nextStep(purchase) === undefined || (purchase.state === 'unknown' && !purchase.failure);
}
