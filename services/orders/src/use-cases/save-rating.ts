import type { Empty } from '@parcelyard/contracts/common';
import type { SaveRatingRequest } from '@parcelyard/contracts/orders';
import type { OrderStore } from '../adapters/mongo/order-store';
import { weightProblems } from '../domain/new-order';
import { refuseProblems } from '../domain/problem';
import { changeOrder } from './change-order';

/**
 * Saves the parcel of a request for rates, and the result of the address check, on the order. Dimensions that were not
 * given stay. An order with a label is not changed.
 */
export async function saveRating(
  { orders }: { orders: OrderStore },
  { accountId, orderId, parcel, addressCheck, addressVersion }: SaveRatingRequest,
): Promise<Empty> {
  refuseProblems(weightProblems(parcel?.weightOz));
  const { length, width, height } = parcel ?? {};
  const measured = length !== undefined && width !== undefined && height !== undefined;
  await changeOrder(orders, accountId, orderId, (order) => {
    // The label was bought while the rates were being requested.
    if (order.label) return undefined;
    // If the address has changed since the check, the result says nothing about the present address.
    const isOfPresent = (addressVersion ?? order.addressVersion) === order.addressVersion;
    return {
      fields: {
        ...(parcel ? { weightOz: parcel.weightOz } : {}),
        ...(measured ? { length, width, height } : {}),
        ...(addressCheck && isOfPresent ? { addressCheck } : {}),
      },
    };
  });
  return {};
}
