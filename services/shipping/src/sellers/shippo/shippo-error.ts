import { CarrierNoAnswer } from '../carrier-errors';
import { isOpenOutcome, saysNoAnswerInTime } from '../open-outcome';
import { SellerError } from '../seller-error';
import type { ShippoMessage } from './shippo-shapes';

const OPERATOR_STATUSES: readonly number[] = [401, 402, 403];

/**
 * Decides what an error of Shippo means. The error is a refusal only when Shippo itself answered, and when the answer
 * does not say that the carrier may still do the work. Shippo's own answer has a sentence in `detail`, or sentences
 * under the names of fields. Every other error counts as no answer.
 */
export function shippoFailure(status: number, body: unknown): SellerError | CarrierNoAnswer {
  const message = status >= 400 && status < 500 ? sentencesOf(body).join(' ') : '';
  return message !== '' && !isOpenOutcome(status, message)
    ? shippoRefusal(status, `http_${status}`, message)
    : new CarrierNoAnswer('Shippo', new Error(`Shippo's address answered ${status}. ${message}`.trim()));
}

function sentencesOf(body: unknown): string[] {
  if (!isObject(body)) return [];
  if (typeof body.detail === 'string') return [body.detail];
  return Object.entries(body).flatMap(([field, value]) => inLists(field, value));
}

/** Sentences under these names are about the whole request, and not about one field. */
const WHOLE_REQUEST_LISTS: readonly string[] = ['__all__', 'non_field_errors', 'messages'];

/**
 * Returns the sentences in lists at any depth, such as `This field is required.` in `{"address_from": {"zip": ["This
 * field is required."]}}`. Texts outside of lists are ignored.
 */
function inLists(field: string, value: unknown): string[] {
  if (Array.isArray(value)) {
    const texts = value.filter((item): item is string => typeof item === 'string');
    const named = WHOLE_REQUEST_LISTS.includes(field) ? texts : texts.map((text) => `${field}: ${text}`);
    return [...named, ...value.filter(isObject).flatMap(sentencesOf)];
  }
  return isObject(value)
    ? Object.entries(value).flatMap(([inner, deeper]) => inLists(`${field}.${inner}`, deeper))
    : [];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Words that show that a message is about an account and not about a parcel. */
const ACCOUNT_PHRASES: readonly string[] = [
  ...['credential', 'authenticat', 'unauthorized', 'authorization', 'oauth', 'token', 'password'],
  ...['api key', 'access key', 'access license', 'license agreement', 'user id', 'user name'],
  ...['shipper number', 'meter number', 'permit number'],
  ...['account number', 'account is', 'account has', 'account was', 'account does', 'account not'],
  ...['insufficient funds', 'payment method', 'billing', 'outstanding invoice', 'outstanding balance'],
];
const ACCOUNT_STATES: readonly string[] = ['not enabled', 'not activated', 'not approved', 'not registered'];

/**
 * Returns whether a message is about the operator's account. Merchants do not see such a message, because they cannot
 * change the account.
 */
export function concernsOperator(message: string): boolean {
  const text = message.toLowerCase();
  const says = (words: string) => text.includes(words);
  return ACCOUNT_PHRASES.some(says) || (says('account') && ACCOUNT_STATES.some(says));
}

const shippoRefusal = (status: number, code: string, message: string): SellerError =>
  new SellerError({
    status,
    code,
    message,
    concerns: OPERATOR_STATUSES.includes(status) || concernsOperator(message) ? 'operator' : 'caller',
  });

/** After these codes the outcome is unknown: the carrier may still make a label. */
const OPEN_CODES: readonly string[] = ['carrier_timeout', 'timeout', 'carrier_error_timeout'];

/** Returns the error of a sale that Shippo reports as ERROR. */
export function saleFailure(messages: readonly ShippoMessage[]): SellerError | CarrierNoAnswer {
  const words = messages.map(({ text }) => text?.trim() ?? '').filter((text) => text !== '');
  const code = messages.find((message) => message.code)?.code ?? 'purchase_failed';
  if (messages.some((message) => OPEN_CODES.includes(message.code?.toLowerCase() ?? '')))
    return new CarrierNoAnswer('Shippo', new Error(words.join(' ')));
  return unlessOpen(code, words.join(' ') || 'The label could not be bought.');
}

/** Returns a refusal, or "no answer" if the message says that the carrier did not answer in time. */
export const unlessOpen = (code: string, message: string): SellerError | CarrierNoAnswer =>
  saysNoAnswerInTime(message)
    ? new CarrierNoAnswer('Shippo', new Error(message))
    : shippoRefusal(422, code, message);
