import type { Order, UpdateAddressRequest } from '@parcelyard/contracts/orders';
import { cleanSavedText } from '@parcelyard/service-kit/clean-saved-text';
import type { Customers } from '../adapters/clients/customers-client';
import type { OrderStore } from '../adapters/mongo/order-store';
import { refusesEditing } from '../domain/change-refusals';
import { shipToProblems, toRecipient } from '../domain/new-order';
import { invalid, problem, refuseProblems } from '../domain/problem';
import { addressToSave, resolveShipTo } from '../domain/ship-to';
import { changeOrder, requireOrder } from './change-order';
import { contactOf, orderMessage } from './order-message';

/**
 * Saves where an order ships (specification: update_order_address). The address gets a new version, so rates for the
 * old address become invalid. The result of an address check is saved, too, and never prevents the change.
 * @throws DomainError `invalid_argument` · `not_found` · `failed_precondition` when the order can no longer be edited
 */
export async function updateAddress(
  { orders, customers }: { orders: OrderStore; customers: Customers },
  { accountId, orderId, shipTo: given, addressCheck }: UpdateAddressRequest,
): Promise<Order> {
  const shipTo = cleanSavedText(given);
  if (!shipTo) throw invalid(problem('ship_to', 'field_required', {}));
  refuseProblems(shipToProblems(shipTo));
  const recipient = toRecipient(shipTo);
  const contact = await contactOf(customers, await requireOrder(orders, accountId, orderId));
  const order = await changeOrder(orders, accountId, orderId, (current) => {
    const refusal = refusesEditing(current);
    if (refusal) throw refusal;
    const { email, phone } = resolveShipTo(current, contact);
    const { email: ownEmail, phone: ownPhone } = recipient;
    const address = { ...recipient, email: ownEmail || email, phone: ownPhone || phone };
    const given = { ...recipient, email: ownEmail || undefined, phone: ownPhone || undefined };
    const shippingAddress = addressToSave(current, address, given);
    return { fields: { shippingAddress, addressVersion: current.addressVersion + 1, addressCheck } };
  });
  return orderMessage(customers, order);
}
