import { type RateAttribute, rateAttributes } from '../domain/rating/rate-attributes';
import type { Carrier, CarrierMessage, CarrierRate, ShipmentRequest } from './carrier-port';

export interface RankedRate extends CarrierRate {
  readonly attributes: readonly RateAttribute[];
}

export interface RankedRates {
  /** Cheapest first. */
  readonly rates: readonly RankedRate[];
  readonly messages: readonly CarrierMessage[];
}

/** Asks all carriers at once. One that fails leaves a message and never hides the others. */
export async function rateWithAllCarriers(
  carriers: readonly Carrier[],
  request: ShipmentRequest,
): Promise<RankedRates> {
  const answers = await Promise.all(carriers.map((carrier) => rateOrExplain(carrier, request)));
  const rates = answers
    .flatMap((answer) => answer.rates)
    .sort((a, b) => a.amount - b.amount || a.serviceLevel.localeCompare(b.serviceLevel));
  const attributes = rateAttributes(rates);
  return {
    rates: rates.map((rate, position) => ({ ...rate, attributes: attributes[position] ?? [] })),
    messages: answers.flatMap((answer) => answer.messages),
  };
}

async function rateOrExplain(carrier: Carrier, request: ShipmentRequest) {
  try {
    return await carrier.rate(request);
  } catch {
    const message = `${carrier.declaration.name} did not answer.`;
    return { rates: [], messages: [{ carrier: carrier.code, code: 'no_answer', message }] };
  }
}
