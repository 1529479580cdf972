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
/** How many words of a name or number are used. A search cannot find an order by any later word. */
const MAX_WORDS = 8;
/** Tracking numbers are found by their last characters. A search must give at least this many of them. */
const MIN_ENDING = 4;
/** The character before a tracking number that is listed backwards. No other listed text begins with it. */
const BACKWARDS = '<';

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Returns the texts by which a search finds the order. A name is listed from each of its words to its end: `ada
 * lovelace` and `lovelace`. A search finds the texts that begin with its own text. Tracking numbers are also listed
 * backwards, for people who know the last digits.
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
 * @param before no returned text begins after this character, such as the `@` of an e-mail, because the domain of an
 * e-mail would find too many orders
 */
function fromEachWord(text: string, before = ''): string[] {
  const end = before === '' ? -1 : text.indexOf(before);
  return [...text.matchAll(WORD)]
    .filter(({ index }) => end < 0 || index < end)
    .slice(0, MAX_WORDS)
    .map(({ index }) => text.slice(index, index + MAX_SEARCH_LENGTH));
}

const backwards = (text: string): string => [...text].reverse().join('');
