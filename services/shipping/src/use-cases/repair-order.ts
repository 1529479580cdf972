import { LockOutcome, type Order, type OrderLabel } from '@parcelyard/contracts/orders';
import type { RepairOrderRequest, RepairOrderResponse } from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { PurchaseId } from '@parcelyard/service-kit/ids';
import { chargedPostage, isReturn, type Purchase, premiumOf } from '../domain/purchase';
import { isVoided } from '../domain/purchase-state';
import { isReal } from '../domain/seller';
import type { PurchasePorts } from '../ports';
import { orderLabel } from './purchased-label';
import { requestVoid } from './void/request-void';

/** What is done to an order, one after the other, each only where it is needed. */
type Repaired =
  | 'held'
  | 'released'
  | 'charged'
  | 'refunded'
  | 'label_cleared'
  | 'label_attached'
  | 'label_voided'
  | 'void_pending'
  | 'void_ended'
  | 'unlocked'
  | 'locked';

/**
 * After a database was put back to an earlier moment: what its purchases say holds. Their money is taken and given back as
 * it was, the order gets its label, or its label is given back to the carrier when there is no such order any more. Every
 * part may be repeated.
 * @throws DomainError whatever billing or orders refuse, such as payment_required: what was done before stands
 */
export async function repairOrder(
  ports: PurchasePorts,
  { accountId, orderId }: RepairOrderRequest,
): Promise<RepairOrderResponse> {
  const purchases = await ports.purchases.ofOrder(accountId, orderId);
  const done: Repaired[] = [];
  for (const purchase of purchases) done.push(...(await repairMoney(ports, purchase)));
  const order = await ports.orders.getOrder({ accountId, orderId }).catch(unlessUnknown);
  const live = purchases.filter(({ state }) => state === 'done');
  if (!order) {
    for (const purchase of live) done.push(...(await giveBack(ports, purchase)));
    return { done };
  }
  done.push(...(await unlockFromEnded(ports, order)));
  done.push(...(await clearVoided(ports, order, purchases)));
  for (const purchase of live) done.push(...(await attachAgain(ports, order, purchase)));
  const attaching = purchases.filter(({ state }) => state === 'labelled');
  for (const purchase of attaching) done.push(...(await lockAgain(ports, order, purchase)));
  return { done };
}

/**
 * Sold labels are paid for, voided ones paid back, and nothing is held for what failed: billing answers with what it knows
 * already. A label that is just being put on its order is paid by whoever does that.
 */
async function repairMoney({ billing }: PurchasePorts, purchase: Purchase): Promise<Repaired[]> {
  const { accountId, id: purchaseId, state, terms } = purchase;
  if (state === 'failed') {
    await billing.release({ accountId, purchaseId });
    return ['released'];
  }
  if (state !== 'labelled' && state !== 'done' && !isVoided(state)) return [];
  await billing.hold({
    accountId,
    purchaseId,
    postageCents: chargedPostage(terms),
    insuranceCents: terms.insurance,
    batch: terms.batchId !== undefined,
    realLabels: isReal(terms.seller),
  });
  if (state === 'labelled') return ['held'];
  await billing.capture({ accountId, purchaseId, withoutInsurance: premiumOf(purchase) !== terms.insurance });
  if (state !== 'refunded') return ['charged'];
  await billing.refund({ accountId, purchaseId });
  return ['charged', 'refunded'];
}

/** The purchase that holds the order is forgotten or has failed: nobody would ever let it go, or resolve what it holds. */
async function unlockFromEnded(
  { purchases, billing, orders }: PurchasePorts,
  { accountId, orderId, lockedBy }: Order,
): Promise<Repaired[]> {
  if (!lockedBy) return [];
  const holder = await purchases.find(accountId, lockedBy as PurchaseId);
  if (holder && holder.state !== 'failed') return [];
  await billing.release({ accountId, purchaseId: lockedBy });
  await orders.unlock({ accountId, orderId, purchaseId: lockedBy });
  return ['unlocked'];
}

