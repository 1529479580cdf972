import type { Parcel } from '@parcelyard/contracts/common';
import type { Order } from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { isDomestic, postalAddress } from '../domain/address/postal-address';
import type { ShippingSettings } from '../domain/settings';
import type { ShipmentRequest } from '../sellers/carrier-port';
import { orderGoods, orderReferences } from './order-shipment';

/** The statuses of an order that waits for a return label. */
export const AWAITING_LABEL: ReadonlySet<string> = new Set(['PrintReturnLabel', 'ReturnLabelRefunded']);

/** The statuses in which the customer may have the parcel and nobody has asked for a return yet. */
const WITH_CUSTOMER: ReadonlySet<string> = new Set(['Delivered', 'DeliveryFailure']);

/** @throws DomainError failed_precondition */
export function refuseUnreturnable({ orderId, status }: Order): void {
  if (AWAITING_LABEL.has(status) || WITH_CUSTOMER.has(status)) return;
  const detail = `it is ${status}`;
  throw new DomainError(
    'failed_precondition',
    'order_not_returnable',
    { orderId },
    { detail, field: 'order_id' },
  );
}

/**
 * Returns the shipment from the customer back to the shop.
 * @throws DomainError invalid_argument for a customer outside the US
 */
export function returnShipment(
  order: Order,
  { shipFrom: shop, ownAccounts }: ShippingSettings,
  { now, parcel }: { readonly now: Date; readonly parcel: Parcel },
): ShipmentRequest {
  const from = postalAddress(order.shipTo);
  if (!isDomestic(from)) {
    // A parcel from another country needs a customs declaration by the customer.
    throw new DomainError('invalid_argument', 'country_not_us', { got: from.country }, { field: 'country' });
  }
  return {
    from,
    to: shop,
    parcel,
    options: { signatureRequired: false, saturdayDelivery: false },
    shipDate: now,
    orderReferences: orderReferences(order),
    items: orderGoods(order),
    isReturn: true,
    ownAccounts,
  };
}
