import { DomainError } from '@parcelyard/service-kit/domain-error';
import { checkNewOrder, type NewOrder, type NewOrderInput, newOrderProblems } from './new-order';
import type { Problem } from './problem';

/** How many orders one call may bring (specification: Limits). */
export const MOST_ORDERS = 100;

/**
 * All of them, or none: one order that breaks a rule refuses the whole call.
 * @param known the ids among those asked for that the address book has
 * @throws DomainError `invalid_argument` that names every problem by its path, such as `orders[3].ship_to.zip`
 */
export function checkBulkOrders(inputs: readonly NewOrderInput[], known: ReadonlySet<number>): NewOrder[] {
  const [first, ...others] = [
    ...countProblems(inputs.length),
    ...inputs.flatMap((input, index) => problemsOf(input, known).map((each) => atPath(each, index))),
  ];
  if (!first) return inputs.map(checkNewOrder);
  const message = [first, ...others].map((problem) => problem.message).join(' ');
  throw DomainError.text('invalid_argument', message, { field: first.field });
}

function countProblems(count: number): Problem[] {
  if (count === 0) return [{ field: 'orders', message: 'orders is required.' }];
  if (count <= MOST_ORDERS) return [];
  return [{ field: 'orders', message: `orders must hold at most ${MOST_ORDERS} orders; it held ${count}.` }];
}

function problemsOf(input: NewOrderInput, known: ReadonlySet<number>): Problem[] {
  const { customerId } = input;
  const problems = newOrderProblems(input);
  if (customerId === undefined || known.has(customerId)) return problems;
  const message = `customer_id: Customer ${customerId} was not found in this account.`;
  return [...problems, { field: 'customer_id', message }];
}

/** Sentences begin with the argument that they speak of, or speak of the order as a whole. */
function atPath({ field, message }: Problem, index: number): Problem {
  const order = `orders[${index}]`;
  const named = message.startsWith(field) ? `${order}.${message}` : `${order}: ${message}`;
  return { field: `${order}.${field}`, message: named };
}
