import type { Logger } from '@parcelyard/service-kit/logger';
import { CarrierNoAnswer } from '../carrier-errors';
import { isOpenOutcome } from '../open-outcome';
import { SellerError } from '../seller-error';
import type { EasypostMessage } from './easypost-shapes';

/** After these errors the outcome is unknown: EasyPost or the carrier may still be working. */
const OPEN_CODES: readonly string[] = [
  'SHIPMENT.POSTAGE.NO_RESPONSE',
  'SHIPMENT.POSTAGE.TIMED_OUT',
  'SHIPMENT.PURCHASE.IN_PROGRESS',
  'REFUND.NO_RESPONSE',
  'PAYMENT_GATEWAY.ERROR',
];

/** EasyPost's errors have a code such as `SHIPMENT.POSTAGE.FAILURE`. Errors of proxies have none. */
const EASYPOST_CODE = /^[A-Z][A-Z0-9_]*(\.[A-Z0-9_]+)*$/;
const OPERATOR_STATUSES: readonly number[] = [400, 401, 402, 403, 405];
const OPERATOR_CODE =
  /^(APIKEY|UNAUTHORIZED|FORBIDDEN|MODE|USER|BILLING|PAYMENT|INSUFFICIENT|RATE_LIMIT|CARRIER_ACCOUNT|CREDENTIAL)/;

/**
 * Decides what an error of EasyPost's client means. The error is a refusal only when EasyPost itself answered, with a
 * code that means that nothing was done. Every other error counts as no answer.
 */
export function easypostFailure(thrown: unknown): SellerError | CarrierNoAnswer {
  const { statusCode, code, message } = (thrown ?? {}) as Record<string, unknown>;
  const own =
    typeof statusCode === 'number' &&
    statusCode >= 400 &&
    statusCode < 500 &&
    typeof code === 'string' &&
    EASYPOST_CODE.test(code) &&
    !OPEN_CODES.includes(code);
  const words = String(message ?? '');
  return own && !isOpenOutcome(statusCode, words)
    ? refusal(statusCode, code, words)
    : new CarrierNoAnswer('EasyPost', thrown);
}

function refusal(status: number, code: string, message: string): SellerError {
  const ours = OPERATOR_STATUSES.includes(status) || OPERATOR_CODE.test(code) || isCredentialFault(message);
  return new SellerError({ status, code, message, concerns: ours ? 'operator' : 'caller' });
}

const CREDENTIALS = new RegExp(
  [
    'credential',
    'authenticat',
    'unauthori[sz]ed',
    'authori[sz]ation (fail|error|required)',
    'api key',
    'access (key|token|license)',
    'account (number|is|has|was|does|not)',
    'account\\b.{0,60}\\bnot (been )?(enabled|activated|approved)',
    '(shipper|meter|permit|customer) number',
    'mailer id',
    'password',
    'user ?(id|name)\\b',
    'client (id|secret)',
    'oauth',
    'license agreement',
  ].join('|'),
  'i',
);

/**
 * Returns whether a message is about the operator's carrier account. Merchants do not see such a message, because they
 * cannot change the account.
 */
export const isCredentialFault = (message: string): boolean => CREDENTIALS.test(message);

/** Returns those messages of a carrier that merchants may see. Messages for the operator are only logged. */
export function withoutOperatorMessages(
  { code }: { readonly code: string },
  messages: readonly EasypostMessage[],
  logger: Logger,
): readonly EasypostMessage[] {
  const [faults, words] = [true, false].map((ours) =>
    messages.filter(({ message }) => isCredentialFault(message) === ours),
  ) as [EasypostMessage[], EasypostMessage[]];
  for (const { carrier, type, message } of faults) {
    logger.error(
      { carrier: code, account: carrier, type, detail: message },
      'a carrier account does not work',
    );
  }
  return words;
}
