import type { Failure } from '@parcelyard/contracts/common';
import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import { toFailure } from '@parcelyard/service-kit/failure';

/**
 * A refusal that came before the carrier was asked. The refusal becomes the purchase's error, and the purchase's money
 * is returned.
 */
export class PurchaseRefused extends Error {
  constructor(readonly failure: Failure) {
    super(failure.reason);
    this.name = 'PurchaseRefused';
  }
}

/** Temporary errors, and errors after which the outcome is unknown. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  'unavailable',
  'deadline_exceeded',
  'internal',
  'unresolved',
  'conflict',
]);

/**
 * Waits for a call. An error that is no refusal is thrown as it is.
 * @throws PurchaseRefused when the called service refuses
 */
export async function orRefused<T>(call: Promise<T>, wrap = (refusal: Failure) => refusal): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof DomainError) || PASSING.has(error.code)) throw error;
    throw new PurchaseRefused(wrap(toFailure(error)));
  }
}
