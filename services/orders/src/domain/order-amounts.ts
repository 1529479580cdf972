import { type Cents, cents } from '@parcelyard/money/cents';
import type { Order } from './order';
import type { Problem } from './problem';

export type OrderAmounts = Pick<
  Order,
  'subtotalCents' | 'shippingCents' | 'taxCents' | 'handlingCents' | 'discountCents' | 'totalCents'
>;

/** Amounts as a caller states them; they win over what the lines add up to. */
export type StatedAmounts = { [Amount in keyof OrderAmounts]?: number | undefined };

/** 10 million dollars, as for the lines of an order. */
const HIGHEST_AMOUNT = 1_000_000_000;

interface Priced {
  /** Absent: 0. */
  priceCents?: number | undefined;
  quantity: number;
}

export const linesTotal = (items: readonly Priced[]): Cents =>
  items.reduce((sum, { priceCents = 0, quantity }) => cents(sum + priceCents * quantity), cents(0));

/** The amounts of a new order: what was stated, and what follows from it. */
export function statedAmounts(items: readonly Priced[], stated: StatedAmounts = {}): OrderAmounts {
  const subtotalCents = cents(stated.subtotalCents ?? linesTotal(items));
  const shippingCents = cents(stated.shippingCents ?? 0);
  const taxCents = cents(stated.taxCents ?? 0);
  const handlingCents = cents(stated.handlingCents ?? 0);
  const discountCents = cents(stated.discountCents ?? 0);
  const sum = subtotalCents + shippingCents + taxCents + handlingCents - discountCents;
  const parts = { subtotalCents, shippingCents, taxCents, handlingCents, discountCents };
  return { ...parts, totalCents: cents(stated.totalCents ?? sum) };
}

const NAMES: Readonly<Record<keyof OrderAmounts, string>> = {
  subtotalCents: 'subtotal',
  shippingCents: 'shipping',
  taxCents: 'tax',
  handlingCents: 'handling',
  discountCents: 'discount',
  totalCents: 'total',
};

export function statedAmountProblems(items: readonly Priced[], stated: StatedAmounts = {}): Problem[] {
  const amounts = Object.entries(NAMES) as [keyof OrderAmounts, string][];
  const problems = amounts.flatMap(([amount, name]) => amountProblems(name, stated[amount]));
  if (problems.length > 0 || items.some(({ priceCents = 0 }) => !Number.isSafeInteger(priceCents)))
    return problems;
  const { totalCents, discountCents } = statedAmounts(items, stated);
  return totalCents < 0 ? [discountProblem(totalCents + discountCents, discountCents)] : [];
}

export function amountProblems(field: string, amount: number | undefined): Problem[] {
  if (amount === undefined || (Number.isSafeInteger(amount) && amount >= 0 && amount <= HIGHEST_AMOUNT)) {
    return [];
  }
  const message = `${field} must be from 0 to ${HIGHEST_AMOUNT / 100}; it was ${amount / 100}.`;
  return [{ field, message }];
}

/** More is taken off than there is to pay. */
export const discountProblem = (gross: number, discountCents: number): Problem => ({
  field: 'discount',
  message: `discount must not be more than the ${(gross / 100).toFixed(2)} dollars that it is taken from; it was ${discountCents / 100}.`,
});
