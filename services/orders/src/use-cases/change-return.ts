import {
  type ChangeReturnRequest,
  type Order as OrderMessage,
  ReturnStep,
} from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Customers } from '../adapters/clients/customers-client';
import type { OrderStore } from '../adapters/mongo/order-store';
import { type ReturnAct, takeReturnStep } from '../domain/order-return';
import { changeOrder } from './change-order';
import { orderMessage } from './order-message';

const ACTS: Readonly<Partial<Record<ReturnStep, ReturnAct>>> = {
  [ReturnStep.REQUEST]: 'request',
  [ReturnStep.WITHDRAW]: 'withdraw',
  [ReturnStep.RECEIVE]: 'receive',
  [ReturnStep.COMPLETE]: 'complete',
};

/**
 * Takes one manual step of a return. Repeating the step changes nothing.
 * @throws DomainError failed_precondition
 */
export async function changeReturn(
  { orders, customers }: { orders: OrderStore; customers: Customers },
  { accountId, orderId, step }: ChangeReturnRequest,
): Promise<OrderMessage> {
  const act = ACTS[step];
  if (!act) throw new DomainError('invalid_argument', 'field_required', {}, { field: 'step' });
  const order = await changeOrder(orders, accountId, orderId, (current) => {
    const status = takeReturnStep(current, act);
    return status && { fields: { status } };
  });
  return orderMessage(customers, order);
}
