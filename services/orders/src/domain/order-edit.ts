import type { NewItem, UpdateOrderRequest } from '@parcelyard/contracts/orders';
import { type Cents, cents } from '@parcelyard/money/cents';
import type { LineChanges } from './changed-lines';
import { type ItemLine, itemProblems } from './items';
import { weightProblems } from './new-order';
import type { Order } from './order';
import { amountProblems, discountProblem, isAmount, linesTotal, type OrderAmounts } from './order-amounts';
import { invalid, type Problem, problem, refuseProblems } from './problem';
import { withoutMembers } from './without-members';

/** The fields that a caller wants to change. Absent fields stay as they are. */
export type OrderEdit = Omit<UpdateOrderRequest, 'accountId' | 'orderId'>;

/**
 * How an edit changes the lines: with `replacing`, all lines are replaced; with `changes`, some lines change. If both
 * fields are absent, the lines stay.
 */
export interface NewLines {
  replacing?: readonly NewItem[] | undefined;
  changes?: LineChanges | undefined;
}

/** @throws DomainError `invalid_argument` with the first broken rule that can be checked without the order */
export function checkOrderEdit(edit: OrderEdit): NewLines {
  refuseProblems(editProblems(edit));
  const { items, addItems, removeItems } = edit;
  if (items) return { replacing: items.items };
  if (!addItems && !removeItems) return {};
  return { changes: { added: addItems?.items ?? [], removed: removeItems?.lines ?? [] } };
}

function editProblems(edit: OrderEdit): Problem[] {
  if (Object.values(edit).every((value) => value === undefined)) {
    return [problem('order_id', 'nothing_to_change', {})];
  }
  if (edit.items && (edit.addItems || edit.removeItems)) {
    return [problem('items', 'lines_replaced_and_changed', {})];
  }
  return [
    ...itemProblems(edit.items?.items ?? []),
    ...itemProblems(edit.addItems?.items ?? [], 'add_items'),
    ...weightProblems(edit.weightOz),
    ...amountProblems(edit),
  ];
}

/** Fields that are stored as given. The other fields are computed. */
type Given = Exclude<keyof OrderEdit, keyof typeof WORKED_OUT | keyof OrderAmounts>;

const WORKED_OUT = {
  items: true,
  addItems: true,
  removeItems: true,
  shipTo: true,
  keepAmounts: true,
} as const;

export const givenFields = (edit: OrderEdit) =>
  Object.fromEntries(
    Object.entries(withoutMembers(edit, WORKED_OUT)).filter(
      ([name, value]) => value !== undefined && !isAmount(name),
    ),
  ) as Partial<Pick<Order, Given>>;

/**
 * Returns the order's amounts after the edit. The total stays the same when the edit has `keepAmounts`, or when it
 * changes neither amounts nor lines. An imported total also stays then, even if it is not the sum of its parts.
 * Otherwise, added or removed lines change the subtotal by their price.
 * @param lines the order's lines after the edit, if it changes them
 * @throws DomainError `invalid_argument` when the discount is higher than the amount to pay
 */
export function amountsAfter(
  order: OrderAmounts & Pick<Order, 'items'>,
  edit: OrderEdit,
  lines: readonly ItemLine[] | undefined,
): OrderAmounts {
  const follows = edit.keepAmounts !== true;
  const subtotalCents = cents(
    edit.subtotalCents ?? (lines && follows ? subtotalWith(order, edit, lines) : order.subtotalCents),
  );
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

function subtotalWith(
  order: Pick<Order, 'subtotalCents' | 'items'>,
  edit: OrderEdit,
  lines: readonly ItemLine[],
): Cents {
  const total = linesTotal(lines);
  return edit.items ? total : cents(Math.max(0, order.subtotalCents + total - linesTotal(order.items)));
}

const touchesAmounts = (edit: OrderEdit): boolean =>
  [
    ...[edit.items, edit.addItems, edit.removeItems, edit.subtotalCents, edit.shippingCents],
    ...[edit.taxCents, edit.handlingCents, edit.discountCents],
  ].some((given) => given !== undefined);
