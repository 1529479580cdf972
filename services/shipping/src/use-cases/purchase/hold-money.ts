import { type LockForPurchaseResponse, LockOutcome, type Order } from '@parcelyard/contracts/orders';
import { cents } from '@parcelyard/money/cents';
import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import { addressChanged, notReadyToShip, RATE_AGAIN } from '../../domain/check-seals';
import type { Purchase, PurchaseFailure } from '../../domain/purchase';
import { purchaseFailed } from '../../domain/purchase-step';
import type { PurchasePorts } from '../../ports';
import { exportRefusal } from '../order-goods';
import { freezeOrder } from './freeze-order';
import type { Step } from './step-outcome';
import { HOLD_CALL_MS, SERVICE_CALL_MS } from './time-limits';

/** Steps 2 and 3: locks the order with the address that was rated, then has billing hold the price. */
export const holdMoney: Step = async (ports, purchase) => {
  const { purchases, failPoint } = ports;
  const fail = async (failure: PurchaseFailure) => ({
    purchase: await purchases.note(purchase, { failure }),
  });

  const locked = await definite(lock(ports, purchase));
  if (locked.refusal) return fail(locked.refusal);
  const refusal = lockRefusal(purchase, locked.answer);
  if (refusal) return fail(refusal);
  const order = freezeOrder(locked.answer.order as Order);
  const unfiled = exportRefusal(order.items, purchase.terms.shipFrom, order.shipTo, purchase.terms.itn);
  if (unfiled) return fail({ code: 'failed_precondition', message: unfiled });
  failPoint('purchase-2-locked');

  const held = await definite(hold(ports, purchase), purchaseFailed);
  if (held.refusal) return fail(held.refusal);
  failPoint('purchase-3-held');
  return {
    purchase: await purchases.move(purchase, 'held', {
      order,
      fee: cents(held.answer.feeCents),
    }),
  };
};

function lock({ orders }: PurchasePorts, { accountId, orderId, id, terms }: Purchase) {
  const { addressVersion } = terms;
  return orders.lockForPurchase(
    { accountId, orderId, purchaseId: id, addressVersion },
    { timeoutMs: SERVICE_CALL_MS },
  );
}

function hold({ billing }: PurchasePorts, { accountId, id, terms }: Purchase) {
  return billing.hold(
    {
      accountId,
      purchaseId: id,
      postageCents: terms.postage,
      insuranceCents: terms.insurance,
      batch: terms.batchId !== undefined,
    },
    { timeoutMs: HOLD_CALL_MS },
  );
}

type Definite<T> = { answer: T; refusal?: never } | { answer?: never; refusal: PurchaseFailure };

/** Codes that leave open whether it happened, or that pass by themselves. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  'unavailable',
  'deadline_exceeded',
  'internal',
  'unresolved',
  'conflict',
]);

async function definite<T>(call: Promise<T>, words = (reason: string) => reason): Promise<Definite<T>> {
  try {
    return { answer: await call };
  } catch (error) {
    if (!(error instanceof DomainError) || PASSING.has(error.code)) throw error;
    return { refusal: { code: error.code, message: words(error.publicMessage) } };
  }
}

function lockRefusal({ orderId }: Purchase, answer: LockForPurchaseResponse): PurchaseFailure | undefined {
  switch (answer.outcome) {
    case LockOutcome.LOCKED:
      return undefined;
    case LockOutcome.ALREADY_LABELLED:
      return { code: 'already_exists', message: `Order ${orderId} already has a label.` };
    case LockOutcome.ADDRESS_CHANGED:
      return { code: 'failed_precondition', message: `${addressChanged(orderId)} ${RATE_AGAIN}` };
    case LockOutcome.LOCKED_BY_ANOTHER:
    case LockOutcome.ENDED:
      return {
        code: 'conflict',
        message: `Another purchase of order ${orderId} is under way. Check get_label before you try again.`,
      };
    case LockOutcome.WRONG_STATUS:
      return { code: 'failed_precondition', message: notReadyToShip(orderId) };
    default:
      throw new Error(`Orders answered a lock with ${answer.outcome}.`);
  }
}
