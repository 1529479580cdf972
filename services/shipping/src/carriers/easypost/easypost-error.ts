import type { Logger } from '@parcelyard/service-kit/logger';
import { CarrierBusy, CarrierNoAnswer, CarrierRefused, CarrierUnavailable } from '../carrier-errors';
import type { EasypostMessage } from './easypost-shapes';

/** EasyPost's own no: it has looked at the call and did nothing. */
export class EasypostError extends Error {
  readonly status: number;
  readonly code: string;
  /** `operator`: the key, the wallet, a limit or a carrier account. `caller`: what was asked for. */
  readonly concerns: 'operator' | 'caller';

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'EasypostError';
    this.status = status;
    this.code = code;
    const ours = OPERATOR_STATUSES.includes(status) || OPERATOR_CODE.test(code) || isCredentialFault(message);
    this.concerns = ours ? 'operator' : 'caller';
  }

  /** Too many calls for the moment. */
  get isLimit(): boolean {
    return this.status === TOO_MANY_REQUESTS;
  }
}

/** Answers that are no answer: something at EasyPost or the carrier may still be going on. */
const OPEN_CODES: readonly string[] = [
  'SHIPMENT.POSTAGE.NO_RESPONSE',
  'SHIPMENT.POSTAGE.TIMED_OUT',
  'SHIPMENT.PURCHASE.IN_PROGRESS',
  'REFUND.NO_RESPONSE',
  'PAYMENT_GATEWAY.ERROR',
];

/** EasyPost's errors carry a code such as `SHIPMENT.POSTAGE.FAILURE`; pages and JSON of whatever stands between do not. */
const EASYPOST_CODE = /^[A-Z][A-Z0-9_]*(\.[A-Z0-9_]+)*$/;
const TOO_MANY_REQUESTS = 429;
const OPERATOR_STATUSES: readonly number[] = [400, 401, 402, 403, 405, TOO_MANY_REQUESTS];
const OPERATOR_CODE =
  /^(APIKEY|UNAUTHORIZED|FORBIDDEN|MODE|USER|BILLING|PAYMENT|INSUFFICIENT|RATE_LIMIT|CARRIER_ACCOUNT|CREDENTIAL)/;

/**
 * Sorts what the official client threw into a refusal or no answer. Only EasyPost's own JSON with an error code is a
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

/** Whether a carrier complains about the operator's account. A merchant should not read that and cannot change it. */
export const isCredentialFault = (message: string): boolean => CREDENTIALS.test(message);

/** The check of a no: one that fails is no answer, never a no. */
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

/** Turns EasyPost's own no into the carrier's, in its words, unless it concerns the operator alone. */
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

/** What a carrier said beside its rates, without what concerns the operator, which is logged. */
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
