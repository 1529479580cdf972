import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from '@parcelyard/contracts/orders';
import { LeaseLostError } from '@parcelyard/due-work/leased-collection';
import type { PurchaseId } from '@parcelyard/service-kit/ids';
import type { PurchaseStore } from '../../adapters/mongo/purchase-store';
import { nextVoidNumber, type Purchase } from '../../domain/purchase';
import type { PurchasePorts } from '../../ports';
import { drivePurchase } from '../purchase/drive-purchase';

/** Milliseconds before the sweeper resumes a void whose process failed. */
const SWEEP_AFTER_MS = 1_000;

export interface RequestedVoid {
  /**
   * The purchase after the void. Its state is `done` when the carrier refused; `voidRefusal` is then the carrier's
   * message.
   */
  readonly purchase: Purchase;
  /** False when another call requested a void first. */
  readonly mine: boolean;
}

/** Runs step 1 of a void and as many further steps as possible now. The sweeper does the rest. */
export async function requestVoid(ports: PurchasePorts, purchase: Purchase): Promise<RequestedVoid> {
  const { purchases, clock, failPoint, logger } = ports;
  const requested = await claim(ports, purchase);
  if (!requested) return { purchase: await awaitVoid(ports, purchase), mine: false };
  failPoint('void-1-requested');
  try {
    return { purchase: await drivePurchase(ports, requested), mine: true };
  } catch (error) {
    if (!(error instanceof LeaseLostError)) {
      logger.warn({ purchaseId: purchase.id, err: error, at: clock.now() }, 'void left to the sweeper');
      await purchases.defer(requested, SWEEP_AFTER_MS).catch(() => undefined);
    }
    // The void is stored and continues without this call. So its current state is returned.
    return { purchase: (await find(ports, purchase)) ?? requested, mine: true };
  }
}

/** Stores the requested void. Returns undefined when another call changed the purchase first. */
async function claim({ purchases, clock }: PurchasePorts, purchase: Purchase): Promise<Purchase | undefined> {
  const now = clock.now();
  try {
    return await purchases.move(purchase, 'void_requested', {
      // The fence increases, so a call that read the purchase earlier cannot request a void with the same number.
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

/** Milliseconds that a repeated void waits for the carrier's answer to the first void. */
const WAIT_MS = 5_000;
const LOOK_MS = 50;

/** Waits until the carrier has accepted, refused or deferred a void that another call requested. */
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

/** Returns the purchase of an order's label. If the order has no label, returns the order's latest purchase. */
export async function labelPurchase(
  purchases: PurchaseStore,
  { accountId, orderId, label }: Order,
): Promise<Purchase | undefined> {
  if (label) return purchases.find(accountId, label.purchaseId as PurchaseId);
  return purchases.findLatest(accountId, orderId);
}
