import type { Rate, RateError } from '@parcelyard/contracts/shipping';
import { rateAttributes } from '../domain/rating/rate-attributes';
import type { Seller } from '../domain/seller';
import { CarrierNoAnswer, CarrierRefused } from '../sellers/carrier-errors';
import type { Carrier, CarrierRate, ShipmentRequest } from '../sellers/carrier-port';
import { answerWithin } from './ask-carrier';

/** Milliseconds for a carrier's rates; the other carriers do not wait longer for it. */
const RATE_CALL_MS = 8_000;

/** A rate with its seller. */
export interface OfferedRate extends CarrierRate {
  readonly seller: Seller;
}

/** Asks all carriers at once. Returns the rates, cheapest first, and the errors of carriers that failed. */
export async function askCarriers(
  carriers: readonly Carrier[],
  shipment: ShipmentRequest,
): Promise<{ rates: OfferedRate[]; errors: RateError[] }> {
  const shipments = new Map(carriers.map(({ seller }) => [seller, shipmentFor(seller, shipment)]));
  const answers = await Promise.all(
    carriers.map((carrier) => ratesOf(carrier, shipments.get(carrier.seller) as ShipmentRequest)),
  );
  const rates = answers.flatMap((answer) => answer.rates);
  rates.sort((a, b) => a.amount - b.amount || (a.deliveryDays ?? Infinity) - (b.deliveryDays ?? Infinity));
  return { rates, errors: answers.flatMap((answer) => answer.messages) };
}

/** Only its own seller knows a merchant's account. All carriers of a seller share one request. */
const shipmentFor = (seller: Seller, { ownAccounts, ...shipment }: ShipmentRequest): ShipmentRequest => ({
  ...shipment,
  ...(ownAccounts && { ownAccounts: ownAccounts.filter((own) => own.seller === seller) }),
});

interface Answer {
  readonly rates: readonly OfferedRate[];
  readonly messages: readonly RateError[];
}

async function ratesOf(carrier: Carrier, shipment: ShipmentRequest): Promise<Answer> {
  const { seller } = carrier;
  try {
    const answer = await answerWithin(RATE_CALL_MS, carrier.code, carrier.rate(shipment));
    return { rates: answer.rates.map((rate) => ({ ...rate, seller })), messages: answer.messages };
  } catch (error) {
    return { rates: [], messages: [problem(carrier, error)] };
  }
}

function problem({ code: carrier, declaration }: Carrier, error: unknown): RateError {
  if (error instanceof CarrierRefused) return { carrier, code: error.code, message: error.message };
  const code = error instanceof CarrierNoAnswer ? 'no_answer' : 'unavailable';
  return { carrier, code, message: `${declaration.name} gave no rates. Try again in a moment.` };
}

/** The rates for surfaces, each with the id from `rateId`. */
export function rateRows(
  rates: readonly OfferedRate[],
  expiresAt: Date,
  rateId: (rate: OfferedRate) => string,
): Rate[] {
  const attributes = rateAttributes(rates);
  return rates.map((rate, position) => ({
    rateId: rateId(rate),
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
    ...(rate.ownAccount && { billedByCarrier: true }),
  }));
}
