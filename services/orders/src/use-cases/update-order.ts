import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { amountsAfter, checkOrderEdit, type OrderEditInput } from '../domain/order-edit';
import { refusesEditing } from '../domain/order-editing';
import type { Customers, Ids, OrderStore, ProductStore } from '../ports';
import { changeOrder } from './change-order';
import { requireOrder } from './require-order';
import { type OrderDetail, withShipTo } from './with-ship-to';

interface Dependencies {
  orders: OrderStore;
  products: ProductStore;
  customers: Customers;
  ids: Ids;
}

/**
 * Changes what is given of an order that nobody has labelled (specification: update_order); the totals follow.
 * @throws DomainError `invalid_argument` · `not_found` · `failed_precondition` once it can no longer be edited
 */
export const updateOrder =
  ({ orders, products, customers, ids }: Dependencies) =>
  async (accountId: AccountId, orderId: number, input: OrderEditInput): Promise<OrderDetail> => {
    const edit = checkOrderEdit(input);
    const before = await requireOrder(orders, accountId, orderId);
    refuseUnless(refusesEditing(before));
    amountsAfter(before, edit);

    const { items, weightOz, note } = edit;
    if (items && items.length > 0) await products.savePrices(accountId, items);
    const itemIds = await ids.takeItemIds(items?.length ?? 0);
    const lines = items?.map((item, index) => ({ itemId: itemIds[index] as number, ...item }));
    const order = await changeOrder(orders, accountId, orderId, (current) => {
      refuseUnless(refusesEditing(current));
      const amounts = amountsAfter(current, edit);
      return {
        fields: {
          ...amounts,
          ...(lines ? { items: lines } : {}),
          ...(weightOz === undefined ? {} : { weightOz }),
          ...(note === undefined ? {} : { note }),
        },
      };
    });
    return withShipTo(order, customers);
  };

function refuseUnless(refusal: string | undefined): void {
  if (refusal !== undefined) throw new DomainError('failed_precondition', refusal, { field: 'order_id' });
}
