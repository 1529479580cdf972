import { cents } from '@parcelyard/money/cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AddressPatch } from './address-patch';
import {
  itemProblems,
  type NewItem,
  type NewItemInput,
  productsOf,
  toItems,
  weightProblems,
} from './new-order';
import { amountProblems, discountProblem, linesTotal, type OrderAmounts } from './order-amounts';
import type { Problem } from './problem';
import type { ProductPrice } from './product';

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
  handlingCents?: number | undefined;
  /** Stated; absent, it follows from lines that change. */
  subtotalCents?: number | undefined;
  /** Stated; absent, it follows from amounts that change. */
  totalCents?: number | undefined;
  invoiceNumber?: string | undefined;
  customerId?: number | undefined;
  shipTo?: AddressPatch | undefined;
  /** An amount that is not given stays as it is, whatever else changes. */
  keepAmounts?: boolean | undefined;
}

/** An edit that keeps every rule which needs no order to be judged. */
export interface OrderEdit extends Omit<OrderEditInput, 'items'> {
  items?: NewItem[] | undefined;
  /** What new lines say of the catalogue. */
  products: ProductPrice[];
}

/** @throws DomainError `invalid_argument` with the first problem */
export function checkOrderEdit(input: OrderEditInput): OrderEdit {
  const [first] = editProblems(input);
  if (first) throw DomainError.text('invalid_argument', first.message, { field: first.field });
  return { ...input, items: input.items && toItems(input.items), products: productsOf(input.items ?? []) };
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
    ...amountProblems('handling', input.handlingCents),
    ...amountProblems('subtotal', input.subtotalCents),
    ...amountProblems('total', input.totalCents),
  ];
}

/**
 * The order's amounts after the edit. An edit that touches no amount leaves the total as it is, also one that another
 * system brought and that is not the sum of its parts.
 * @throws DomainError `invalid_argument` when the discount is more than there is to pay
 */
export function amountsAfter(order: OrderAmounts, edit: Omit<OrderEdit, 'products'>): OrderAmounts {
  const follows = edit.keepAmounts !== true;
  const lines = edit.items && follows ? linesTotal(edit.items) : order.subtotalCents;
  const subtotalCents = cents(edit.subtotalCents ?? lines);
  const shippingCents = cents(edit.shippingCents ?? order.shippingCents);
  const taxCents = cents(edit.taxCents ?? order.taxCents);
  const handlingCents = cents(edit.handlingCents ?? order.handlingCents);
  const discountCents = cents(edit.discountCents ?? order.discountCents);
  const parts = { subtotalCents, shippingCents, taxCents, handlingCents, discountCents };
  if (edit.totalCents !== undefined) return { ...parts, totalCents: cents(edit.totalCents) };
  if (!follows || !touchesAmounts(edit)) return { ...parts, totalCents: order.totalCents };

  const gross = subtotalCents + shippingCents + taxCents + handlingCents;
  if (discountCents > gross) {
    const { message, field } = discountProblem(gross, discountCents);
    throw DomainError.text('invalid_argument', message, { field });
  }
  return { ...parts, totalCents: cents(gross - discountCents) };
}

const touchesAmounts = (edit: Omit<OrderEdit, 'products'>): boolean =>
  [
    ...[edit.items, edit.subtotalCents, edit.shippingCents],
    ...[edit.taxCents, edit.handlingCents, edit.discountCents],
  ].some((given) => given !== undefined);
