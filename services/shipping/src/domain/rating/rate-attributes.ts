import type { Cents } from '@parcelyard/money/cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';

export type RateAttribute = 'cheapest' | 'fastest' | 'best_value';

export interface ComparableRate {
  readonly amount: Cents;
  readonly deliveryDays: number | undefined;
  readonly estimatedDeliveryDate: string | undefined;
}

/** For `best_value`, each day until delivery counts as this amount. */
const CENTS_PER_DAY = 150;
const DAYS_WHEN_UNKNOWN = 10;
const NEVER = '9999-12-31';

/**
 * Finds the rates that are `cheapest` (lowest price, then fewest days), `fastest` (earliest date, then fewest days,
 * then price) and `best_value` (price plus $1.50 for each day until delivery, then price). Of equal rates, the first is
 * chosen. Returns the attributes of each rate.
 */
export function rateAttributes(rates: readonly ComparableRate[]): readonly (readonly RateAttribute[])[] {
  const cheapest = least(rates, (a, b) => a.amount - b.amount || days(a) - days(b));
  const fastest = least(
    rates,
    (a, b) => byText(arrival(a), arrival(b)) || days(a) - days(b) || a.amount - b.amount,
  );
  const bestValue = least(rates, (a, b) => costWithDelay(a) - costWithDelay(b) || a.amount - b.amount);
  return rates.map((_, position) => {
    const attributes: RateAttribute[] = [];
    if (position === cheapest) attributes.push('cheapest');
    if (position === fastest) attributes.push('fastest');
    if (position === bestValue) attributes.push('best_value');
    return attributes;
  });
}

const days = (rate: ComparableRate): number => rate.deliveryDays ?? DAYS_WHEN_UNKNOWN;
const arrival = (rate: ComparableRate): string => rate.estimatedDeliveryDate ?? NEVER;
const costWithDelay = (rate: ComparableRate): number => rate.amount + CENTS_PER_DAY * days(rate);
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function least<T>(values: readonly T[], compare: (a: T, b: T) => number): number {
  return values.reduce((best, value, at) => (at > 0 && compare(value, values[best] as T) < 0 ? at : best), 0);
}

const PREFERENCES: readonly RateAttribute[] = ['cheapest', 'fastest', 'best_value'];

/** @param value empty means cheapest @throws DomainError invalid_argument */
export function checkPreference(value: string): RateAttribute {
  const preference = PREFERENCES.find((known) => known === (value || 'cheapest'));
  if (preference) return preference;
  const params = { allowed: [...PREFERENCES], got: value };
  throw new DomainError('invalid_argument', 'field_not_one_of', params, { field: 'service_preference' });
}

export function chooseRate<R extends ComparableRate>(
  rates: readonly R[],
  preference: RateAttribute,
): R | undefined {
  const attributes = rateAttributes(rates);
  return rates.find((_, position) => attributes[position]?.includes(preference));
}
