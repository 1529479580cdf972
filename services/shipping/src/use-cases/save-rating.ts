import type { AddressCheck, Order } from '@parcelyard/contracts/orders';
import type { ShipmentRequest } from '../carriers/carrier-port';
import type { AddressVerifier, OrdersClient } from '../ports';

export interface SaveRatingPorts {
  readonly orders: OrdersClient;
  readonly addresses: AddressVerifier;
}

/**
 * Checks where the parcel goes and saves that beside the parcel on the order. What a label was bought for stays on its
 * order. A batch rates the same orders again and again: with `onlyNews` nothing is saved while the weight and what the
 * check says are saved already.
 */
export async function saveRating(
  { addresses, orders }: SaveRatingPorts,
  { accountId, orderId, label, weightOz, addressCheck: saved }: Order,
  { to, parcel }: ShipmentRequest,
  { onlyNews = false } = {},
): Promise<AddressCheck> {
  const { status, messages } = await addresses.verify(to);
  const addressCheck = { status, messages };
  const sameWeight = weightOz === parcel.weightOz;
  const known = onlyNews && sameWeight && saved !== undefined && sameCheck(saved, addressCheck);
  if (!label && !known) await orders.saveRating({ accountId, orderId, parcel, addressCheck });
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
