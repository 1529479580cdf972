import type { Address } from '@parcelyard/contracts/common';
import type { ImportedOrder } from '@parcelyard/contracts/orders';
import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import type { AccountId, OrderId } from '@parcelyard/service-kit/ids';
import { withWholeName } from './address';
import { customsFacts, type ItemLine, withIds } from './items';
import type { Order, OrderSource } from './order';
import { isStatus, type OrderStatus, STATUS_NAMES } from './order-status';
import { contentOf } from './platforms/store-content';
import { invalid, type Problem, problem } from './problem';

/** An order from another system: the fields of the contract, and fields that only sales platforms send. */
export interface ImportedOrderInput extends Omit<ImportedOrder, 'items'> {
  recipient: Address;
  items: readonly ItemLine[];
  externalOrderNumber?: string | undefined;
  source?: OrderSource | undefined;
  origin?: string | undefined;
}

/** Returns the first rule that the order breaks. */
export function importProblem({ status, items }: ImportedOrderInput): Problem | undefined {
  if (status !== '' && !isStatus(status)) {
    return problem('status', 'status_unknown', { names: STATUS_NAMES, got: status });
  }
  const odd = items.findIndex(({ quantity }) => quantity < 1);
  if (odd < 0) return undefined;
  return problem(`items[${odd}].quantity`, 'field_below_one', {});
}

/** @throws DomainError `invalid_argument` naming the order's position in the import */
export function checkImportedOrder(order: ImportedOrderInput, index: number): void {
  const broken = importProblem(order);
  if (broken) throw invalid({ ...broken, field: `orders[${index}].${broken.field}` });
}

/** Returns imported lines with their ids. Invalid customs data are left out. */
export const importedItems = (lines: readonly ItemLine[], itemIds: readonly number[]) =>
  withIds(
    lines.map(({ hsCode, originCountry, ...line }) => ({
      ...line,
      ...customsFacts({ hsCode, originCountry }),
    })),
    itemIds,
  );

interface Identity {
  accountId: AccountId;
  orderId: OrderId;
  orderNumber: string;
  items: Order['items'];
  now: Date;
}

/** Returns the order with the fields as the other system sent them. Only missing sums are computed. */
export function draftImportedOrder(input: ImportedOrderInput, identity: Identity): Order {
  const { accountId, orderId, orderNumber, items, now } = identity;
  const { source, items: _, ...brought } = input;
  const { shippingCents, taxCents, handlingCents, discountCents } = brought;
  const subtotalCents = cents(input.subtotalCents ?? sumOf(items));
  const total = subtotalCents + shippingCents + taxCents + handlingCents - discountCents;
  const order: Order = {
    ...brought,
    accountId,
    orderId,
    version: 1,
    orderNumber,
    status: (input.status || 'ChooseShipping') as OrderStatus,
    date: input.date ?? now,
    customerId: input.customerId ?? 0,
    recipient: withWholeName(input.recipient),
    shippingAddress: input.shippingAddress && withWholeName(input.shippingAddress),
    addressVersion: 1,
    items,
    subtotalCents,
    shippingCents: cents(shippingCents),
    taxCents: cents(taxCents),
    handlingCents: cents(handlingCents),
    discountCents: cents(discountCents),
    totalCents: cents(input.totalCents ?? total),
    externalOrderId: input.externalOrderId || undefined,
    externalOrderNumber: input.externalOrderNumber || undefined,
    invoiceNumber: input.invoiceNumber || undefined,
    trackingNumber: input.trackingNumber || undefined,
    trackingUrl: input.trackingUrl || undefined,
    exception: input.exception || undefined,
    appliedScans: [],
    labelGeneration: 0,
    createdAt: now,
  };
  return source ? { ...order, source: { ...source, taken: contentOf(order) } } : order;
}

const sumOf = (items: Order['items']): Cents =>
  items.reduce((sum, { priceCents, quantity }) => cents(sum + priceCents * quantity), ZERO);
