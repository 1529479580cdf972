import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import { RestRefusal } from './rest-refusal';
import { restField, restSentence } from './wording';

/** @see decisions, "Status codes" */
const STATUS: Readonly<Record<Exclude<ErrorCode, 'internal'>, number>> = {
  invalid_argument: 400,
  unauthenticated: 401,
  payment_required: 402,
  permission_denied: 403,
  // A limit of the plan.
  resource_exhausted: 403,
  not_found: 404,
  already_exists: 409,
  failed_precondition: 409,
  conflict: 409,
  carrier_refused: 422,
  unresolved: 503,
  unavailable: 503,
  deadline_exceeded: 503,
};

/** After an outage of unknown length. */
const UNKNOWN_RETRY_AFTER_S = 5;

/** What another moment, or another month or plan, changes without the request being another one. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['conflict', 'resource_exhausted']);

/**
 * The one place that turns what a route threw into an answer.
 * @returns undefined for what nobody foresaw
 */
export function toRefusal(error: unknown): RestRefusal | undefined {
  if (error instanceof RestRefusal) return error;
  if (!(error instanceof DomainError) || error.code === 'internal') return undefined;
  const { code, field } = error;
  const status = isBudget(error) ? 429 : STATUS[code];
  const message = restSentence(error);
  const namesField = field !== undefined && (code === 'invalid_argument' || code === 'already_exists');
  return new RestRefusal(status, message, {
    cause: error,
    ...(namesField ? { fields: [{ field: restField(field), message }] } : {}),
    ...(status === 503 || status === 429
      ? { headers: { 'retry-after': String(error.retryAfterSeconds ?? UNKNOWN_RETRY_AFTER_S) } }
      : {}),
    ...(PASSING.has(code) ? { isFinal: false } : {}),
  });
}

/** A budget says when it has room again; a limit of the plan does not. */
const isBudget = ({ code, retryAfterSeconds }: DomainError) =>
  code === 'resource_exhausted' && retryAfterSeconds !== undefined;
