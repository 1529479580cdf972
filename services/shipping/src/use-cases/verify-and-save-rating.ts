import type { AddressCheck, Order } from '@parcelyard/contracts/orders';
import type { ShipmentRequest } from '../sellers/carrier-port';
import type { ShippingPorts } from './shipping-ports';

export type RatingPorts = Pick<ShippingPorts, 'orders' | 'addresses'>;

/**
 * Checks the destination, and saves the check and the parcel on the order. An order with a label stays as it is. With
 * `onlyChanges`, which batches use, only a weight or a check that has changed is saved.
 */
export async function verifyAndSaveRating(
  { addresses, orders }: RatingPorts,
  { accountId, orderId, addressVersion, label, weightOz, addressCheck: saved }: Order,
  { to, parcel }: ShipmentRequest,
  { onlyChanges = false } = {},
): Promise<AddressCheck> {
  const { status, messages } = await addresses.verify(to);
  const addressCheck = { status, messages };
  const sameWeight = weightOz === parcel.weightOz;
  const known = onlyChanges && sameWeight && saved !== undefined && sameCheck(saved, addressCheck);
  if (!label && !known) await orders.saveRating({ accountId, orderId, parcel, addressCheck, addressVersion });
  return addressCheck;
}

function sameCheck(one: AddressCheck, other: AddressCheck): boolean {
  const content = ({ status, messages }: AddressCheck) =>
    JSON.stringify([
      status,
      messages.map(({ code, field, message, suggestion }) => [code, field, message, suggestion]),
    ]);
  return content(one) === content(other);
}
