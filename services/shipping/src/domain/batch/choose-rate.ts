import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type ComparableRate, type RateAttribute, rateAttributes } from '../rating/rate-attributes';

const PREFERENCES: readonly RateAttribute[] = ['cheapest', 'fastest', 'best_value'];

/** @param value empty means cheapest @throws DomainError invalid_argument */
export function checkPreference(value: string): RateAttribute {
  const preference = PREFERENCES.find((known) => known === (value || 'cheapest'));
  if (preference) return preference;
  throw DomainError.text(
    'invalid_argument',
    `service_preference must be one of ${PREFERENCES.join(', ')}; got "${value}".`,
    { field: 'service_preference' },
  );
}

/** The one rate that get_rates would mark with this attribute; undefined when there is none at all. */
export function chooseRate<R extends ComparableRate>(
  rates: readonly R[],
  preference: RateAttribute,
): R | undefined {
  const attributes = rateAttributes(rates);
  return rates.find((_, position) => attributes[position]?.includes(preference));
}
