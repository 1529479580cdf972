import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Carrier } from '../carriers/carrier-port';
import { CarrierRefused } from '../carriers/carrier-refused';
import { answerWithin } from './answer-within';

const CALL_MS = 8_000;

/**
 * One idempotent question to a carrier.
 * @throws DomainError carrier_refused in the carrier's words · unavailable: ask again
 */
export async function askCarrier<T>(carrier: Carrier, question: Promise<T>): Promise<T> {
  try {
    return await answerWithin(CALL_MS, carrier.code, question);
  } catch (error) {
    if (error instanceof CarrierRefused) throw DomainError.text('carrier_refused', error.message);
    throw DomainError.text(
      'unavailable',
      `${carrier.declaration.name} did not answer. Try again in a moment.`,
      { cause: error },
    );
  }
}
