import type Stripe from 'stripe';
import {
  type ChargeOrder,
  type ChargeOutcome,
  GatewayMisconfigured,
  GatewayMismatch,
  GatewaySilent,
} from '../../../ports';

/** Stripe's code when the bank requires the card owner to confirm the charge. */
const AUTHENTICATION_REQUIRED = 'authentication_required';

export type ChargeQuery = Pick<ChargeOrder, 'reference' | 'accountId' | 'amount'>;

/**
 * Returns the outcome of a charge from Stripe's payment intent. First checks that the intent belongs to this charge.
 * @throws GatewaySilent while Stripe does not know the outcome, or when the answer is not Stripe's; GatewayMismatch for
 * the intent of another charge
 */
export function judgeIntent(intent: Stripe.PaymentIntent, asked: ChargeQuery): ChargeOutcome {
  const { reference, accountId, amount } = asked;
  if (intent?.object !== 'payment_intent' || typeof intent.status !== 'string') {
    throw new GatewaySilent(reference, { cause: new Error('The answer is not a payment intent.') });
  }
  const told = [intent.metadata?.reference, intent.metadata?.account_id, intent.amount, intent.currency];
  const wanted = [reference, `${accountId}`, amount, 'usd'];
  if (told.some((value, index) => value !== wanted[index])) {
    throw new GatewayMismatch(
      reference,
      `${intent.id} is ${told.join(', ')} instead of ${wanted.join(', ')}.`,
    );
  }
  const outcome = intentOutcome(intent);
  if (!outcome) throw new GatewaySilent(reference, { cause: new Error(`${intent.id} is ${intent.status}.`) });
  return outcome;
}

/** Returns the outcome of a payment intent; undefined while Stripe does not know it. */
export function intentOutcome(intent: Stripe.PaymentIntent): ChargeOutcome | undefined {
  switch (intent.status) {
    case 'succeeded':
      return { status: 'succeeded' };
    case 'canceled':
    case 'requires_action':
    case 'requires_confirmation':
    case 'requires_payment_method':
      // Nothing was charged. Stripe waits for a next step, and this service never sends one.
      return declined(
        intent.last_payment_error?.message,
        intent.status === 'requires_action' ? AUTHENTICATION_REQUIRED : bankCode(intent.last_payment_error),
      );
    default:
      return undefined;
  }
}

/**
 * Decides what an error of Stripe means for a charge. The card is declined when Stripe reports a card error, or when
 * Stripe refused the request because of the card.
 * @throws GatewaySilent when the card may have been charged; GatewayMisconfigured when an operator must correct
 * something before anything can be charged; GatewayMismatch when the reference belongs to another charge
 */
export function judgeError(error: unknown, { reference }: Pick<ChargeQuery, 'reference'>): ChargeOutcome {
  if (error instanceof GatewaySilent) throw error;
  const words = asStripeError(error);
  const { rawType, statusCode, code, param, message } = words;
  if (rawType === 'card_error' && statusCode === 402) {
    return declined(message, bankCode(words) || 'card_declined');
  }
  if (rawType === 'idempotency_error' && statusCode === 400) {
    throw new GatewayMismatch(reference, 'Stripe has charged something else under this key.', {
      cause: error,
    });
  }
  if (isRefused(error)) {
    if (isAboutTheCard(code, param) && !isOfTheOtherMode(message)) {
      return declined('The payment method cannot be charged.');
    }
    throw new GatewayMisconfigured(reference, [statusCode, code, param].join(' '), { cause: error });
  }
  throw new GatewaySilent(reference, { cause: error });
}

/** Returns whether Stripe refused the request itself, so that a retry would be refused, too. */
export function isRefused(error: unknown): boolean {
  const { rawType, statusCode, code = '' } = asStripeError(error);
  return rawType === 'invalid_request_error' && isRefusal(statusCode) && !PASSING.has(code);
}

type StripeWords = Partial<
  Pick<Stripe.errors.StripeError, 'rawType' | 'statusCode' | 'param' | 'message'> & BankWords
>;

const asStripeError = (error: unknown): StripeWords =>
  error instanceof Error && 'rawType' in error ? (error as StripeWords) : {};

/**
 * True for a status with which Stripe refuses the request itself; 401 and 403 mean that our key is wrong. All other
 * statuses are temporary, such as 409 (another request with this key is running) and 429 (too many requests).
 */
const isRefusal = (status: number | undefined) =>
  status === 400 || status === 401 || status === 403 || status === 404;

/** Codes of temporary errors, whatever the status is. */
const PASSING = new Set(['rate_limit', 'lock_timeout', 'idempotency_key_in_use']);

const isAboutTheCard = (code = '', param = '') =>
  param === 'payment_method' || code.startsWith('payment_method_') || code === AUTHENTICATION_REQUIRED;

/**
 * True when a live card was used with a test key, or a test card with a live key. Only the message of Stripe's error
 * shows this.
 */
const isOfTheOtherMode = (message = '') => /similar object exists in (test|live) mode/.test(message);

/**
 * Returns the code of the decline: the bank's code (`decline_code`), or Stripe's code (`code`) if the bank gave none.
 * If Stripe advises never to try again, returns that advice instead, because the codes may name a reason that seems
 * temporary.
 */
function bankCode(error: BankWords | null | undefined): string | undefined {
  if (error?.code === AUTHENTICATION_REQUIRED) return AUTHENTICATION_REQUIRED;
  if (error?.advice_code === DO_NOT_TRY_AGAIN) return DO_NOT_TRY_AGAIN;
  return error?.decline_code || error?.code;
}

const DO_NOT_TRY_AGAIN = 'do_not_try_again';

interface BankWords {
  readonly code?: string | undefined;
  readonly decline_code?: string | undefined;
  readonly advice_code?: string | undefined;
}

/** @param code absent when the request did not reach the bank */
function declined(reason = 'Your card was declined.', code?: string): ChargeOutcome {
  const sentence = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  if (code === undefined) return { status: 'declined', reason: sentence };
  if (code !== AUTHENTICATION_REQUIRED) return { status: 'declined', reason: sentence, code };
  return { status: 'declined', reason: `${sentence} ${WHERE_TO_CONFIRM}`, code, wantsOwner: true };
}

/** A sentence for the caller. The owner confirms the charge with a button on the billing page. */
const WHERE_TO_CONFIRM = 'The owner of the account can do so under Settings, Billing; then ask again.';
