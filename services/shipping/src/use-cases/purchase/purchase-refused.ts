import type { Failure } from '@parcelyard/contracts/common';
import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import { toFailure } from '@parcelyard/service-kit/failure';

/** A definite refusal before the carrier was asked. The purchase fails with this refusal and is compensated. */
export class PurchaseRefused extends Error {
  constructor(readonly failure: Failure) {
    super(failure.reason);
    this.name = 'PurchaseRefused';
  }
}

/** Codes of errors that are temporary or leave the outcome unknown. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  'unavailable',
  'deadline_exceeded',
  'internal',
  'unresolved',
  'conflict',
]);

/**
 * Awaits a call. Errors that are not refusals are thrown unchanged.
 * @throws PurchaseRefused for a definite refusal of the called service
 */
export async function orRefused<T>(call: Promise<T>, wrap = (refusal: Failure) => refusal): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof DomainError) || PASSING.has(error.code)) throw error;
    throw new PurchaseRefused(wrap(toFailure(error)));
  }
}
