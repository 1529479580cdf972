import type Stripe from 'stripe';
import {
  type ChargeOrder,
  type ChargeOutcome,
  GatewayMisconfigured,
  GatewayMismatch,
  GatewaySilent,
} from '../../../ports';

/** Stripe's code for a bank that charges only what the card's owner confirms with it. */
const WANTS_OWNER = 'authentication_required';

/** What a charge is known by. */
export type ChargeQuery = Pick<ChargeOrder, 'reference' | 'accountId' | 'amount'>;

/**
 * What Stripe's word on a payment intent means for the charge that was asked for. It is believed only when it is one of
 * Stripe's intents and speaks of this charge.
 * @throws GatewaySilent while Stripe itself does not know, or something else than Stripe answered; GatewayMismatch for
 * the intent of another charge
 */
export function judgeIntent(intent: Stripe.PaymentIntent, asked: ChargeQuery): ChargeOutcome {
  const { reference, accountId, amount } = asked;
  if (intent?.object !== 'payment_intent' || typeof intent.status !== 'string') {
    throw new GatewaySilent(reference, { cause: new Error('The answer is no payment intent.') });
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

/** What a payment intent came to; undefined while Stripe itself does not know. */
export function intentOutcome(intent: Stripe.PaymentIntent): ChargeOutcome | undefined {
  switch (intent.status) {
    case 'succeeded':
      return { status: 'succeeded' };
    case 'canceled':
    case 'requires_action':
    case 'requires_confirmation':
    case 'requires_payment_method':
      // Nothing was taken, and nobody but us could go on with it.
      return declined(
        intent.last_payment_error?.message,
        intent.status === 'requires_action' ? WANTS_OWNER : bankCode(intent.last_payment_error),
      );
    default:
      return undefined;
  }
}

/**
 * The one place that decides what a failed charge means: a definite refusal of the card, a fault of our own set-up, or
 * no answer. A refusal is one only in Stripe's own words: its kind of error beside its status, and about the card.
 * @throws GatewaySilent when it leaves open whether the card was charged; GatewayMisconfigured when nothing can be
 * charged before an operator mends something; GatewayMismatch when the reference belongs to another charge
 */
export function judgeError(error: unknown, { reference }: Pick<ChargeQuery, 'reference'>): ChargeOutcome {
  if (error instanceof GatewaySilent) throw error;
  const { rawType, statusCode, code, param, message, decline_code } = asStripeError(error);
  if (rawType === 'card_error' && statusCode === 402) {
    return declined(message, bankCode({ code, decline_code }) || 'card_declined');
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

/** Whether Stripe itself refuses such a request: it would refuse it again. */
export function isRefused(error: unknown): boolean {
  const { rawType, statusCode, code = '' } = asStripeError(error);
  return rawType === 'invalid_request_error' && isRefusal(statusCode) && !PASSING.has(code);
}

type StripeWords = Partial<
  Pick<Stripe.errors.StripeError, 'rawType' | 'statusCode' | 'code' | 'param' | 'message' | 'decline_code'>
>;

const asStripeError = (error: unknown): StripeWords =>
  error instanceof Error && 'rawType' in error ? (error as StripeWords) : {};

/** 401 and 403: our key. 409: another request with this key is under way. 429: too many of ours. */
const isRefusal = (status: number | undefined) =>
  status === 400 || status === 401 || status === 403 || status === 404;

/** Codes that pass by themselves, whatever the status beside them. */
const PASSING = new Set(['rate_limit', 'lock_timeout', 'idempotency_key_in_use']);

const isAboutTheCard = (code = '', param = '') =>
  param === 'payment_method' || code.startsWith('payment_method_') || code === WANTS_OWNER;

/** A live card under a test key, or the other way round; Stripe says so in words alone. */
const isOfTheOtherMode = (message = '') => /similar object exists in (test|live) mode/.test(message);

/** The bank's reason where it gave one (`decline_code`), else Stripe's (`code`): a card may have expired by either. */
const bankCode = (error: BankWords | null | undefined): string | undefined =>
  error?.code === WANTS_OWNER ? WANTS_OWNER : error?.decline_code || error?.code;

interface BankWords {
  readonly code?: string | undefined;
  readonly decline_code?: string | undefined;
}

/** @param code absent when no bank was asked */
function declined(reason = 'Your card was declined.', code?: string): ChargeOutcome {
  const sentence = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  if (code === undefined) return { status: 'declined', reason: sentence };
  if (code !== WANTS_OWNER) return { status: 'declined', reason: sentence, code };
  return { status: 'declined', reason: `${sentence} ${WAY_BACK}`, code, wantsOwner: true };
}

/** For whoever reads the refusal; the billing page has the button. */
const WAY_BACK = 'The owner of the account can do so under Settings, Billing; then ask again.';
