import type { Failure } from '@parcelyard/contracts/common';
import { type LockForPurchaseResponse, LockOutcome, type Order } from '@parcelyard/contracts/orders';
import { cents } from '@parcelyard/money/cents';
import { writeConnectionKind } from '@parcelyard/service-kit/connection-kind';
import { destinationDigest } from '@parcelyard/service-kit/destination-digest';
import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import { failure, toFailure } from '@parcelyard/service-kit/failure';
import { postalAddress } from '../../domain/address/postal-address';
import { batchKey } from '../../domain/batch/batch';
import {
  carrierBilled,
  chargedPostage,
  type FrozenOrder,
  isReturn,
  type Purchase,
} from '../../domain/purchase';
import { purchaseFailed } from '../../domain/purchase-step';
import { isReal, sellerTitle } from '../../domain/seller';
import type { PurchasePorts } from '../../ports';
import { answerWithin } from '../ask-carrier';
import { exportRefusal, orderGoods, orderReferences } from '../order-shipment';
import { buyAtCarrier, keepFound } from './buy-at-carrier';
import { CARRIER_CALL_MS, HOLD_CALL_MS, SERVICE_CALL_MS, type Step } from './step';

/**
 * Steps 2 and 3, and on to the carrier: locks the order with the address that was rated, then has billing hold the price.
 * Both are idempotent, so that what they answered is first written down with the note that the carrier is asked: a driver
 * that dies before that leaves a purchase that has only begun, and the next one locks and holds the same again.
 */
export const holdMoney: Step = async (ports, purchase, { shipTo }) => {
  const { purchases, carriers, failPoint } = ports;
  const fail = async (why: Failure) => ({
    purchase: await purchases.note(purchase, { failure: why }),
  });

  const { seller } = purchase.terms;
  if (!carriers.has(purchase.terms)) {
    // Nobody was asked yet, and nobody else is: its price is this seller's.
    return fail(failure('failed_precondition', 'rate_of_seller_out_of_use', { seller: sellerTitle(seller) }));
  }

  const shipsTo = purchase.terms.returnTo ?? shipTo;
  const locked = await definite(lock(ports, purchase, shipsTo !== undefined));
  if (locked.refusal) return fail(locked.refusal);
  const refusal = lockRefusal(purchase, locked.answer);
  if (refusal) return fail(refusal);
  const order = freezeOrder(locked.answer.order as Order, shipsTo);
  const unfiled = exportRefusal(order.items, purchase.terms.shipFrom, order.shipTo, purchase.terms.itn);
  if (unfiled) return fail(unfiled);
  failPoint('purchase-2-locked');

  const destination = destinationDigest(order.shipTo);
  // What the owner, or whoever confirmed the batch, has said yes to.
  if ((purchase.terms.destination ?? destination) !== destination) {
    const { orderId } = purchase;
    return fail(failure('failed_precondition', 'address_changed_since_rating', { orderId }));
  }
  const held = await definite(hold(ports, purchase, destination), purchaseFailed);
  if (held.refusal) return fail(held.refusal);
  failPoint('purchase-3-held');
  return buyAtCarrier(ports, purchase, { order, fee: cents(held.answer.feeCents) });
};

function lock(
  { orders }: PurchasePorts,
  { accountId, orderId, id, terms }: Purchase,
  withoutShipTo: boolean,
) {
  const { addressVersion } = terms;
  const forReturn = isReturn({ terms });
  return orders.lockForPurchase(
    { accountId, orderId, purchaseId: id, addressVersion, withoutShipTo, ...(forReturn && { forReturn }) },
    { timeoutMs: SERVICE_CALL_MS },
  );
}

function hold({ billing }: PurchasePorts, { accountId, orderId, id, terms }: Purchase, destination: string) {
  const { connectionKind, approvalId = '', batchId } = terms;
  return billing.hold(
    {
      accountId,
      purchaseId: id,
      postageCents: chargedPostage(terms),
      insuranceCents: terms.insurance,
      batch: batchId !== undefined,
      maxChargeCents: terms.maxCharge,
      realLabels: isReal(terms.seller),
      spending: {
        connectionKind: writeConnectionKind(connectionKind),
        orderIds: [orderId],
        approvalId,
        dearestCents: 0,
        reservation: batchId === undefined ? '' : batchKey(batchId),
        method: terms.method,
        carrierBilledCents: carrierBilled(terms),
        destination,
        forReturn: isReturn({ terms }),
      },
    },
    { timeoutMs: HOLD_CALL_MS },
  );
}

