import type { Rate, RateError } from '@parcelyard/contracts/shipping';
import { toDollars } from '@parcelyard/money/dollars';
import { textOrNull, zonedTimestampOrNull } from '../../operations/nullable';
import type { Payload } from '../tool';

/** A rate row without its `rate_id`, as a quote has it. */
export const presentQuote = (rate: Rate): Payload => ({
  method: rate.method,
  service_level: rate.serviceLevel,
  carrier: rate.carrier,
  amount: toDollars(rate.amountCents),
  currency: rate.currency,
  retail_amount: toDollars(rate.retailAmountCents),
  charges: rate.charges.map(({ type, name, amountCents }) => ({
    type,
    name,
    amount: toDollars(amountCents),
  })),
  delivery_days: rate.deliveryDays ?? null,
  estimated_delivery_date: textOrNull(rate.estimatedDeliveryDate),
  delivery_date_guaranteed: rate.deliveryDateGuaranteed,
  zone: rate.zone ?? null,
  attributes: rate.attributes,
  expires_at: zonedTimestampOrNull(rate.expiresAt),
});

export const presentRate = (rate: Rate): Payload => ({ rate_id: rate.rateId, ...presentQuote(rate) });

export const presentRateError = ({ carrier, code, message }: RateError): Payload => ({
  carrier,
  code,
  message,
});
