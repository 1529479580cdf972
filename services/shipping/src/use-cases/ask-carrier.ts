import { DomainError } from '@parcelyard/service-kit/domain-error';
import { remainingMs } from '@parcelyard/service-kit/tracing/request-id';
import { within } from '@parcelyard/service-kit/within';
import { CarrierNoAnswer, CarrierRefused } from '../sellers/carrier-errors';
import type { Carrier } from '../sellers/carrier-port';

const CALL_MS = 8_000;

/**
 * Waits for a carrier's answer to a call that can be repeated.
 * @throws DomainError carrier_refused with the carrier's message · unavailable when the caller may try again
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

/** We stop waiting for a carrier this long before the caller's deadline, so that there is time to report the error. */
const ANSWER_RESERVE_MS = 500;

/**
 * Waits for a carrier's answer.
 * @throws CarrierNoAnswer after `ms` milliseconds or at the caller's deadline; the carrier may still do the work
 */
export const answerWithin = <T>(ms: number, carrier: string, answer: Promise<T>): Promise<T> =>
  within(Math.max(Math.min(ms, remainingMs() - ANSWER_RESERVE_MS), 1), answer, () => {
    throw new CarrierNoAnswer(carrier);
  });
