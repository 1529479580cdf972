import { LockOutcome, type Order, type OrderLabel } from '@parcelyard/contracts/orders';
import type { RepairOrderRequest, RepairOrderResponse } from '@parcelyard/contracts/shipping';
import { destinationDigest } from '@parcelyard/service-kit/destination-digest';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { PurchaseId } from '@parcelyard/service-kit/ids';
import { undefinedFor } from '@parcelyard/service-kit/undefined-for';
import { isReturn, type Purchase, premiumOf } from '../domain/purchase';
import { isVoided } from '../domain/purchase-state';
import type { PurchasePorts } from '../ports';
import { requestHold } from './purchase/hold-money';
import { orderLabel } from './purchased-label';
import { requestVoid } from './void/request-void';

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
 * Repairs an order after a database was restored from a backup. Where the services' data differ, the order's purchases
 * count as right. Missing charges and refunds are made again. The order gets its label again; if the order is gone, the
 * label is voided. Can be repeated.
 * @throws DomainError an error of billing or orders, such as payment_required; what was repaired before stays
 */
export async function repairOrder(
  ports: PurchasePorts,
  { accountId, orderId }: RepairOrderRequest,
): Promise<RepairOrderResponse> {
  const purchases = await ports.purchases.ofOrder(accountId, orderId);
  const done: Repaired[] = [];
  for (const purchase of purchases) done.push(...(await repairMoney(ports, purchase)));
  const order = await ports.orders.getOrder({ accountId, orderId }).catch(undefinedFor('not_found'));
  const live = purchases.filter(({ state }) => state === 'done');
  if (!order) {
    for (const purchase of live) done.push(...(await voidAgain(ports, purchase)));
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
 * Charges labels that were sold, also above a limit, refunds voided labels, and returns the money of failed purchases.
 * Billing does nothing twice. While a purchase still has to put its label on the order, its price is only reserved,
 * because the process that runs the purchase charges it.
 */
async function repairMoney(ports: PurchasePorts, purchase: Purchase): Promise<Repaired[]> {
  const { billing } = ports;
  const { accountId, id: purchaseId, state, terms } = purchase;
  if (state === 'failed') {
    await billing.release({ accountId, purchaseId });
    return ['released'];
  }
  if (state !== 'labelled' && state !== 'done' && !isVoided(state)) return [];
  const destination = purchase.order ? destinationDigest(purchase.order.shipTo) : '';
  await requestHold(ports, purchase, destination, true);
  if (state === 'labelled') return ['held'];
  await billing.capture({ accountId, purchaseId, withoutInsurance: premiumOf(purchase) !== terms.insurance });
  if (state !== 'refunded') return ['charged'];
  await billing.refund({ accountId, purchaseId });
  return ['charged', 'refunded'];
}

/**
 * Unlocks an order if the purchase that locked it is missing or has failed, and returns the purchase's money. No
 * process continues such a purchase.
 */
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

/** Removes a voided label from an order that still has it. */
async function clearVoided(
  { orders }: PurchasePorts,
  { accountId, orderId, label, returnLabel }: Order,
  purchases: readonly Purchase[],
): Promise<Repaired[]> {
  const shown = [label, returnLabel].flatMap((one: OrderLabel | undefined) => one?.purchaseId ?? []);
  const voided = purchases.filter(({ id, state }) => isVoided(state) && shown.includes(id));
  for (const { id: purchaseId, state, refundDueAt } of voided) {
    await orders.clearLabel({ accountId, orderId, purchaseId, refundDueAt });
    if (state === 'refunded') await orders.noteRefund({ accountId, orderId, purchaseId });
  }
  return voided.map(() => 'label_cleared');
}

/** Locks the order again, so that the process that runs the purchase can put the label on the order. */
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
    return shown.pendingVoid ? endPendingVoid(ports, purchase, shown.pendingVoid) : [];
  // The order has stored a void of this label, but the restored purchase has not. So the label is voided again.
  if ((await lock(ports, order, purchase)) === LockOutcome.ENDED) return voidAgain(ports, purchase);
  await orders.attachLabel({
    accountId,
    orderId,
    label: orderLabel(links, purchase),
    ...(forReturn && { forReturn }),
  });
  return ['label_attached'];
}

/**
 * Locks the order with the address that it has now. The label keeps the address with which it was sold.
 * @throws DomainError failed_precondition when another purchase has locked the order
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
 * Ends a void that the order still shows as pending although its purchase is `done`. If the purchase has stored this
 * void, the carrier has refused it, and the orders service is told so. Otherwise, the label is voided again.
 */
async function endPendingVoid(ports: PurchasePorts, purchase: Purchase, number: number): Promise<Repaired[]> {
  const { accountId, orderId, id: purchaseId, voidNumber = 0 } = purchase;
  if (voidNumber < number) return voidAgain(ports, { ...purchase, voidNumber: number - 1 }, ['void_ended']);
  await ports.orders.noteVoidRefused({ accountId, orderId, purchaseId, number });
  return ['void_ended'];
}

/** Voids the label. @param refused the repairs to return when the carrier refuses */
async function voidAgain(
  ports: PurchasePorts,
  given: Purchase,
  refused: Repaired[] = [],
): Promise<Repaired[]> {
  const { purchase, mine } = await requestVoid(ports, given);
  if (purchase.state === 'done') return mine ? refused : [];
  return [isVoided(purchase.state) ? 'label_voided' : 'void_pending'];
}
