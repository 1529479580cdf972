import { searchable } from '@parcelyard/service-kit/searchable';
import type { Order } from './order';

/** The fields that a search uses. */
export type Searched = Pick<
  Order,
  | 'orderNumber'
  | 'recipient'
  | 'shippingAddress'
  | 'trackingNumber'
  | 'boughtLabels'
  | 'externalOrderId'
  | 'externalOrderNumber'
  | 'invoiceNumber'
>;

/** The longest search text. */
export const MAX_SEARCH_LENGTH = 100;
/** How many words of one name or number are used. Further words are not searched for. */
const MAX_WORDS = 8;
/** How many last characters are enough to identify a tracking number. */
const MIN_ENDING = 4;
/** Prefix of a reversed tracking number. No other word begins with this character. */
const BACKWARDS = '<';

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Returns the words by which a search finds the order. Each name and number is listed several times: from each of its
 * words to its end. So every search text is a prefix of one of them. Tracking numbers are also listed in reverse, for
 * people who know the last digits.
 */
export function searchWords(order: Searched): string[] {
  const { recipient, shippingAddress, trackingNumber } = order;
  const people = [shippingAddress, recipient].filter((one) => one !== undefined);
  // Includes the numbers of voided labels and of the return, because people search for any number that they have.
  const numbers = [
    trackingNumber,
    ...(order.boughtLabels ?? []).map((label) => label.trackingNumber),
  ].flatMap((number) => searchable(number ?? '') || []);
  const texts = [
    ...[order.orderNumber, order.externalOrderId, order.externalOrderNumber, order.invoiceNumber],
    ...numbers,
    ...people.flatMap(({ name, company }) => [name, company]),
  ];
  return [
    ...new Set([
      ...texts.flatMap((text) => fromEachWord(searchable(text ?? ''))),
      ...people.flatMap(({ email }) => fromEachWord(searchable(email), '@')),
      ...numbers.map((number) => BACKWARDS + backwards(number)),
    ]),
  ];
}

/** Returns the prefixes to try, one after the other, until one finds an order. Empty when the text has no word. */
export function searchPrefixes(text: string): string[] {
  const query = searchable(text);
  const start = query.search(WORD);
  if (start < 0) return [];
  // Tracking numbers are printed and copied in groups of digits.
  const joined = /^[\d ]+$/.test(query) ? query.replaceAll(' ', '') : query;
  const isEnding = joined.length >= MIN_ENDING && /^[\p{L}\p{N}]+$/u.test(joined);
  const begun = [...new Set([query.slice(start), joined.slice(start)])];
  return isEnding ? [...begun, BACKWARDS + backwards(joined)] : begun;
}

/** @param before an end that is left out, such as a mail domain, which would match too many customers */
function fromEachWord(text: string, before = ''): string[] {
  const end = before === '' ? -1 : text.indexOf(before);
  return [...text.matchAll(WORD)]
    .filter(({ index }) => end < 0 || index < end)
    .slice(0, MAX_WORDS)
    .map(({ index }) => text.slice(index, index + MAX_SEARCH_LENGTH));
}

const backwards = (text: string): string => [...text].reverse().join('');
