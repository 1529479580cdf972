import { setTimeout as pause } from 'node:timers/promises';
import { LeaseLostError } from '@parcelyard/due-work/leased-collection';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { fromFailure } from '@parcelyard/service-kit/failure';
import { remainingMs } from '@parcelyard/service-kit/tracing/request-id';
import type { PostalAddress } from '../../domain/address/postal-address';
import { isReturn, type Purchase, type PurchaseTerms } from '../../domain/purchase';
import { isVoided } from '../../domain/purchase-state';
import { nextStep, OUT_OF_TIME } from '../../domain/purchase-step';
import type { PurchasePorts } from '../../ports';
import { drivePurchase } from './drive-purchase';

export interface PurchaseOrder {
  readonly accountId: number;
  readonly orderId: number;
  /** The number of earlier attempts to buy a label for the order. */
  readonly labelGeneration: number;
  readonly terms: PurchaseTerms;
  /**
   * The destination, if the caller has read it: the order's address in the version that `terms` names. If absent, the
   * address comes from the lock of the order.
   */
  readonly shipTo?: PostalAddress;
}

export interface Purchased {
  readonly purchase: Purchase;
  /** False when another call has begun the purchase. */
  readonly mine: boolean;
}

/**
 * Buys a label. If another purchase of this order is running, waits for that purchase, even if it has another rate.
 * @throws DomainError the purchase's error, or unresolved when it is unknown whether a label was bought
 */
export async function purchaseLabel(ports: PurchasePorts, order: PurchaseOrder): Promise<Purchased> {
  const { purchase: claimed, mine } = await claim(ports, order);
  if (mine) ports.failPoint('purchase-1-claimed');
  const purchase = mine ? await drive(ports, claimed, order) : await awaitPurchase(ports, claimed);
  if (purchase.state === 'done') return { purchase, mine };
  if (purchase.state === 'failed' && purchase.failure) throw fromFailure(purchase.failure);
  throw unresolved(purchase);
}

const CLAIM_TRIES = 6;
const VOID_LOOK_MS = 300;

/**
 * Inserts the purchase. If another purchase blocks the order, the unique indexes refuse the insert, and the other
 * purchase is returned. The number of the attempt is first guessed from the order. If this number is taken, for example
 * by a purchase that failed, the next number is tried.
 */
async function claim(ports: PurchasePorts, order: PurchaseOrder): Promise<Purchased> {
  const { purchases } = ports;
  const { accountId, orderId, labelGeneration, terms } = order;
  let blocking: Purchase | undefined;
  for (let attempt = 0; attempt < CLAIM_TRIES; attempt += 1) {
    const last = attempt === 0 ? 0 : await purchases.lastGeneration(accountId, orderId);
    const generation = Math.max(labelGeneration, last) + 1;
    const claimed = await purchases.claim({ accountId, orderId, generation, terms });
    if (claimed) return { purchase: claimed, mine: true };
    const owner = isReturn({ terms })
      ? await purchases.findReturnOwner(accountId, orderId)
      : await purchases.findOwner(accountId, orderId);
    blocking = owner;
    if (owner?.state === 'void_requested') {
      // The void will soon free the order, so wait a moment.
      await pause(VOID_LOOK_MS);
      continue;
    }
    if (owner && (await isOnItsOrder(ports, owner))) return { purchase: owner, mine: false };
    // The purchase that blocked the order has failed, or its label was voided. So the loop tries again to insert this
    // purchase.
  }
  if (blocking?.state === 'void_requested') {
    const params = { orderId, act: 'buy' as const };
    throw new DomainError('failed_precondition', 'void_pending', params, { field: 'order_id' });
  }
  throw new DomainError('conflict', 'order_contended', { orderId });
}

/**
 * Returns whether the purchase still blocks its order: the purchase is still running, or its label is on the order.
 * Returns false when the label was voided in the meantime. If the purchase is `done` and its label is not on the order,
 * the orders database was restored from a backup. Then the label must not be returned, because the order with this
 * number may be a different order.
 * @throws DomainError failed_precondition after such a restore
 */
async function isOnItsOrder({ orders, purchases, logger }: PurchasePorts, owner: Purchase): Promise<boolean> {
  if (owner.state !== 'done') return true;
  const { accountId, orderId, id } = owner;
  const { label, returnLabel } = await orders.getOrder({ accountId, orderId, withoutShipTo: true });
  if ((isReturn(owner) ? returnLabel : label)?.purchaseId === id) return true;
  if ((await purchases.find(accountId, id))?.state !== 'done') return false;
  logger.error(
    { accountId, orderId, purchaseId: id },
    'the order lacks its label: was the orders database restored?',
  );
  throw new DomainError('failed_precondition', 'order_forgot_label', { orderId }, { field: 'order_id' });
}

async function drive(ports: PurchasePorts, claimed: Purchase, { shipTo }: PurchaseOrder): Promise<Purchase> {
  const { purchases, logger } = ports;
  try {
    return await drivePurchase(ports, await refuseIfLate(ports, claimed), shipTo && { shipTo });
  } catch (error) {
    if (error instanceof LeaseLostError) return awaitPurchase(ports, claimed);
    logger.warn({ purchaseId: claimed.id, err: error }, 'purchase left to the worker');
    await purchases.defer(claimed, CONTINUE_AFTER_MS).catch(() => undefined);
    throw unresolved(claimed, error);
  }
}

/**
 * A purchase of a batch must begin within this time after it was stored. This time is much shorter than the batch's
 * lease. A later purchase is given up, because another process may already run the batch.
 */
const CLAIM_WITHIN_MS = 5_000;

async function refuseIfLate({ purchases, clock }: PurchasePorts, claimed: Purchase): Promise<Purchase> {
  const { terms, createdAt } = claimed;
  const isLate = clock.now().getTime() - createdAt.getTime() > CLAIM_WITHIN_MS;
  return isLate && terms.batchId !== undefined ? purchases.note(claimed, { failure: OUT_OF_TIME }) : claimed;
}

const CONTINUE_AFTER_MS = 1_000;

function unresolved({ id, state }: Purchase, cause?: unknown): DomainError {
  return new DomainError('unresolved', 'purchase_unresolved', {}, { detail: `${id} is ${state}`, cause });
}

/**
 * How long a call waits for another purchase of the same order, in milliseconds. The call's own deadline may come
 * earlier.
 */
const WAIT_TIMEOUT_MS = 24_000;
const POLL_INTERVAL_MS = 50;
const MAX_POLL_INTERVAL_MS = 400;

/**
 * Reads, again and again, a purchase that another process runs. Stops when the purchase has ended or waits for its
 * carrier, or when the time is over.
 */
async function awaitPurchase(
  { purchases }: Pick<PurchasePorts, 'purchases'>,
  { accountId, id }: Purchase,
): Promise<Purchase> {
  const patienceMs = Math.min(WAIT_TIMEOUT_MS, remainingMs());
  let waited = 0;
  let interval = POLL_INTERVAL_MS;
  for (;;) {
    const seen = await purchases.find(accountId, id);
    if (!seen) throw new Error(`${id} is gone.`);
    if (isDecided(seen) || waited >= patienceMs) return seen;
    await pause(interval);
    waited += interval;
    interval = Math.min(MAX_POLL_INTERVAL_MS, interval * 1.5);
  }
}

function isDecided(purchase: Purchase): boolean {
  // The label was bought and then voided in the meantime.
  if (purchase.state === 'void_requested' || isVoided(purchase.state)) return true;
  return nextStep(purchase) === undefined || (purchase.state === 'unknown' && !purchase.failure);
}
