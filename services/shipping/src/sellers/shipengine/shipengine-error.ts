import { CarrierNoAnswer } from '../carrier-errors';
import { isOpenOutcome, saysNoAnswerInTime } from '../open-outcome';
import { SellerError } from '../seller-error';
import { errorAnswer, type Problem } from './shipengine-shapes';

const OPERATORS_TYPES: ReadonlySet<string> = new Set(['account_status', 'security']);
const OPERATORS_CODES: ReadonlySet<string> = new Set([
  'carrier_disconnected',
  'carrier_not_connected',
  'funding_source_error',
  'funding_source_missing_configuration',
  'funding_source_registration_in_progress',
  'insufficient_funds',
  'invalid_billing_plan',
  'meter_failure',
  'subscription_inactive',
  'terms_not_accepted',
  'trial_expired',
]);
/**
 * An error of these types means that nothing was bought. The only exception is an error whose message says that the
 * carrier did not answer in time.
 */
const CHECKS: ReadonlySet<string> = new Set(['business_rules', 'validation', ...OPERATORS_TYPES]);
/**
 * ShipEngine calls this status a refusal: "You will need to change some part of the request" ("Error Handling"). But an
 * earlier request may have succeeded, so the label or the pickup is looked up first.
 */
const CONFLICT = 409;

export const isOperators = (status: number, { error_type, error_code }: Problem): boolean =>
  status === 401 || status === 403 || OPERATORS_TYPES.has(error_type) || OPERATORS_CODES.has(error_code);

/**
 * Decides what an error of ShipEngine means. The error is a refusal only when ShipEngine itself answered with a client
 * error. Errors of the types `system` and `integrations` are no refusals, because the carrier may have sold the label.
 */
export function shipengineFailure(status: number, content: unknown): Error {
  const read = errorAnswer.safeParse(content);
  const first = read.data?.errors[0];
  if (first && isRefusal(status, first)) return refusal(status, first);
  return new CarrierNoAnswer(
    'ShipEngine',
    new Error(`${status}: ${first?.message ?? 'the answer is not from ShipEngine'}`),
  );
}

function isRefusal(status: number, { error_type, message }: Problem): boolean {
  const isOwn = status < 500 && (CHECKS.has(error_type) || [401, 403, 404, 429].includes(status));
  return isOwn && !(status === CONFLICT ? saysNoAnswerInTime(message) : isOpenOutcome(status, message));
}

const refusal = (status: number, problem: Problem): SellerError =>
  new SellerError({
    status,
    code: problem.error_code,
    message: problem.message,
    concerns: isOperators(status, problem) ? 'operator' : 'caller',
    isLimit: status === 429 || problem.error_code === 'rate_limit_exceeded',
  });
