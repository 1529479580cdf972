import type { Failure } from '@parcelyard/contracts/common';
import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import { toFailure } from '@parcelyard/service-kit/failure';

/** A definite no before the carrier was asked: the purchase fails with it and is compensated. */
export class PurchaseRefused extends Error {
  constructor(readonly failure: Failure) {
    super(failure.reason);
    this.name = 'PurchaseRefused';
  }
}

/** Codes that leave open whether it happened, or that pass by themselves. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  'unavailable',
  'deadline_exceeded',
  'internal',
  'unresolved',
  'conflict',
]);

/** @throws PurchaseRefused for a definite no of the service that is called; anything else as it is */
export async function orRefused<T>(call: Promise<T>, wrap = (refusal: Failure) => refusal): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof DomainError) || PASSING.has(error.code)) throw error;
    throw new PurchaseRefused(wrap(toFailure(error)));
  }
}
