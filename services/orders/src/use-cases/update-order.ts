import type { UpdateOrderRequest, UpdateOrderResponse } from '@parcelyard/contracts/orders';
import { orderReassigned } from '@parcelyard/events/event-type';
import { createOutboxEntry, type OutboxEntry } from '@parcelyard/events/outbox-entry';
import { cleanSavedText } from '@parcelyard/service-kit/clean-saved-text';
import type { OrderFields } from '../adapters/mongo/order-document';
import type { ProductStore } from '../adapters/mongo/product-store';
import { patchAddress } from '../domain/address';
import { refusesEditing } from '../domain/change-refusals';
import { type ChangedLines, changedLines } from '../domain/changed-lines';
import { productKey, productsOf, withIds } from '../domain/items';
import type { Order } from '../domain/order';
import {
  amountsAfter,
  checkOrderEdit,
  givenFields,
  type NewLines,
  type OrderEdit,
} from '../domain/order-edit';
import { LINES } from '../domain/order-fields';
import { replacedLines } from '../domain/replaced-lines';
import { addressToSave, resolveShipTo } from '../domain/ship-to';
import { changeOrder, requireOrder } from './change-order';
import { requireContact } from './create-order';
import { contactOf, orderMessage } from './order-message';
import type { OrdersPorts } from './orders-ports';

type Ports = Pick<OrdersPorts, 'orders' | 'products' | 'customers' | 'ids' | 'clock'>;

/**
 * Changes the given fields of an order without a label (specification: update_order).
 * @throws DomainError `invalid_argument` · `not_found` · `failed_precondition` when the order can no longer be edited
 */
export async function updateOrder(
  { orders, products, customers, ids, clock }: Ports,
  { accountId, orderId, ...given }: UpdateOrderRequest,
): Promise<UpdateOrderResponse> {
  const edit = cleanSavedText(given, LINES);
  const newLines = checkOrderEdit(edit);
  const before = await requireOrder(orders, accountId, orderId);
  refuseUneditable(before);
  const linesOf = await planLines(products, accountId, newLines);
  const planned = linesOf(before);
  amountsAfter(before, edit, planned?.lines);

  const { weightOz, customerId, shipTo } = edit;
  if (customerId !== undefined) await requireContact(customers, accountId, customerId);
  // Missing parts of the address come from the customer that the order has after the change.
  const owned = customerId === undefined ? before : { ...before, customerId };
  const contact = shipTo && (await contactOf(customers, owned));
  const said = productsOf(edit.items?.items ?? planned?.fresh ?? []);
  const catalog = said.length > 0 ? await products.save(accountId, said) : undefined;
  const itemIds = await ids.takeItemIds(newIdsFor(edit));
  const order = await changeOrder(orders, accountId, orderId, (current) => {
    refuseUneditable(current);
    const lines = linesOf(current)?.lines;
    const amounts = amountsAfter(current, edit, lines);
    // The address as it is now: another edit may have changed other parts of it meanwhile.
    const address = shipTo && patchAddress(resolveShipTo(current, contact), shipTo);
    return {
      fields: {
        ...givenFields(edit),
        ...amounts,
        ...(lines ? { items: withIds(lines, itemIds) } : {}),
        ...(address
          ? { shippingAddress: addressToSave(current, address, shipTo), addressCheck: undefined }
          : {}),
        ...(address || isReweighed(current, weightOz) ? endedRates(current) : {}),
      },
      events: customerId === undefined ? [] : reassignedEvents(current, customerId, clock.now()),
    };
  });
  return { order: await orderMessage(customers, order), ...(catalog ? { catalog } : {}) };
}

/** Returns a function that computes the new lines of an order; it returns undefined when the lines stay. */
async function planLines(
  products: ProductStore,
  accountId: number,
  { replacing, changes }: NewLines,
): Promise<(order: Order) => ChangedLines | undefined> {
  if (!changes) return ({ items }) => replacing && { lines: replacedLines(items, replacing), fresh: [] };
  const codes = changes.added.flatMap(({ name, sku }) => (sku && productKey(name) === '' ? sku : []));
  const bySku = await products.findBySku(accountId, codes);
  return (order) => changedLines(order.items, changes, bySku);
}

const newIdsFor = ({ items, addItems }: OrderEdit): number => (items ?? addItems)?.items.length ?? 0;

/** With a new address version, rates for the old parcel or address become invalid. */
const endedRates = ({ addressVersion }: Order): OrderFields => ({ addressVersion: addressVersion + 1 });

/** Returns the event that tells the address book to count the order for its new customer. */
function reassignedEvents(
  { accountId, orderId, date, ...before }: Order,
  customerId: number,
  now: Date,
): OutboxEntry[] {
  if (before.customerId === customerId) return [];
  const version = before.version + 1;
  const envelope = { eventId: `order_reassigned:${orderId}:${version}`, accountId, occurredAt: now };
  return [createOutboxEntry(orderReassigned, envelope, { accountId, orderId, customerId, date, version })];
}

const isReweighed = (order: Order, weightOz: number | undefined): boolean =>
  weightOz !== undefined && weightOz !== order.weightOz;

function refuseUneditable(order: Order): void {
  const refusal = refusesEditing(order);
  if (refusal) throw refusal;
}
