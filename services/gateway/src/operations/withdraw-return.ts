import { ReturnStep } from '@parcelyard/contracts/orders';
import type { OperationContext } from './operation-context';

interface Withdrawn {
  /** The order's status after the withdrawal. */
  readonly status: string;
  /** `none`, `pending` or `refunded`. */
  readonly refundStatus: string;
  readonly refundCents: number;
  /** True while the carrier has not answered whether it voids the return label. */
  readonly voidPending: boolean;
}

/**
 * Voids the label of a return. If the return has no label yet, withdraws the return.
 * @throws DomainError failed_precondition when the parcel is on its way, or when there is no return
 */
export async function withdrawReturn(
  { caller, clients, touched }: Pick<OperationContext, 'caller' | 'clients' | 'touched'>,
  orderId: number,
): Promise<Withdrawn> {
  const { returnLabel } = await clients.orders.getOrder(caller, { orderId });
  if (!returnLabel) {
    const { status } = await clients.orders.changeReturn(caller, { orderId, step: ReturnStep.WITHDRAW });
    return { status, refundStatus: 'none', refundCents: 0, voidPending: false };
  }
  const { outcome } = await clients.shipping.voidReturnLabel(caller, { orderId, confirm: true });
  if (outcome?.$case !== 'result') throw new Error('Shipping did not return a void.');
  const { refundStatus, refundAmountCents: refundCents, carrierAccepted, begunNow } = outcome.result;
  touched({ amountCents: begunNow ? refundCents : 0 });
  const { status } = await clients.orders.getOrder(caller, { orderId });
  return { status, refundStatus, refundCents, voidPending: !carrierAccepted };
}
