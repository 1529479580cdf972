import type { NewOrder } from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type CheckedOrder, checkNewOrder, newOrderProblems } from './new-order';
import { type Problem, problem } from './problem';

/** How many orders one call may contain (specification: Limits). */
export const MAX_ORDERS = 100;

/**
 * Checks all orders of one call. The whole call is refused when one order breaks a rule.
 * @param known the requested customer ids that the address book has
 * @throws DomainError `invalid_argument` with every problem by its path, such as `orders[3].ship_to.zip`
 */
export function checkBulkOrders(orders: readonly NewOrder[], known: ReadonlySet<number>): CheckedOrder[] {
  const problems = [
    ...countProblems(orders.length),
    ...orders.flatMap((order, index) => problemsOf(order, known).map((each) => atPlace(each, index))),
  ];
  const [first] = problems;
  if (!first) return orders.map(checkNewOrder);
  throw new DomainError('invalid_argument', 'problems', { problems }, { field: first.field });
}

function countProblems(count: number): Problem[] {
  if (count === 0) return [problem('orders', 'field_required', {})];
  return count <= MAX_ORDERS ? [] : [problem('orders', 'too_many_orders', { max: MAX_ORDERS, got: count })];
}

function problemsOf(order: NewOrder, known: ReadonlySet<number>): Problem[] {
  const { customerId } = order;
  const problems = newOrderProblems(order);
  if (customerId === undefined || known.has(customerId)) return problems;
  return [...problems, problem('customer_id', 'customer_not_found', { customerId })];
}

/**
 * Adds the order's position to the problem. A message about a field begins with the field's path, such as
 * `orders[3].zip`.
 */
function atPlace({ reason, params, field }: Problem, index: number): Problem {
  const order = `orders[${index}]`;
  if (reason === 'order_needs_one_recipient')
    return problem(order, 'at_place', { problem: { reason, params } });
  if (reason !== 'customer_not_found') return { reason, params, field: `${order}.${field}` };
  return problem(`${order}.${field}`, 'at_place', { problem: { reason, params } });
}
