import { setTimeout as pause } from 'node:timers/promises';
import { LeaseLostError } from '@parcelyard/events/leased-collection';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Purchase, PurchaseTerms } from '../../domain/purchase';
import { isVoiding } from '../../domain/purchase-state';
import { UNRESOLVED } from '../../domain/purchase-step';
import type { PurchasePorts } from '../../ports';
import { awaitPurchase } from './await-purchase';
import { drivePurchase } from './drive-purchase';

export interface PurchaseOrder {
  readonly accountId: number;
  readonly orderId: number;
  /** How often the order was labelled before. */
  readonly labelGeneration: number;
  readonly terms: PurchaseTerms;
}

export interface Purchased {
  readonly purchase: Purchase;
  /** False when another confirm had begun the purchase. */
  readonly mine: boolean;
}

/**
 * Buys, or waits for whoever is already buying for this order, whatever their rate.
 * @throws DomainError the purchase's failure, or unresolved when nobody knows yet whether a label was bought
 */
export async function purchaseLabel(ports: PurchasePorts, wanted: PurchaseOrder): Promise<Purchased> {
  const { purchase: claimed, mine } = await claim(ports, wanted);
  if (mine) ports.failPoint('purchase-1-claimed');
  const purchase = mine ? await drive(ports, claimed) : await awaitPurchase(ports, claimed);
  if (purchase.state === 'done') return { purchase, mine };
  if (purchase.state === 'failed' && purchase.failure) {
    throw DomainError.text(purchase.failure.code, purchase.failure.message);
  }
  throw unresolved(purchase);
}

const CLAIM_TRIES = 5;
const VOID_LOOK_MS = 300;

/** Step 1. The unique indexes decide who buys; what was read before only proposes a number. */
async function claim({ purchases }: PurchasePorts, wanted: PurchaseOrder): Promise<Purchased> {
  const { accountId, orderId, labelGeneration, terms } = wanted;
  for (let attempt = 0; attempt < CLAIM_TRIES; attempt += 1) {
    const last = Math.max(labelGeneration, await purchases.lastGeneration(accountId, orderId));
    const claimed = await purchases.claim({ accountId, orderId, generation: last + 1, terms });
    if (claimed) return { purchase: claimed, mine: true };
    const owner = await purchases.findOwner(accountId, orderId);
    if (owner && isVoiding(owner.state)) {
      // Its order has lost the label already, or would not be bought: the way is free in a moment.
      await pause(VOID_LOOK_MS);
      continue;
    }
    if (owner) return { purchase: owner, mine: false };
    // The one in the way has failed meanwhile: the order is free again, under the next number.
  }
  throw DomainError.text(
    'conflict',
    `Order ${orderId} is being bought or voided by several callers at once. Check get_label before you try again.`,
  );
}

async function drive(ports: PurchasePorts, claimed: Purchase): Promise<Purchase> {
  const { purchases, logger } = ports;
  try {
    return await drivePurchase(ports, claimed);
  } catch (error) {
    if (error instanceof LeaseLostError) return awaitPurchase(ports, claimed);
    logger.warn({ purchaseId: claimed.id, err: error }, 'purchase left to the sweeper');
    await purchases.defer(claimed, LEFT_FOR_MS).catch(() => undefined);
    throw unresolved(claimed, error);
  }
}

const LEFT_FOR_MS = 1_000;

function unresolved({ id, state }: Purchase, cause?: unknown): DomainError {
  return DomainError.text('unresolved', UNRESOLVED, {
    detail: `${id} is ${state}`,
    ...(cause === undefined ? {} : { cause }),
  });
}
