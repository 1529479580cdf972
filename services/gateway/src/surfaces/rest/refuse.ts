import type { Reason, ReasonParams } from '@parcelyard/reasons/reasons';
import type { Absolute } from '@parcelyard/reasons/word-reason';
import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import type { RestCode } from './rest-codes';
import { RestRefusal } from './rest-refusal';
import { restField, restSentence } from './wording';

/** The REST code of each kind of error. @see [REST-E10] */
const CODES: Readonly<Record<Exclude<ErrorCode, 'internal'>, RestCode>> = {
  invalid_argument: 'invalid_input',
  unauthenticated: 'unauthorized',
  payment_required: 'insufficient_balance',
  permission_denied: 'forbidden',
  // A limit of the plan, or a limit that the owner set.
  resource_exhausted: 'limit_reached',
  not_found: 'not_found',
  already_exists: 'wrong_state',
  failed_precondition: 'wrong_state',
  conflict: 'conflict_retry',
  carrier_refused: 'carrier_refused',
  unresolved: 'outcome_unknown',
  unavailable: 'unavailable',
  // The time is over, but the work may have been done.
  deadline_exceeded: 'outcome_unknown',
};

/**
 * Reasons that have a code of their own, so that a program can recognise them. Any other reason has the code of its
 * kind of error.
 */
const OWN_CODES: { readonly [R in Reason]?: RestCode } = {
  payment_declined: 'payment_declined',
  plan_lacks_feature: 'plan_feature_missing',
  marketing_not_included: 'plan_feature_missing',
  approval_needed: 'approval_needed',
  approval_denied: 'approval_denied',
  email_in_use: 'account_exists',
  invoice_number_taken: 'invoice_number_taken',
  external_order_id_taken: 'external_order_id_taken',
  external_order_id_repeated: 'external_order_id_taken',
  rate_expired: 'rate_outdated',
  address_changed_since_rating: 'rate_outdated',
  ship_from_changed_since_rating: 'rate_outdated',
  carrier_account_out_of_use: 'rate_outdated',
  rate_of_seller_out_of_use: 'rate_outdated',
  carrier_price_raised: 'rate_outdated',
  price_above_max_cost: 'max_cost_exceeded',
  charge_above_max_charge: 'max_charge_exceeded',
  // Another request is buying a label for the order or is booking the pickup. That request ends soon. The refused
  // request changed nothing.
  order_held_by_purchase: 'conflict_retry',
  pickup_being_booked: 'conflict_retry',
  // The purchase that the refused request began cannot be completed. If the request is repeated, a new purchase begins.
  purchase_given_up: 'conflict_retry',
  hold_not_begun: 'unavailable',
  // The first request was answered, but its stored answer can no longer be decrypted.
  first_answer_unreadable: 'outcome_unknown',
};

/** When to try again if nobody knows how long a failure lasts. */
const UNKNOWN_RETRY_AFTER_S = 5;

/** When to try again if another request is changing the record. */
export const CONFLICT_RETRY_AFTER_S = 1;

/**
 * Converts an error into the refusal that the caller gets. `createOperation` calls this for the errors of a route. It
 * is also called by code outside of routes, and by routes that answer each element of a list.
 * @param absolute returns the full URL of a path on this service, for sentences that name a path
 * @param isRead true when the request certainly changed nothing
 * @returns undefined for an unexpected error
 */
export function toRefusal(error: unknown, absolute?: Absolute, isRead = false): RestRefusal | undefined {
  if (error instanceof RestRefusal) return error;
  if (!(error instanceof DomainError) || error.code === 'internal') return undefined;
  const { field } = error;
  const code = isRead && error.code === 'deadline_exceeded' ? 'unavailable' : codeOf(error);
  const message = restSentence(error, absolute && { absolute });
  const namesField =
    field !== undefined && (error.code === 'invalid_argument' || error.code === 'already_exists');
  const retryAfter = retryAfterSeconds(code, error);
  return new RestRefusal(code, message, {
    cause: error,
    ...(namesField ? { fields: [{ field: restField(field), message }] } : {}),
    ...(retryAfter === undefined ? {} : { headers: { 'retry-after': String(retryAfter) } }),
    ...(code === 'approval_needed' ? { members: approvalMembers(error, absolute) } : {}),
  });
}

/** Returns the code of an error. A failed purchase has the code of its cause. */
function codeOf(error: Pick<DomainError, 'code' | 'reason' | 'params' | 'retryAfterSeconds'>): RestCode {
  const { code, retryAfterSeconds } = error;
  if (code === 'internal') return 'internal_error';
  // When a quota is used up, the error says in how many seconds a new attempt is possible. When a limit of the plan is
  // reached, no such time is known.
  if (code === 'resource_exhausted' && retryAfterSeconds !== undefined) return 'rate_limited';
  return OWN_CODES[innermost(error)] ?? CODES[code];
}

/**
 * Returns the reason of the cause when the error is `Label purchase failed — …`. For any other error, returns the
 * error's own reason.
 */
function innermost({ reason, params }: Pick<DomainError, 'reason' | 'params'>): Reason {
  const { cause } = params as Partial<ReasonParams<'purchase_failed'>>;
  return reason === 'purchase_failed' && cause ? (cause.reason as Reason) : reason;
}

function retryAfterSeconds(code: RestCode, error: DomainError): number | undefined {
  if (code === 'conflict_retry') return error.retryAfterSeconds ?? CONFLICT_RETRY_AFTER_S;
  const waits = code === 'unavailable' || code === 'outcome_unknown' || code === 'rate_limited';
  return waits ? (error.retryAfterSeconds ?? UNKNOWN_RETRY_AFTER_S) : undefined;
}

function approvalMembers({ params }: DomainError, absolute: Absolute = (path) => path) {
  const { approvalId, expiresAt } = params as ReasonParams<'approval_needed'>;
  return { approvalUrl: absolute(`/approve/${approvalId}`), approvalExpiresAt: expiresAt };
}
