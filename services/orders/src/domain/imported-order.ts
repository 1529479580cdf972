import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId, OrderId } from '@parcelyard/service-kit/ids';
import { type Address, withWholeName } from './address';
import { customsFacts } from './customs-facts';
import type { Order, OrderItem } from './order';
import { isStatus, type OrderStatus, STATUS_NAMES } from './order-status';
import { contentOf } from './platforms/store-content';

/** A line as another system kept it; customs facts that are none are left out. */
export type ImportedItem = Omit<OrderItem, 'itemId' | 'priceCents'> & { priceCents: number };

export function toOrderItem({ hsCode, originCountry, ...item }: ImportedItem, itemId: number): OrderItem {
  const facts = customsFacts({ hsCode, originCountry });
  return { ...item, itemId, priceCents: cents(item.priceCents), ...facts };
}

/** An order as another system kept it. */
export interface ImportedOrderInput
  extends Pick<
    Order,
    | 'externalOrderId'
    | 'weightOz'
    | 'note'
    | 'shippingAddress'
    | 'shippingCostCents'
    | 'trackingNumber'
    | 'trackingUrl'
    | 'shipDate'
    | 'inTransitDate'
    | 'deliveredDate'
    | 'exceptionDate'
    | 'exception'
    | 'invoiceNumber'
    | 'externalOrderNumber'
    | 'source'
  > {
  orderNumber?: string | undefined;
  /** Status name; empty means ChooseShipping. */
  status: string;
  date?: Date | undefined;
  recipient: Address;
  customerId?: number | undefined;
  items: readonly ImportedItem[];
  shippingCents: number;
  taxCents: number;
  handlingCents: number;
  discountCents: number;
  /** Absent: the items' sum. */
  subtotalCents?: number | undefined;
  totalCents?: number | undefined;
}

/** @throws DomainError `invalid_argument` naming the order by its place in the import */
export function checkImportedOrder({ status, items }: ImportedOrderInput, index: number): void {
  const refuse = (field: string, rule: string) => {
    const path = `orders[${index}].${field}`;
    throw DomainError.text('invalid_argument', `${path} ${rule}`, { field: path });
  };
  if (status !== '' && !isStatus(status)) {
    refuse('status', `must be one of these status names: ${STATUS_NAMES.join(', ')}. It was "${status}".`);
  }
  const odd = items.findIndex(({ quantity }) => quantity < 1);
  if (odd >= 0) refuse(`items[${odd}].quantity`, 'must be at least 1.');
}

interface Identity {
  accountId: AccountId;
  orderId: OrderId;
  orderNumber: string;
  items: OrderItem[];
  now: Date;
}

/** The order as it came; only sums that it did not bring are made up. */
export function draftImportedOrder(input: ImportedOrderInput, identity: Identity): Order {
  const { accountId, orderId, orderNumber, items, now } = identity;
  const { shippingCents, taxCents, handlingCents, discountCents } = input;
  const subtotalCents = cents(input.subtotalCents ?? sumOf(items));
  const total = subtotalCents + shippingCents + taxCents + handlingCents - discountCents;
  const order: Order = {
    accountId,
    orderId,
    version: 1,
    orderNumber,
    status: (input.status || 'ChooseShipping') as OrderStatus,
    date: input.date ?? now,
    customerId: input.customerId ?? 0,
    recipient: withWholeName(input.recipient),
    ...(input.shippingAddress ? { shippingAddress: withWholeName(input.shippingAddress) } : {}),
    addressVersion: 1,
    items,
    subtotalCents,
    shippingCents: cents(shippingCents),
    taxCents: cents(taxCents),
    handlingCents: cents(handlingCents),
    discountCents: cents(discountCents),
    totalCents: cents(input.totalCents ?? total),
    weightOz: input.weightOz,
    note: input.note,
    externalOrderId: input.externalOrderId || undefined,
    externalOrderNumber: input.externalOrderNumber || undefined,
    invoiceNumber: input.invoiceNumber || undefined,
    trackingNumber: input.trackingNumber || undefined,
    trackingUrl: input.trackingUrl || undefined,
    shippingCostCents: input.shippingCostCents,
    shipDate: input.shipDate,
    inTransitDate: input.inTransitDate,
    deliveredDate: input.deliveredDate,
    exceptionDate: input.exceptionDate,
    exception: input.exception || undefined,
    appliedScans: [],
    labelGeneration: 0,
    createdAt: now,
  };
  if (!input.source) return order;
  return { ...order, source: { ...input.source, taken: contentOf(order) } };
}

const sumOf = (items: readonly OrderItem[]): Cents =>
  items.reduce((sum, { priceCents, quantity }) => cents(sum + priceCents * quantity), ZERO);
