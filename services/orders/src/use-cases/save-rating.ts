import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { AddressCheck } from '../domain/order';
import type { Customers, OrderStore } from '../ports';
import { changeOrder } from './change-order';
import { withShipTo } from './with-ship-to';

interface Parcel {
  weightOz: number;
  length?: number | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

/** Keeps the parcel and the address check of a rating on the order; dimensions that were not given stay as they were. */
export const saveRating =
  ({ orders, customers }: { orders: OrderStore; customers: Customers }) =>
  async (
    accountId: AccountId,
    orderId: number,
    parcel: Parcel | undefined,
    addressCheck: AddressCheck | undefined,
  ) => {
    if (parcel && !(parcel.weightOz > 0)) {
      throw DomainError.text('invalid_argument', 'weight_oz must be greater than 0.', { field: 'weight_oz' });
    }
    const { length, width, height } = parcel ?? {};
    const measured = length !== undefined && width !== undefined && height !== undefined;
    const order = await changeOrder(orders, accountId, orderId, () => ({
      fields: {
        ...(parcel ? { weightOz: parcel.weightOz } : {}),
        ...(measured ? { length, width, height } : {}),
        ...(addressCheck ? { addressCheck } : {}),
      },
    }));
    return withShipTo(order, customers);
  };
