import type { Logger } from '@parcelyard/service-kit/logger';
import { CarrierBusy, CarrierNoAnswer, CarrierRefused, CarrierUnavailable } from '../carrier-errors';
import type { EasypostMessage } from './easypost-shapes';

/** A definite refusal by EasyPost: it did nothing. */
export class EasypostError extends Error {
  readonly status: number;
  readonly code: string;
  /** `operator`: the key, the wallet, a limit or a carrier account. `caller`: the request. */
  readonly concerns: 'operator' | 'caller';

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'EasypostError';
    this.status = status;
    this.code = code;
    const ours = OPERATOR_STATUSES.includes(status) || OPERATOR_CODE.test(code) || isCredentialFault(message);
    this.concerns = ours ? 'operator' : 'caller';
  }

  /** Too many calls at the moment. */
  get isLimit(): boolean {
    return this.status === TOO_MANY_REQUESTS;
  }
}

/** Codes without a result: something at EasyPost or the carrier may still be in progress. */
const OPEN_CODES: readonly string[] = [
  'SHIPMENT.POSTAGE.NO_RESPONSE',
  'SHIPMENT.POSTAGE.TIMED_OUT',
  'SHIPMENT.PURCHASE.IN_PROGRESS',
  'REFUND.NO_RESPONSE',
  'PAYMENT_GATEWAY.ERROR',
];

/** EasyPost's errors have a code such as `SHIPMENT.POSTAGE.FAILURE`. Pages and JSON from proxies have none. */
const EASYPOST_CODE = /^[A-Z][A-Z0-9_]*(\.[A-Z0-9_]+)*$/;
const TOO_MANY_REQUESTS = 429;
const OPERATOR_STATUSES: readonly number[] = [400, 401, 402, 403, 405, TOO_MANY_REQUESTS];
const OPERATOR_CODE =
  /^(APIKEY|UNAUTHORIZED|FORBIDDEN|MODE|USER|BILLING|PAYMENT|INSUFFICIENT|RATE_LIMIT|CARRIER_ACCOUNT|CREDENTIAL)/;

/**
 * Sorts an error of the official client into a refusal or no answer. Only EasyPost's own JSON with an error code is a
 * refusal; everything else counts as no answer.
 */
export function easypostFailure(thrown: unknown): EasypostError | CarrierNoAnswer {
  const { statusCode, code, message } = (thrown ?? {}) as Record<string, unknown>;
  const own =
    typeof statusCode === 'number' &&
    statusCode >= 400 &&
    statusCode < 500 &&
    statusCode !== 408 &&
    typeof code === 'string' &&
    EASYPOST_CODE.test(code) &&
    !OPEN_CODES.includes(code);
  return own
    ? new EasypostError(statusCode, code, String(message ?? ''))
    : new CarrierNoAnswer('EasyPost', thrown);
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

/** True when a message concerns the operator's carrier account. Merchants must not see it and cannot fix it. */
export const isCredentialFault = (message: string): boolean => CREDENTIALS.test(message);

/** Runs a check after a refusal. When the check itself fails, the result is no answer, not a refusal. */
export async function certainly<T>(carrier: string, check: Promise<T>): Promise<T> {
  try {
    return await check;
  } catch (error) {
    throw error instanceof CarrierNoAnswer ? error : new CarrierNoAnswer(carrier, error);
  }
}

interface Named {
  readonly code: string;
  readonly name: string;
}

/** Turns EasyPost's refusal into the carrier's, with its message, unless it concerns the operator. */
export function refusals({ code, name }: Named, logger: Logger) {
  return (error: unknown): unknown => {
    if (!(error instanceof EasypostError)) return error;
    if (error.concerns === 'caller') return new CarrierRefused(code, error.code, error.message);
    const { status, code: reason, message } = error;
    logger.error(
      { carrier: code, status, code: reason, detail: message },
      'EasyPost does not serve this key',
    );
    return error.isLimit ? new CarrierBusy(name, error) : new CarrierUnavailable(name, error);
  };
}

/** Returns a carrier's messages about its rates. Those that concern the operator are logged and left out. */
export function tellOperator(
  { code }: Named,
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
