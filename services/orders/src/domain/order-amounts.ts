import type { StatedAmounts } from '@parcelyard/contracts/orders';
import { type Cents, cents } from '@parcelyard/money/cents';
import type { Order } from './order';
import { type Problem, problem } from './problem';

export type OrderAmounts = Pick<Order, keyof StatedAmounts>;

/** 10 million dollars, as for the lines of an order. */
const MAX_AMOUNT_CENTS = 1_000_000_000;

interface Priced {
  /** Counts as 0 when absent. */
  priceCents?: number | undefined;
  quantity: number;
}

export const linesTotal = (items: readonly Priced[]): Cents =>
  items.reduce((sum, { priceCents = 0, quantity }) => cents(sum + priceCents * quantity), cents(0));

/** Returns the amounts of a new order. If the caller gave an amount, it is used instead of the sum of the lines. */
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

const FIELDS: Readonly<Record<keyof StatedAmounts, string>> = {
  subtotalCents: 'subtotal_cents',
  shippingCents: 'shipping_cents',
  taxCents: 'tax_cents',
  handlingCents: 'handling_cents',
  discountCents: 'discount_cents',
  totalCents: 'total_cents',
};

export const isAmount = (name: string): name is keyof StatedAmounts => name in FIELDS;

export function statedAmountProblems(items: readonly Priced[], stated: StatedAmounts = {}): Problem[] {
  const problems = amountProblems(stated, 'amounts.');
  if (problems.length > 0 || items.some(({ priceCents = 0 }) => !Number.isSafeInteger(priceCents)))
    return problems;
  const { totalCents, discountCents } = statedAmounts(items, stated);
  if (totalCents >= 0) return [];
  return [discountProblem('amounts.discount_cents', totalCents + discountCents, discountCents)];
}

/** @param path the path of the message with the amounts, ending in a dot */
export const amountProblems = (amounts: StatedAmounts, path = ''): Problem[] =>
  (Object.entries(FIELDS) as [keyof StatedAmounts, string][]).flatMap(([name, field]) => {
    const amount = amounts[name];
    if (amount === undefined || (Number.isSafeInteger(amount) && amount >= 0 && amount <= MAX_AMOUNT_CENTS)) {
      return [];
    }
    const params = { min: 0, max: MAX_AMOUNT_CENTS / 100, got: amount / 100 };
    return [problem(`${path}${field}`, 'field_outside', params)];
  });

/** The problem when the discount is higher than the amount to pay. */
export const discountProblem = (field: string, gross: number, discountCents: number): Problem =>
  problem(field, 'discount_too_high', { gross: (gross / 100).toFixed(2), got: discountCents / 100 });
