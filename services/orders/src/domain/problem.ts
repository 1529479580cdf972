import type { Refused } from '@parcelyard/reasons/reason';
import type { Reason, ReasonParams } from '@parcelyard/reasons/reasons';
import { DomainError } from '@parcelyard/service-kit/domain-error';

/** A rule that the input breaks, and the name of the field that breaks it. */
export interface Problem extends Refused {
  readonly reason: Reason;
  readonly field: string;
}

export const problem = <R extends Reason>(field: string, reason: R, params: ReasonParams<R>): Problem => ({
  reason,
  params,
  field,
});

export const invalid = ({ reason, params, field }: Problem): DomainError =>
  new DomainError<Reason>('invalid_argument', reason, params as ReasonParams<Reason>, { field });

/** @throws DomainError `invalid_argument` with the first problem */
export function refuseProblems([first]: readonly Problem[]): void {
  if (first) throw invalid(first);
}

/** @throws DomainError `invalid_argument` for more entries than one call may have */
export function refuseTooMany(field: string, got: number, max: number): void {
  if (got > max) throw invalid(problem(field, 'too_many_named', { max, got }));
}
