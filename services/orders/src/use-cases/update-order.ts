import type { Order as OrderMessage, UpdateOrderRequest } from '@parcelyard/contracts/orders';
import { cleanSavedText } from '@parcelyard/service-kit/clean-saved-text';
import type { Customers } from '../adapters/clients/customers-client';
import type { Ids } from '../adapters/mongo/mongo-ids';
import type { OrderFields } from '../adapters/mongo/order-document';
import type { OrderStore } from '../adapters/mongo/order-store';
import type { ProductStore } from '../adapters/mongo/product-store';
import { patchAddress } from '../domain/address';
import { withIds } from '../domain/items';
import type { Order } from '../domain/order';
import { amountsAfter, checkOrderEdit, givenFields } from '../domain/order-edit';
import { refusesEditing } from '../domain/order-editing';
import { LINES } from '../domain/order-fields';
import { changeOrder, requireOrder } from './change-order';
import { requireContact } from './create-order';
import { orderMessage, shipToOf } from './order-message';

interface Ports {
  orders: OrderStore;
  products: ProductStore;
  customers: Customers;
  ids: Ids;
}

/**
 * Changes what is given of an order that nobody has labelled (specification: update_order); the totals follow.
 * @throws DomainError `invalid_argument` · `not_found` · `failed_precondition` once it can no longer be edited
 */
export async function updateOrder(
  { orders, products, customers, ids }: Ports,
  { accountId, orderId, ...given }: UpdateOrderRequest,
): Promise<OrderMessage> {
  const edit = cleanSavedText(given, LINES);
  const { lines, products: prices } = checkOrderEdit(edit);
  const before = await requireOrder(orders, accountId, orderId);
  refuseUneditable(before);
  amountsAfter(before, edit);

  const { weightOz, customerId, shipTo } = edit;
  if (customerId !== undefined) await requireContact(customers, accountId, customerId);
  const address = shipTo && patchAddress(await shipToOf(customers, before), shipTo);
  if (prices.length > 0) await products.savePrices(accountId, prices);
  const items = lines && withIds(lines, await ids.takeItemIds(lines.length));
  const order = await changeOrder(orders, accountId, orderId, (current) => {
    refuseUneditable(current);
    const amounts = amountsAfter(current, edit);
    return {
      fields: {
        ...givenFields(edit),
        ...amounts,
        ...(items ? { items } : {}),
        ...(address ? { shippingAddress: address, addressCheck: undefined } : {}),
        ...(address || isReweighed(current, weightOz) ? endedRates(current) : {}),
      },
    };
  });
  return orderMessage(customers, order);
}

/** Rates of before are of another parcel, or of another place. */
const endedRates = ({ addressVersion }: Order): OrderFields => ({ addressVersion: addressVersion + 1 });

const isReweighed = (order: Order, weightOz: number | undefined): boolean =>
  weightOz !== undefined && weightOz !== order.weightOz;

function refuseUneditable(order: Order): void {
  const refusal = refusesEditing(order);
  if (refusal) throw refusal;
}
