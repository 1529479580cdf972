import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Address } from '../domain/address';
import { shipToProblems, toRecipient } from '../domain/new-order';
import type { AddressCheck } from '../domain/order';
import { refusesEditing } from '../domain/order-editing';
import type { Customers, OrderStore } from '../ports';
import { changeOrder } from './change-order';
import { requireOrder } from './require-order';
import { type OrderDetail, withShipTo } from './with-ship-to';

/**
 * Saves where an order ships (specification: update_order_address) under the next address version, so that no rate of
 * the old address buys a label to the new one. What a check of the address found is saved with it and refuses nothing.
 * @throws DomainError `invalid_argument` · `not_found` · `failed_precondition` once it can no longer be edited
 */
export const updateAddress =
  ({ orders, customers }: { orders: OrderStore; customers: Customers }) =>
  async (
    accountId: AccountId,
    orderId: number,
    shipTo: Address,
    addressCheck: AddressCheck | undefined,
  ): Promise<OrderDetail> => {
    const [problem] = shipToProblems(shipTo);
    if (problem) throw DomainError.text('invalid_argument', problem.message, { field: problem.field });
    const wanted = toRecipient(shipTo);
    const before = await withShipTo(await requireOrder(orders, accountId, orderId), customers);
    const shippingAddress = {
      ...wanted,
      email: wanted.email || before.shipTo.email,
      phone: wanted.phone || before.shipTo.phone,
    };
    const order = await changeOrder(orders, accountId, orderId, (current) => {
      const refusal = refusesEditing(current);
      if (refusal !== undefined) {
        throw DomainError.text('failed_precondition', refusal, { field: 'order_id' });
      }
      return { fields: { shippingAddress, addressVersion: current.addressVersion + 1, addressCheck } };
    });
    return withShipTo(order, customers);
  };
