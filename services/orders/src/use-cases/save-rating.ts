import type { Empty } from '@parcelyard/contracts/common';
import type { SaveRatingRequest } from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { OrderStore } from '../ports';
import { changeOrder } from './change-order';

/** Keeps the parcel and the address check of a rating on the order; dimensions that were not given stay as they were. */
export async function saveRating(
  { orders }: { orders: OrderStore },
  { accountId, orderId, parcel, addressCheck }: SaveRatingRequest,
): Promise<Empty> {
  if (parcel && !(parcel.weightOz > 0)) {
    throw DomainError.text('invalid_argument', 'weight_oz must be greater than 0.', { field: 'weight_oz' });
  }
  const { length, width, height } = parcel ?? {};
  const measured = length !== undefined && width !== undefined && height !== undefined;
  await changeOrder(orders, accountId, orderId, () => ({
    fields: {
      ...(parcel ? { weightOz: parcel.weightOz } : {}),
      ...(measured ? { length, width, height } : {}),
      ...(addressCheck ? { addressCheck } : {}),
    },
  }));
  return {};
}
