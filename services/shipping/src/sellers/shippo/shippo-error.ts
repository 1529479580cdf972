import type { Logger } from '@parcelyard/service-kit/logger';
import { CarrierBusy, CarrierNoAnswer, CarrierRefused, CarrierUnavailable } from '../carrier-errors';
import type { ShippoMessage } from './shippo-shapes';

/** A definite refusal by Shippo: it did nothing. */
export class ShippoError extends Error {
  readonly status: number;
  readonly code: string;
  /** `operator`: the key, the bill, a limit or a carrier account. `caller`: the request. */
  readonly concerns: 'operator' | 'caller';

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'ShippoError';
    this.status = status;
    this.code = code;
    this.concerns = OPERATOR_STATUSES.includes(status) || concernsOperator(message) ? 'operator' : 'caller';
  }

  /** Too many calls at the moment. */
  get isLimit(): boolean {
    return this.status === TOO_MANY_REQUESTS;
  }
}

const TOO_MANY_REQUESTS = 429;
const OPERATOR_STATUSES: readonly number[] = [401, 402, 403, TOO_MANY_REQUESTS];

/**
 * Sorts an answer that is no success. Only Shippo's own JSON is a refusal: `detail` with a sentence, or sentences in
 * lists under the names of the fields. A page or the JSON of a proxy counts as no answer.
 */
export function shippoFailure(status: number, body: unknown): ShippoError | CarrierNoAnswer {
  const sentences = status >= 400 && status < 500 && status !== 408 ? sentencesOf(body) : [];
  return sentences.length > 0
    ? new ShippoError(status, `http_${status}`, sentences.join(' '))
    : new CarrierNoAnswer('Shippo', new Error(`Shippo's address answered ${status}.`));
}

function sentencesOf(body: unknown): string[] {
  if (!isObject(body)) return [];
  if (typeof body.detail === 'string') return [body.detail];
  return Object.entries(body).flatMap(([field, value]) => inLists(field, value));
}

/** Sentences count in lists only, at any depth: `{"address_from": {"zip": ["This field is required."]}}`. */
function inLists(field: string, value: unknown): string[] {
  if (Array.isArray(value)) {
    const texts = value.filter((item): item is string => typeof item === 'string');
    const named =
      field === '__all__' || field === 'non_field_errors' ? texts : texts.map((text) => `${field}: ${text}`);
    return [...named, ...value.filter(isObject).flatMap(sentencesOf)];
  }
  return isObject(value)
    ? Object.entries(value).flatMap(([inner, deeper]) => inLists(`${field}.${inner}`, deeper))
    : [];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** What a message of Shippo or a carrier says when it concerns an account, not a parcel. */
const OPERATOR_MATTERS: readonly string[] = [
  ...['credential', 'authenticat', 'unauthorized', 'authorization', 'oauth', 'token', 'password'],
  ...['api key', 'access key', 'access license', 'license agreement', 'user id', 'user name'],
  ...['shipper number', 'meter number', 'permit number'],
  ...['account number', 'account is', 'account has', 'account was', 'account does', 'account not'],
  ...['insufficient funds', 'payment method', 'billing', 'outstanding invoice', 'outstanding balance'],
];
const OF_AN_ACCOUNT: readonly string[] = ['not enabled', 'not activated', 'not approved', 'not registered'];

/** True when a message concerns the operator's account. Merchants must not see it and cannot fix it. */
export function concernsOperator(message: string): boolean {
  const text = message.toLowerCase();
  const says = (words: string) => text.includes(words);
  return OPERATOR_MATTERS.some(says) || (says('account') && OF_AN_ACCOUNT.some(says));
}

/** Codes of a sale without a result: the carrier may still have made a label. */
const OPEN_CODES: readonly string[] = ['carrier_timeout', 'timeout', 'carrier_error_timeout'];

/** The refusal in the messages of a transaction that ended with ERROR. */
export function saleFailure(messages: readonly ShippoMessage[]): ShippoError | CarrierNoAnswer {
  const words = messages.map(({ text }) => text?.trim() ?? '').filter((text) => text !== '');
  const code = messages.find((message) => message.code)?.code ?? 'purchase_failed';
  if (messages.some((message) => OPEN_CODES.includes(message.code?.toLowerCase() ?? '')))
    return new CarrierNoAnswer('Shippo', new Error(words.join(' ')));
  return new ShippoError(422, code, words.join(' ') || 'The label could not be bought.');
}

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

/** Turns Shippo's refusal into the carrier's, with its message, unless it concerns the operator. */
export function refusals({ code, name }: Named, logger: Logger) {
  return (error: unknown): unknown => {
    if (!(error instanceof ShippoError)) return error;
    if (error.concerns === 'caller') return new CarrierRefused(code, error.code, error.message);
    const { status, code: reason, message } = error;
    logger.error({ carrier: code, status, code: reason, detail: message }, 'Shippo does not serve this key');
    return error.isLimit ? new CarrierBusy(name, error) : new CarrierUnavailable(name, error);
  };
}
