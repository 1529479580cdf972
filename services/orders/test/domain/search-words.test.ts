import { searchable } from '@parcelyard/service-kit/searchable';
import fc from 'fast-check';
import { searchPrefixes, searchWords } from '../../src/domain/search-words';
import { anAddress } from '../support/builders';

const anOrder = {
  orderNumber: 'QG2XYS',
  recipient: anAddress({ name: 'Ada Lovelace', email: 'ada.l@example.com' }),
  trackingNumber: '9400111899',
  externalOrderId: 'shopify:77-1',
  invoiceNumber: 'INV-2026-9',
};

/** True when a word of the order begins with one of the texts to search for. */
const finds = (text: string, order: Parameters<typeof searchWords>[0] = anOrder): boolean =>
  searchPrefixes(text).some((prefix) => searchWords(order).some((word) => word.startsWith(prefix)));

describe('an order is found', () => {
  it.each([
    ...['QG2XYS', 'qg2', '#QG2XYS', 'ada', 'Lovelace', 'ada  lovelace', 'ADA.L@EXAMPLE.COM', 'l@example'],
    ...['9400111899', '9400 1118 99', '1899', 'shopify:77-1', '77-1', 'inv-2026', '2026-9', 'adà'],
  ])('by %s', (text) => expect(finds(text)).toBe(true));

  it.each(['g2xys', 'example.com', 'com', 'lace ada', '899', '118', '...', '', 'ada l@example'])(
    'not by %s',
    (text) => expect(finds(text)).toBe(false),
  );

  it('by the beginning of every name and number, with any characters', () => {
    const text = fc
      .string({ unit: 'grapheme', maxLength: 60 })
      .filter((name) => /[\p{L}\p{N}]/u.test(searchable(name)));
    fc.assert(
      fc.property(text, fc.nat(), (name, cut) => {
        const order = { ...anOrder, recipient: anAddress({ name }) };
        const shown = [...searchable(name)];
        const start = shown.findIndex((sign) => /[\p{L}\p{N}]/u.test(sign));
        const typed = shown.slice(0, start + 1 + (cut % shown.length)).join('');
        expect(finds(typed, order)).toBe(true);
      }),
    );
  });
});

it('a name of a thousand words has few search words', () => {
  const recipient = anAddress({
    name: 'a '.repeat(1_000),
    company: 'x'.repeat(5_000),
    email: `${'a.'.repeat(500)}@x`,
  });
  const words = searchWords({ ...anOrder, recipient });
  expect(words.length).toBeLessThan(40);
  expect(Math.max(...words.map((word) => word.length))).toBeLessThanOrEqual(100);
});