/** The order shows a label whose void it has forgotten. */
async function clearVoided(
  { orders }: PurchasePorts,
  { accountId, orderId, label, returnLabel }: Order,
  purchases: readonly Purchase[],
): Promise<Repaired[]> {
  const shown = [label, returnLabel].flatMap((one: OrderLabel | undefined) => one?.purchaseId ?? []);
  const voided = purchases.filter(({ id, state }) => isVoided(state) && shown.includes(id));
  for (const { id: purchaseId, state, refundDueAt } of voided) {
    await orders.clearLabel({ accountId, orderId, purchaseId, refundFollows: true, refundDueAt });
    if (state === 'refunded') await orders.noteRefund({ accountId, orderId, purchaseId });
  }
  return voided.map(() => 'label_cleared');
}

/** Whoever is putting the label on its order goes on once the order is held for it again. */
async function lockAgain(ports: PurchasePorts, order: Order, purchase: Purchase): Promise<Repaired[]> {
  const shown = isReturn(purchase) ? order.returnLabel : order.label;
  if (shown?.purchaseId === purchase.id || order.lockedBy === purchase.id) return [];
  await lock(ports, order, purchase);
  return ['locked'];
}

async function attachAgain(ports: PurchasePorts, order: Order, purchase: Purchase): Promise<Repaired[]> {
  const { orders, links } = ports;
  const { accountId, orderId } = order;
  const forReturn = isReturn(purchase);
  const shown = forReturn ? order.returnLabel : order.label;
  if (shown?.purchaseId === purchase.id)
    return shown.pendingVoid ? askAgain(ports, purchase, shown.pendingVoid) : [];
  // The order has heard of its void, which the purchase has forgotten: the carrier answers as it did then.
  if ((await lock(ports, order, purchase)) === LockOutcome.ENDED) return giveBack(ports, purchase);
  await orders.attachLabel({
    accountId,
    orderId,
    label: orderLabel(links, purchase),
    ...(forReturn && { forReturn }),
  });
  return ['label_attached'];
}

/**
 * The label is for the address that it was sold with, whatever the order's forgotten changes were.
 * @throws DomainError failed_precondition when somebody else has the order
 */
async function lock({ orders }: PurchasePorts, order: Order, purchase: Purchase): Promise<LockOutcome> {
  const { accountId, orderId, addressVersion } = order;
  const { outcome } = await orders.lockForPurchase({
    accountId,
    orderId,
    purchaseId: purchase.id,
    addressVersion,
    withoutShipTo: true,
    ...(isReturn(purchase) && { forReturn: true }),
  });
  if (outcome !== LockOutcome.LOCKED && outcome !== LockOutcome.ENDED) {
    const detail = `orders answered a lock with ${outcome}`;
    throw new DomainError('failed_precondition', 'order_forgot_label', { orderId }, { detail });
  }
  return outcome;
}

/**
 * The order waits for a void that one of the two has forgotten. A purchase that knows the carrier's no is asked for no
 * other void; any other is asked for this very one, so that whatever the carrier says, soon or later, ends it.
 */
async function askAgain(ports: PurchasePorts, purchase: Purchase, number: number): Promise<Repaired[]> {
  const { accountId, orderId, id: purchaseId, voids = 0 } = purchase;
  if (voids >= number) await ports.orders.endVoid({ accountId, orderId, purchaseId, number });
  else {
    const given = await giveBack(ports, { ...purchase, voids: number - 1 });
    if (given.length > 0) return given;
  }
  return ['void_ended'];
}

async function giveBack(ports: PurchasePorts, given: Purchase): Promise<Repaired[]> {
  const { purchase } = await requestVoid(ports, given);
  if (purchase.state === 'done') return [];
  return [isVoided(purchase.state) ? 'label_voided' : 'void_pending'];
}

function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
}
