import type { Reason, ReasonParams } from '@parcelyard/reasons/reasons';
import type { Absolute } from '@parcelyard/reasons/word-reason';
import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import { RestRefusal } from './rest-refusal';
import { restField, restSentence } from './wording';

/** @see decisions, "Status codes" */
const STATUS: Readonly<Record<Exclude<ErrorCode, 'internal'>, number>> = {
  invalid_argument: 400,
  unauthenticated: 401,
  payment_required: 402,
  permission_denied: 403,
  // A limit of the plan, or one that the owner has set.
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

/** What a program decides by where one status has several causes: the owner's limits, and the owner's word. */
const CODES: { readonly [R in Reason]?: string } = {
  label_limit_passed: 'limit_reached',
  day_limit_passed: 'limit_reached',
  approval_needed: 'approval_needed',
  approval_denied: 'approval_denied',
};

function withCode({ reason, params }: DomainError, absolute: Absolute = (path) => path) {
  const code = CODES[reason];
  if (code === undefined) return {};
  if (reason !== 'approval_needed') return { members: { code } };
  const { approvalId, expiresAt } = params as ReasonParams<'approval_needed'>;
  const approvalUrl = absolute(`/approve/${approvalId}`);
  return { members: { code, approvalUrl, approvalExpiresAt: expiresAt } };
}

/** What the owner's word changes. */
const WAITING: ReadonlySet<Reason> = new Set(['approval_needed', 'approval_denied']);

/**
 * The one place that turns what a route threw into an answer.
 * @param absolute the address of a path on this service, for a sentence that names one
 * @returns undefined for what nobody foresaw
 */
export function toRefusal(error: unknown, absolute?: Absolute): RestRefusal | undefined {
  if (error instanceof RestRefusal) return error;
  if (!(error instanceof DomainError) || error.code === 'internal') return undefined;
  const { code, field } = error;
  const status = isBudget(error) ? 429 : STATUS[code];
  const message = restSentence(error, absolute && { absolute });
  const namesField = field !== undefined && (code === 'invalid_argument' || code === 'already_exists');
  return new RestRefusal(status, message, {
    cause: error,
    ...(namesField ? { fields: [{ field: restField(field), message }] } : {}),
    ...(status === 503 || status === 429
      ? { headers: { 'retry-after': String(error.retryAfterSeconds ?? UNKNOWN_RETRY_AFTER_S) } }
      : {}),
    ...withCode(error, absolute),
    ...(PASSING.has(code) || WAITING.has(error.reason) ? { isFinal: false } : {}),
  });
}

/** A budget says when it has room again; a limit of the plan does not. */
const isBudget = ({ code, retryAfterSeconds }: DomainError) =>
  code === 'resource_exhausted' && retryAfterSeconds !== undefined;
