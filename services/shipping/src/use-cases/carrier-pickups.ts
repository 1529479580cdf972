import type {
  BookPickupRequest,
  BookPickupResponse,
  CancelCarrierPickupRequest,
  QuotePickupRequest,
  QuotePickupResponse,
} from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Carrier } from '../carriers/carrier-port';
import { CarrierRefused } from '../carriers/carrier-refused';
import type { CarrierRegistry } from '../carriers/carrier-registry';
import { answerWithin } from './answer-within';

const PICKUP_CALL_MS = 8_000;

/** Whether a driver would come. @throws DomainError invalid_argument for an unknown carrier · unavailable */
export async function quotePickup(
  carriers: CarrierRegistry,
  { accountId, carrier, date, references }: QuotePickupRequest,
): Promise<QuotePickupResponse> {
  const quote = await ask(carriers.get(carrier), (it) => it.quotePickup({ accountId, date, references }));
  return {
    available: quote.available,
    reason: quote.available ? '' : quote.reason,
    windowStart: quote.window.start,
    windowEnd: quote.window.end,
  };
}

/** Books once per reference. @throws DomainError carrier_refused in the carrier's words · unavailable: ask again */
export async function bookPickup(
  carriers: CarrierRegistry,
  { carrier, ...booking }: BookPickupRequest,
): Promise<BookPickupResponse> {
  const { confirmationNumber, window } = await ask(carriers.get(carrier), (it) => it.bookPickup(booking));
  return { confirmationNumber, windowStart: window.start, windowEnd: window.end };
}

/** Idempotent. @throws DomainError carrier_refused in the carrier's words · unavailable: ask again */
export async function cancelPickup(
  carriers: CarrierRegistry,
  { accountId, carrier, reference, confirmationNumber }: CancelCarrierPickupRequest,
): Promise<void> {
  await ask(carriers.get(carrier), (it) => it.cancelPickup({ accountId, reference, confirmationNumber }));
}

async function ask<T>(carrier: Carrier, question: (carrier: Carrier) => Promise<T>): Promise<T> {
  try {
    return await answerWithin(PICKUP_CALL_MS, carrier.code, question(carrier));
  } catch (error) {
    if (error instanceof DomainError) throw error;
    if (error instanceof CarrierRefused) throw new DomainError('carrier_refused', error.message);
    throw new DomainError(
      'unavailable',
      `${carrier.declaration.name} did not answer. Try again in a moment.`,
      { cause: error },
    );
  }
}
