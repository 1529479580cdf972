import type { Logger } from '@parcelyard/service-kit/logger';
import { CarrierBusy, CarrierNoAnswer, CarrierRefused, CarrierUnavailable } from '../carrier-errors';
import { errorAnswer, type Problem } from './shipengine-shapes';

/** ShipEngine's own answer that nothing happened. */
export class ShipengineError extends Error {
  readonly status: number;
  readonly code: string;
  readonly isLimit: boolean;
  /** About the operator's account: its key, plan, balance or carrier accounts. */
  readonly isOperators: boolean;

  constructor(status: number, first: Problem) {
    super(first.message);
    this.name = 'ShipengineError';
    this.status = status;
    this.code = first.error_code;
    this.isLimit = status === 429 || first.error_code === 'rate_limit_exceeded';
    this.isOperators = this.isLimit || isOperators(status, first);
  }
}

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
/** Rules that were checked before anything was bought. */
const CHECKS: ReadonlySet<string> = new Set(['business_rules', 'validation', ...OPERATORS_TYPES]);

export const isOperators = (status: number, { error_type, error_code }: Problem): boolean =>
  status === 401 || status === 403 || OPERATORS_TYPES.has(error_type) || OPERATORS_CODES.has(error_code);

/**
 * What an answer that is no success says. Only ShipEngine's own error body of a client error says that nothing happened;
 * `system` and `integrations` are faults on its way to the carrier, which may have sold.
 */
export function shipengineFailure(status: number, content: unknown): Error {
  const read = errorAnswer.safeParse(content);
  const first = read.data?.errors[0];
  if (first && status < 500 && (CHECKS.has(first.error_type) || [401, 403, 404, 429].includes(status)))
    return new ShipengineError(status, first);
  return new CarrierNoAnswer(
    'ShipEngine',
    new Error(`${status}: ${first?.message ?? 'not ShipEngine’s words'}`),
  );
}

/** The port's error for what was thrown. The operator's problems go to the log. */
export function refusals({ code, name }: { code: string; name: string }, logger: Logger) {
  return (error: unknown): unknown => {
    if (!(error instanceof ShipengineError)) return error;
    if (!error.isOperators) return new CarrierRefused(code, error.code, error.message);
    logger.error({ seller: 'shipengine', code: error.code, status: error.status }, error.message);
    return error.isLimit ? new CarrierBusy(name, error) : new CarrierUnavailable(name, error);
  };
}
