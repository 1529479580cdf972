import type { CreateOrderResponse, ImportedOrder, Order as OrderMessage } from '@parcelyard/contracts/orders';
import type { Address } from '../../domain/address';
import type { ImportedOrderInput } from '../../domain/imported-order';
import type { CreatedOrder } from '../../use-cases/place-order';
import type { OrderDetail } from '../../use-cases/with-ship-to';
import { withoutMembers } from '../without-members';

/** An order as other services see it. */
export function toOrderMessage({ order, shipTo }: OrderDetail): OrderMessage {
  return Object.assign(withoutMembers(order, NOT_SHOWN), { shipTo, addressCheck: order.addressCheck });
}

/** What no other service needs to know. */
const NOT_SHOWN = {
  version: true,
  shippingAddress: true,
  appliedScans: true,
  boughtLabels: true,
  requestKey: true,
  endedPurchases: true,
  endedPickups: true,
  source: true,
} as const;

export function toCreatedMessage({ created, contact, ...detail }: CreatedOrder): CreateOrderResponse {
  return {
    created,
    order: toOrderMessage(detail),
    ...(contact ? { customerId: contact.customerId, customerCreated: contact.created } : {}),
  };
}

const NO_ADDRESS: Address = {
  name: '',
  firstName: '',
  lastName: '',
  company: '',
  street1: '',
  street2: '',
  street3: '',
  city: '',
  state: '',
  zip: '',
  country: '',
  phone: '',
  email: '',
};

export const toImportedOrder = (order: ImportedOrder): ImportedOrderInput => ({
  ...order,
  recipient: order.recipient ?? NO_ADDRESS,
});