/**
 * For a purchase that somebody takes up from its very beginning: nobody has asked its carrier, unless the database was put
 * back to before that. What the carrier has sold then stays bought: the purchase goes on as one that was sent.
 */
export async function goOnIfSold(ports: PurchasePorts, purchase: Purchase): Promise<Purchase> {
  const { purchases, carriers, orders, clock, logger } = ports;
  const { accountId, orderId, id: purchaseId, terms, carrierReference } = purchase;
  if (purchase.state !== 'created' || !carriers.has(terms)) return purchase;
  const carrier = carriers.of(terms);
  const asked = carrier.findByReference(accountId, carrierReference);
  if (!(await answerWithin(CARRIER_CALL_MS, carrier.code, asked))) return purchase;
  logger.error({ purchaseId, orderId }, 'a carrier has sold more than is known: was shipping put back?');
  const order = freezeOrder(await orders.getOrder({ accountId, orderId }), terms.returnTo);
  const held = await hold(ports, purchase, destinationDigest(order.shipTo));
  const fee = cents(held.feeCents);
  return purchases.move(purchase, 'carrier_sent', { order, fee, sentAt: clock.now() });
}

type Definite<T> = { answer: T; refusal?: never } | { answer?: never; refusal: Failure };

/** Codes that leave open whether it happened, or that pass by themselves. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  'unavailable',
  'deadline_exceeded',
  'internal',
  'unresolved',
  'conflict',
]);

async function definite<T>(call: Promise<T>, wrap = (refusal: Failure) => refusal): Promise<Definite<T>> {
  try {
    return { answer: await call };
  } catch (error) {
    if (!(error instanceof DomainError) || PASSING.has(error.code)) throw error;
    return { refusal: wrap(toFailure(error)) };
  }
}

function lockRefusal({ orderId, terms }: Purchase, answer: LockForPurchaseResponse): Failure | undefined {
  switch (answer.outcome) {
    case LockOutcome.LOCKED:
      return undefined;
    case LockOutcome.ALREADY_LABELLED:
      return failure('already_exists', 'already_labelled', { orderId });
    case LockOutcome.ADDRESS_CHANGED:
      return failure('failed_precondition', 'address_changed_since_rating', { orderId });
    case LockOutcome.LOCKED_BY_ANOTHER:
    case LockOutcome.ENDED:
      return failure('conflict', 'purchase_by_another', { orderId });
    case LockOutcome.WRONG_STATUS:
      return isReturn({ terms })
        ? failure('failed_precondition', 'return_not_requested', { orderId })
        : failure('failed_precondition', 'order_not_ready_to_ship', { orderId });
    default:
      throw new Error(`Orders answered a lock with ${answer.outcome}.`);
  }
}

/**
 * What a purchase keeps of its locked order.
 * @param shipTo as it was read before: the lock has said that the address is still the same; a return's is the shop's
 */
function freezeOrder(order: Order, shipTo = postalAddress(order.shipTo)): FrozenOrder {
  return {
    shipTo,
    references: orderReferences(order),
    items: orderGoods(order),
  };
}

/**
 * The way back of a purchase that has its failure: held money and monthly slot, then the order, then the end. A purchase
 * whose carrier was asked is closed there first, so that nobody who was about to ask still buys for money that was given
 * back; a label that was sold after all is kept instead.
 */
export const compensate: Step = async (ports, purchase) => {
  const { purchases, carriers, billing, orders } = ports;
  const { accountId, orderId, id, sentAt, terms, carrierReference: reference } = purchase;
  if (sentAt) {
    const carrier = carriers.of(terms);
    const sold = await answerWithin(CARRIER_CALL_MS, carrier.code, carrier.close({ accountId, reference }));
    if (sold) return keepFound(ports, purchase, sold);
  }
  await billing.release({ accountId, purchaseId: id }, { timeoutMs: SERVICE_CALL_MS });
  await orders.unlock({ accountId, orderId, purchaseId: id }, { timeoutMs: SERVICE_CALL_MS });
  return { purchase: await purchases.move(purchase, 'failed') };
};
