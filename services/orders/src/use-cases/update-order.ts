import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Address } from '../domain/address';
import { patchAddress } from '../domain/address-patch';
import type { Order } from '../domain/order';
import { amountsAfter, checkOrderEdit, type OrderEditInput } from '../domain/order-edit';
import { refusesEditing } from '../domain/order-editing';
import type { Customers, Ids, OrderFields, OrderStore, ProductStore } from '../ports';
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

    const { items, weightOz, note, invoiceNumber, customerId, shipTo } = edit;
    if (customerId !== undefined) await requireCustomer(customers, accountId, customerId);
    const address = shipTo && patchAddress((await withShipTo(before, customers)).shipTo, shipTo);
    if (edit.products.length > 0) await products.savePrices(accountId, edit.products);
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
          ...(invoiceNumber === undefined ? {} : { invoiceNumber }),
          ...(customerId === undefined ? {} : { customerId }),
          ...(address ? newAddress(current, address) : {}),
        },
      };
    });
    return withShipTo(order, customers);
  };

/** Rates of the address before, and what was found about it, count no more. */
const newAddress = ({ addressVersion }: Order, shippingAddress: Address): OrderFields => ({
  shippingAddress,
  addressVersion: addressVersion + 1,
  addressCheck: undefined,
});

async function requireCustomer(customers: Customers, accountId: AccountId, customerId: number) {
  if (await customers.find(accountId, customerId)) return;
  const message = `Customer ${customerId} was not found in this account.`;
  throw DomainError.text('not_found', message, { field: 'customer_id' });
}

function refuseUnless(refusal: string | undefined): void {
  if (refusal !== undefined) throw DomainError.text('failed_precondition', refusal, { field: 'order_id' });
}
