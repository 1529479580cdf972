import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from '@parcelyard/contracts/orders';
import { LeaseLostError } from '@parcelyard/due-work/leased-collection';
import type { PurchaseId } from '@parcelyard/service-kit/ids';
import type { PurchaseStore } from '../../adapters/mongo/purchase-store';
import { nextVoidNumber, type Purchase } from '../../domain/purchase';
import type { PurchasePorts } from '../../ports';
import { drivePurchase } from '../purchase/drive-purchase';

/** The pause before a worker continues a void whose process failed. */
const CONTINUE_AFTER_MS = 1_000;

export interface RequestedVoid {
  /** The purchase after the void. If the carrier refused, its state is `done` and `voidRefusal` says why. */
  readonly purchase: Purchase;
  /** False when another call requested the void first. */
  readonly mine: boolean;
}

/** Runs step 1 of a void (store the request) and as many further steps as possible now. A worker does the rest. */
export async function requestVoid(ports: PurchasePorts, purchase: Purchase): Promise<RequestedVoid> {
  const { purchases, clock, failPoint, logger } = ports;
  const requested = await claim(ports, purchase);
  if (!requested) return { purchase: await awaitVoid(ports, purchase), mine: false };
  failPoint('void-1-requested');
  try {
    return { purchase: await drivePurchase(ports, requested), mine: true };
  } catch (error) {
    if (!(error instanceof LeaseLostError)) {
      logger.warn({ purchaseId: purchase.id, err: error, at: clock.now() }, 'void left to the worker');
      await purchases.defer(requested, CONTINUE_AFTER_MS).catch(() => undefined);
    }
    // The void is stored and continues without this call, so its current state is the answer.
    return { purchase: (await find(ports, purchase)) ?? requested, mine: true };
  }
}

/** Stores that a void was requested. Returns undefined when another call has changed the purchase. */
async function claim({ purchases, clock }: PurchasePorts, purchase: Purchase): Promise<Purchase | undefined> {
  const now = clock.now();
  try {
    return await purchases.move(purchase, 'void_requested', {
      // The fence increases, so a call that read the purchase earlier can no longer request a void. Two voids therefore
      // never have the same number.
      fence: purchase.fence + 1,
      voidNumber: nextVoidNumber(purchase, now),
      voidWaits: false,
      voidRequestedAt: now,
    });
  } catch (error) {
    if (error instanceof LeaseLostError) return undefined;
    throw error;
  }
}

/** How long a second call waits until the carrier has answered the first call's request for the void. */
const WAIT_MS = 5_000;
const LOOK_MS = 50;

/**
 * Waits until the carrier has accepted or refused a void that another call requested, or until it is clear that this
 * takes longer.
 */
export async function awaitVoid(ports: PurchasePorts, purchase: Purchase): Promise<Purchase> {
  let seen = purchase;
  for (let waited = 0; waited <= WAIT_MS; waited += LOOK_MS) {
    seen = (await find(ports, purchase)) ?? seen;
    if (seen.state !== 'void_requested' || seen.voidWaits) return seen;
    await pause(LOOK_MS);
  }
  return seen;
}

const find = ({ purchases }: PurchasePorts, { accountId, id }: Purchase) => purchases.find(accountId, id);

/** Returns the purchase of an order's label. If the order has no label, returns its last purchase. */
export async function labelPurchase(
  purchases: PurchaseStore,
  { accountId, orderId, label }: Order,
): Promise<Purchase | undefined> {
  if (label) return purchases.find(accountId, label.purchaseId as PurchaseId);
  return purchases.findLatest(accountId, orderId);
}
