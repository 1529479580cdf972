import { DomainError } from '@parcelyard/service-kit/domain-error';
import { within } from '@parcelyard/service-kit/within';
import { CarrierNoAnswer, CarrierRefused } from '../carriers/carrier-errors';
import type { Carrier } from '../carriers/carrier-port';

const CALL_MS = 8_000;

/**
 * One idempotent question to a carrier.
 * @throws DomainError carrier_refused in the carrier's words · unavailable: ask again
 */
export async function askCarrier<T>(carrier: Carrier, question: Promise<T>): Promise<T> {
  try {
    return await answerWithin(CALL_MS, carrier.code, question);
  } catch (error) {
    if (error instanceof CarrierRefused) {
      throw new DomainError('carrier_refused', 'carrier_refused', { words: error.message });
    }
    const params = { carrier: carrier.declaration.name };
    throw new DomainError('unavailable', 'carrier_no_answer', params, { cause: error });
  }
}

/** A carrier's answer. @throws CarrierNoAnswer after `ms` milliseconds; what was requested may still happen. */
export const answerWithin = <T>(ms: number, carrier: string, answer: Promise<T>): Promise<T> =>
  within(ms, answer, () => {
    throw new CarrierNoAnswer(carrier);
  });
