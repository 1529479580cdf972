import { type Cents, cents } from '@parcelyard/money/cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import {
  itemProblems,
  type NewItem,
  type NewItemInput,
  type Problem,
  toItems,
  weightProblems,
} from './new-order';
import type { Order } from './order';

/** What a caller asks to change; what is absent stays as it is. */
export interface OrderEditInput {
  /** Replaces every line, also by none. */
  items?: readonly NewItemInput[] | undefined;
  /** Ounces. */
  weightOz?: number | undefined;
  note?: string | undefined;
  taxCents?: number | undefined;
  /** Charged to the buyer. */
  shippingCents?: number | undefined;
  discountCents?: number | undefined;
}

/** An edit that keeps every rule which needs no order to be judged. */
export interface OrderEdit extends Omit<OrderEditInput, 'items'> {
  items?: NewItem[] | undefined;
}

/** 10 million dollars, as for the lines of an order. */
const HIGHEST_AMOUNT = 1_000_000_000;

/** @throws DomainError `invalid_argument` with the first problem */
export function checkOrderEdit(input: OrderEditInput): OrderEdit {
  const [first] = editProblems(input);
  if (first) throw new DomainError('invalid_argument', first.message, { field: first.field });
  return { ...input, items: input.items && toItems(input.items) };
}

function editProblems(input: OrderEditInput): Problem[] {
  if (Object.values(input).every((value) => value === undefined)) {
    const message = 'Give at least one of items, weight_oz, note, tax, shipping or discount.';
    return [{ field: 'order_id', message }];
  }
  return [
    ...itemProblems(input.items ?? []),
    ...weightProblems(input.weightOz),
    ...amountProblems('tax', input.taxCents),
    ...amountProblems('shipping', input.shippingCents),
    ...amountProblems('discount', input.discountCents),
  ];
}

function amountProblems(field: string, amount: number | undefined): Problem[] {
  if (amount === undefined || (Number.isSafeInteger(amount) && amount >= 0 && amount <= HIGHEST_AMOUNT)) {
    return [];
  }
  const message = `${field} must be from 0 to ${HIGHEST_AMOUNT / 100}; it was ${amount / 100}.`;
  return [{ field, message }];
}

type Amounts = Pick<
  Order,
  'subtotalCents' | 'shippingCents' | 'taxCents' | 'handlingCents' | 'discountCents' | 'totalCents'
>;

/**
 * The order's amounts after the edit. An edit that touches no amount leaves the total as it is, also one that another
 * system brought and that is not the sum of its parts.
 * @throws DomainError `invalid_argument` when the discount is more than there is to pay
 */
export function amountsAfter(order: Amounts, edit: OrderEdit): Amounts {
  const { handlingCents } = order;
  const subtotalCents = edit.items ? sumOf(edit.items) : order.subtotalCents;
  const shippingCents = cents(edit.shippingCents ?? order.shippingCents);
  const taxCents = cents(edit.taxCents ?? order.taxCents);
  const discountCents = cents(edit.discountCents ?? order.discountCents);
  const parts = { subtotalCents, shippingCents, taxCents, handlingCents, discountCents };
  const touched = [edit.items, edit.shippingCents, edit.taxCents, edit.discountCents];
  if (touched.every((given) => given === undefined)) return { ...parts, totalCents: order.totalCents };

  const gross = subtotalCents + shippingCents + taxCents + handlingCents;
  if (discountCents > gross) {
    const message = `discount must not be more than the ${(gross / 100).toFixed(2)} dollars that it is taken from; it was ${discountCents / 100}.`;
    throw new DomainError('invalid_argument', message, { field: 'discount' });
  }
  return { ...parts, totalCents: cents(gross - discountCents) };
}

const sumOf = (items: readonly NewItem[]): Cents =>
  items.reduce((sum, { priceCents, quantity }) => cents(sum + priceCents * quantity), cents(0));
