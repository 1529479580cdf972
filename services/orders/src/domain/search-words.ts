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

export const MAX_SEARCH_LENGTH = 100;
/** A search uses only this many words of a name or number. An order cannot be found by a later word. */
const MAX_WORDS = 8;
/**
 * An order is also found by the last characters of a tracking number. The searched text must have at least this many.
 */
const MIN_ENDING = 4;
/**
 * Stands before a tracking number that is written backwards. No other text of `searchWords` begins with this character.
 */
const BACKWARDS = '<';

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Returns the texts by which a search finds the order. A search finds the order when one of these texts begins with the
 * searched text. A name gives one text for each of its words, from this word to the end of the name: `ada lovelace` and
 * `lovelace`. Tracking numbers are also written backwards, for people who know the last digits.
 */
export function searchWords(order: Searched): string[] {
  const { recipient, shippingAddress, trackingNumber } = order;
  const people = [shippingAddress, recipient].filter((one) => one !== undefined);
  // People search for any number that they have, so voided labels and returns are included.
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
      ...people.flatMap(({ email }) => fromEachWord(searchable(email ?? ''), '@')),
      ...numbers.map((number) => BACKWARDS + backwards(number)),
    ]),
  ];
}

/**
 * Returns the texts to search for. Each text after the first is used only if the texts before it found no order. Empty
 * when `text` has no word.
 */
export function searchPrefixes(text: string): string[] {
  const query = searchable(text);
  const start = query.search(WORD);
  if (start < 0) return [];
  // People copy tracking numbers in groups of digits, with spaces between them.
  const joined = /^[\d ]+$/.test(query) ? query.replaceAll(' ', '') : query;
  const isEnding = joined.length >= MIN_ENDING && /^[\p{L}\p{N}]+$/u.test(joined);
  const begun = [...new Set([query.slice(start), joined.slice(start)])];
  return isEnding ? [...begun, BACKWARDS + backwards(joined)] : begun;
}

/**
 * @param before words after this character, such as the `@` of an e-mail, are left out, because the domain of an e-mail
 * would find too many orders
 */
function fromEachWord(text: string, before = ''): string[] {
  const end = before === '' ? -1 : text.indexOf(before);
  return [...text.matchAll(WORD)]
    .filter(({ index }) => end < 0 || index < end)
    .slice(0, MAX_WORDS)
    .map(({ index }) => text.slice(index, index + MAX_SEARCH_LENGTH));
}

const backwards = (text: string): string => [...text].reverse().join('');
