import type { Failure } from '@parcelyard/contracts/common';
import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import { toFailure } from '@parcelyard/service-kit/failure';

/** A definite refusal before the carrier was asked: the purchase fails with it and is compensated. */
export class PurchaseRefused extends Error {
  constructor(readonly failure: Failure) {
    super(failure.reason);
    this.name = 'PurchaseRefused';
  }
}

/** Codes of errors with an unknown outcome, or that pass without action. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  'unavailable',
  'deadline_exceeded',
  'internal',
  'unresolved',
  'conflict',
]);

/** @throws PurchaseRefused for a definite refusal of the called service; other errors unchanged */
export async function orRefused<T>(call: Promise<T>, wrap = (refusal: Failure) => refusal): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof DomainError) || PASSING.has(error.code)) throw error;
    throw new PurchaseRefused(wrap(toFailure(error)));
  }
}
