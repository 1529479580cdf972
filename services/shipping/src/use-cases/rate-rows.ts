import type { Rate } from '@parcelyard/contracts/shipping';
import type { CarrierRate } from '../carriers/carrier-port';
import { rateAttributes } from '../domain/rating/rate-attributes';

/** Rates as surfaces know them, each under the id that `rateId` gives it. */
export function rateRows(
  rates: readonly CarrierRate[],
  expiresAt: Date,
  rateId: (rate: CarrierRate) => Promise<string>,
): Promise<Rate[]> {
  const attributes = rateAttributes(rates);
  return Promise.all(
    rates.map(async (rate, position) => ({
      rateId: await rateId(rate),
      method: rate.method,
      serviceLevel: rate.serviceLevel,
      carrier: rate.carrier,
      amountCents: rate.amount,
      currency: rate.currency,
      retailAmountCents: rate.retailAmount,
      charges: rate.charges.map(({ type, name, amount }) => ({ type, name, amountCents: amount })),
      deliveryDays: rate.deliveryDays,
      estimatedDeliveryDate: rate.estimatedDeliveryDate,
      deliveryDateGuaranteed: rate.deliveryDateGuaranteed,
      zone: rate.zone,
      attributes: [...(attributes[position] ?? [])],
      expiresAt,
    })),
  );
}
