import type { Rate, RateError } from '@parcelyard/contracts/shipping';
import { accountsWith, type OwnAccount } from '../domain/own-account';
import { rateAttributes } from '../domain/rating/rate-attributes';
import { type Seller, sellerTitle } from '../domain/seller';
import { CarrierNoAnswer, CarrierRefused } from '../sellers/carrier-errors';
import type { Carrier, CarrierRate, ShipmentRequest } from '../sellers/carrier-port';
import { answerWithin } from './ask-carrier';

/**
 * The longest time to wait for a carrier's rates, in milliseconds. After this time, the answer has only the other
 * carriers' rates.
 */
const RATE_CALL_MS = 8_000;

export interface OfferedRate extends CarrierRate {
  readonly seller: Seller;
}

/**
 * Asks all carriers at the same time. Returns the rates, cheapest first, and the errors of carriers that failed. If
 * several sellers have the same service, only the cheapest rate of this service is returned.
 */
export async function askCarriers(
  carriers: readonly Carrier[],
  shipment: ShipmentRequest,
): Promise<{ rates: OfferedRate[]; errors: RateError[] }> {
  const asked = withOwnAccounts(carriers, shipment.ownAccounts);
  const shipments = new Map(asked.map(({ seller }) => [seller, shipmentFor(seller, shipment)]));
  const answers = await Promise.all(
    asked.map((carrier) =>
      ratesOf(carrier, shipments.get(carrier.seller) as ShipmentRequest, {
        isOneOfSeveral: asked.some(({ code, seller }) => code === carrier.code && seller !== carrier.seller),
      }),
    ),
  );
  const rates = answers.flatMap((answer) => answer.rates);
  // Rates with the same price and delivery time stay in the order of the sellers in `CARRIERS`.
  rates.sort((a, b) => a.amount - b.amount || (a.deliveryDays ?? Infinity) - (b.deliveryDays ?? Infinity));
  const rows = uniqueBy(rates, ({ carrier, serviceLevel }) => `${carrier} ${serviceLevel}`);
  const errors = uniqueBy(
    answers.flatMap(({ messages }) => messages),
    ({ carrier, code, message }) => `${carrier} ${code} ${message}`,
  );
  return { rates: rows, errors };
}

/**
 * Returns the carriers to ask. If a merchant has accounts of their own with a carrier, only the sellers of these
 * accounts may sell this carrier's labels.
 */
const withOwnAccounts = (carriers: readonly Carrier[], own: readonly OwnAccount[] = []): readonly Carrier[] =>
  carriers.filter(({ seller, code }) => {
    const sellers = accountsWith(code, own)
      .map((account) => account.seller)
      .filter((name) => carriers.some((carrier) => carrier.seller === name && carrier.code === code));
    return sellers.length === 0 || sellers.includes(seller);
  });

function uniqueBy<T>(all: readonly T[], keyOf: (one: T) => string): T[] {
  const first = new Map<string, T>();
  for (const one of all) if (!first.has(keyOf(one))) first.set(keyOf(one), one);
  return [...first.values()];
}

/**
 * Returns the request for one seller. It contains only those of the merchant's accounts that the seller knows. All
 * carriers of a seller get the same object, so they share one call.
 */
const shipmentFor = (seller: Seller, { ownAccounts, ...shipment }: ShipmentRequest): ShipmentRequest => ({
  ...shipment,
  ...(ownAccounts && { ownAccounts: ownAccounts.filter((own) => own.seller === seller) }),
});

interface Answer {
  readonly rates: readonly OfferedRate[];
  readonly messages: readonly RateError[];
}

interface Asked {
  readonly isOneOfSeveral: boolean;
}

async function ratesOf(carrier: Carrier, shipment: ShipmentRequest, asked: Asked): Promise<Answer> {
  const { seller } = carrier;
  try {
    const answer = await answerWithin(RATE_CALL_MS, carrier.code, carrier.rate(shipment));
    return { rates: answer.rates.map((rate) => ({ ...rate, seller })), messages: answer.messages };
  } catch (error) {
    return { rates: [], messages: [problem(carrier, error, asked)] };
  }
}

function problem(
  { seller, code: carrier, declaration }: Carrier,
  error: unknown,
  { isOneOfSeveral }: Asked,
): RateError {
  if (error instanceof CarrierRefused) return { carrier, code: error.code, message: error.message };
  const code = error instanceof CarrierNoAnswer ? 'no_answer' : 'unavailable';
  const through = isOneOfSeveral ? ` through ${sellerTitle(seller)}` : '';
  return { carrier, code, message: `${declaration.name} gave no rates${through}. Try again in a moment.` };
}

/** @param rateId returns the id of a rate */
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
