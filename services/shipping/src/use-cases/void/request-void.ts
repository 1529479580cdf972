import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from '@parcelyard/contracts/orders';
import { LeaseLostError } from '@parcelyard/events/leased-collection';
import type { PurchaseId } from '@parcelyard/service-kit/ids';
import type { PurchaseStore } from '../../adapters/mongo/purchase-store';
import type { Purchase } from '../../domain/purchase';
import type { PurchasePorts } from '../../ports';
import { drivePurchase } from '../purchase/drive-purchase';

/** Milliseconds after which the sweeper goes on with a void whose driver failed. */
const LEFT_FOR_MS = 1_000;

export interface RequestedVoid {
  /** As it stands then: `done` when the carrier refused, in its `voidRefusal`. */
  readonly purchase: Purchase;
  /** False when somebody else's void came first. */
  readonly mine: boolean;
}

/** Step 1 of a void, and as many of the others as can be done now; the sweeper does the rest. */
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
      await purchases.defer(requested, LEFT_FOR_MS).catch(() => undefined);
    }
    // The void is written down and goes on by itself: how far it came is the answer.
    return { purchase: (await find(ports, purchase)) ?? requested, mine: true };
  }
}

/** undefined when somebody else's void came first. */
async function claim({ purchases, clock }: PurchasePorts, purchase: Purchase): Promise<Purchase | undefined> {
  try {
    const voids = (purchase.voids ?? 0) + 1;
    return await purchases.move(purchase, 'void_requested', {
      voids,
      voidWaits: false,
      voidRequestedAt: clock.now(),
    });
  } catch (error) {
    if (error instanceof LeaseLostError) return undefined;
    throw error;
  }
}

/** Milliseconds that a repeated void waits while the carrier is being asked for the first one. */
const WAIT_MS = 5_000;
const LOOK_MS = 50;

/** A void that somebody else has asked for, once its carrier was heard: it says yes, no, or later. */
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

/** The purchase of an order's label; the latest one of an order that has none. */
export async function labelPurchase(
  purchases: PurchaseStore,
  { accountId, orderId, label }: Order,
): Promise<Purchase | undefined> {
  if (label) return purchases.find(accountId, label.purchaseId as PurchaseId);
  return purchases.findLatest(accountId, orderId);
}
