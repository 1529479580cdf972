import type { Cents } from './cents';

/** Formats an amount for sentences: `$12.05`, `-$0.30`. */
export function formatDollars(amount: Cents): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}$${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
