import type { UpdateOrderRequest } from '@parcelyard/contracts/orders';
import { cents } from '@parcelyard/money/cents';
import { type ItemLine, itemProblems, type ProductPrice, productsOf, toLines } from './items';
import { weightProblems } from './new-order';
import type { Order } from './order';
import { amountProblems, discountProblem, isAmount, linesTotal, type OrderAmounts } from './order-amounts';
import { invalid, type Problem, problem, refuseProblems } from './problem';

/** What a caller asks to change; what is absent stays as it is. */
export type OrderEdit = Omit<UpdateOrderRequest, 'accountId' | 'orderId'>;

/** What the edit's new lines are, and what they say of the catalogue. */
export interface NewLines {
  /** Absent: the order keeps its own. */
  lines?: ItemLine[] | undefined;
  products: ProductPrice[];
}

/** @throws DomainError `invalid_argument` with the first rule broken, of those that need no order to be judged */
export function checkOrderEdit(edit: OrderEdit): NewLines {
  refuseProblems(editProblems(edit));
  const { items } = edit;
  return { lines: items && toLines(items.items), products: productsOf(items?.items ?? []) };
}

function editProblems(edit: OrderEdit): Problem[] {
  if (Object.values(edit).every((value) => value === undefined)) {
    return [problem('order_id', 'nothing_to_change', {})];
  }
  return [
    ...itemProblems(edit.items?.items ?? []),
    ...weightProblems(edit.weightOz),
    ...amountProblems(edit),
  ];
}

/** What stands on the order as it is given; the rest is worked out. */
type Given = Exclude<keyof OrderEdit, 'items' | 'shipTo' | 'keepAmounts' | keyof OrderAmounts>;

export const givenFields = ({ items: _, shipTo: __, keepAmounts: ___, ...edit }: OrderEdit) =>
  Object.fromEntries(
    Object.entries(edit).filter(([name, value]) => value !== undefined && !isAmount(name)),
  ) as Partial<Pick<Order, Given>>;

/**
 * The order's amounts after the edit. An edit that touches no amount leaves the total as it is, also one that another
 * system brought and that is not the sum of its parts.
 * @throws DomainError `invalid_argument` when the discount is more than there is to pay
 */
export function amountsAfter(order: OrderAmounts, edit: OrderEdit): OrderAmounts {
  const follows = edit.keepAmounts !== true;
  const items = edit.items && follows ? linesTotal(edit.items.items) : order.subtotalCents;
  const subtotalCents = cents(edit.subtotalCents ?? items);
  const shippingCents = cents(edit.shippingCents ?? order.shippingCents);
  const taxCents = cents(edit.taxCents ?? order.taxCents);
  const handlingCents = cents(edit.handlingCents ?? order.handlingCents);
  const discountCents = cents(edit.discountCents ?? order.discountCents);
  const parts = { subtotalCents, shippingCents, taxCents, handlingCents, discountCents };
  if (edit.totalCents !== undefined) return { ...parts, totalCents: cents(edit.totalCents) };
  if (!follows || !touchesAmounts(edit)) return { ...parts, totalCents: order.totalCents };

  const gross = subtotalCents + shippingCents + taxCents + handlingCents;
  if (discountCents > gross) throw invalid(discountProblem('discount_cents', gross, discountCents));
  return { ...parts, totalCents: cents(gross - discountCents) };
}

const touchesAmounts = (edit: OrderEdit): boolean =>
  [
    ...[edit.items, edit.subtotalCents, edit.shippingCents],
    ...[edit.taxCents, edit.handlingCents, edit.discountCents],
  ].some((given) => given !== undefined);
